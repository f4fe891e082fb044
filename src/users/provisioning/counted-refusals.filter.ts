import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { ErrorFilter, toRefusal } from '../../http/server/error.filter.js';
import { FailedRowsRecorder } from '../failed-rows/failed-rows-recorder.js';
import { Namings } from '../naming/namings.service.js';
import { OutcomeAccount } from '../statistics/outcome-account.js';

/** What a refused call says of a person. A change of a status names the person in its address. */
function sentBy({ method, params, body }: Request): unknown {
  return method === 'POST' ? body : { ...Object(body), externalId: params['id'] };
}

/**
 * Names the people of refused posts and changes of a status, counts the calls and keeps them, wherever they were
 * refused: a body that is no JSON never reaches the handler. A call that the guard refused has no scope and is not
 * counted.
 */
@Injectable()
@Catch()
export class CountedRefusals extends ErrorFilter {
  constructor(
    private readonly outcomes: OutcomeAccount,
    private readonly failedRows: FailedRowsRecorder,
    private readonly namings: Namings,
  ) {
    super();
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const { scope, method } = request;
    if (scope !== undefined) {
      if (method === 'POST') this.outcomes.accountRows(scope, [{ kind: 'refused' }], 1);
      else this.outcomes.accountRun(scope, [{ kind: 'refused' }], 1);
      this.failedRows.note(scope, [{ refusal: toRefusal(error), sent: sentBy(request) }]);
    }
    void this.named(request, error).then((answered) => {
      super.catch(answered, host);
    });
  }

  /** @returns the error that is answered: a row whose person could not be named must be sent again */
  private async named(request: Request, error: unknown): Promise<unknown> {
    const { scope, method } = request;
    const refusal = toRefusal(error);
    if (scope === undefined || refusal.code === 'RUN_FINISHED') return error;
    const isFault = refusal.status >= 500;
    try {
      const admitted = await this.namings.admit(scope);
      const row = { sent: { content: sentBy(request) }, isCounted: method === 'POST' && !isFault };
      await this.namings.note(scope, admitted, [row]);
      return error;
    } catch (failure) {
      return isFault ? error : failure;
    }
  }
}

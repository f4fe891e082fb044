import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { ErrorFilter, toRefusal } from '../../http/server/error.filter.js';
import { FailedRowsRecorder } from '../failed-rows/failed-rows-recorder.js';
import { OutcomeAccount } from './outcome-account.js';

/**
 * Counts and keeps refused posts and, for their run, refused changes of a status, wherever they were refused: a body
 * that is no JSON never reaches the handler. A call that the guard refused has no scope and is not counted.
 */
@Injectable()
@Catch()
export class CountedRefusals extends ErrorFilter {
  constructor(
    private readonly outcomes: OutcomeAccount,
    private readonly failedRows: FailedRowsRecorder,
  ) {
    super();
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const { scope, method, params } = request;
    const body: unknown = request.body;
    if (scope !== undefined) {
      if (method === 'POST') this.outcomes.accountRows(scope, [{ kind: 'refused' }], 1);
      else this.outcomes.accountRun(scope, [{ kind: 'refused' }], 1);
      // A change of a status names the person in its address.
      const sent: unknown = method === 'POST' ? body : { ...Object(body), externalId: params['id'] };
      this.failedRows.note(scope, [{ refusal: toRefusal(error), sent }]);
    }
    super.catch(error, host);
  }
}

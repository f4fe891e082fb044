import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { ErrorFilter } from '../../http/server/error.filter.js';
import { RunTally } from './run-tally.js';

/**
 * Counts, for its run, a call of the platform that is refused, wherever on its way. A caller who may not call it at all
 * is not counted; the guard gives no scope to the request of such a one.
 */
@Injectable()
@Catch()
export class CountedWorkflowRefusals extends ErrorFilter {
  constructor(private readonly runs: RunTally) {
    super();
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const { scope } = host.switchToHttp().getRequest<Request>();
    if (scope !== undefined) this.runs.count(scope, { workflow: { calls: 1, kinds: ['refused'] } });
    super.catch(error, host);
  }
}

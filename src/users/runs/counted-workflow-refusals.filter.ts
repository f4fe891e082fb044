import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { ErrorFilter } from '../../http/server/error.filter.js';
import { RunTally } from './run-tally.js';

/**
 * Counts a refused call of the platform for its run, wherever it was refused. A call that the guard refused has no
 * scope and is not counted.
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

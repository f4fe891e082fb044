import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { ErrorFilter } from '../../http/server/error.filter.js';
import { RunTally } from '../runs/run-tally.js';
import { ProvisioningTally } from './provisioning-tally.js';

/**
 * Counts refused posts and, for their run, refused changes of a status, wherever they were refused: a body that is no
 * JSON never reaches the handler. A call that the guard refused has no scope and is not counted.
 */
@Injectable()
@Catch()
export class CountedRefusals extends ErrorFilter {
  constructor(
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
  ) {
    super();
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const { scope, method } = host.switchToHttp().getRequest<Request>();
    if (scope !== undefined) {
      if (method === 'POST') this.tally.count(scope, ['refused']);
      this.runs.count(scope, { calls: 1, kinds: ['refused'] });
    }
    super.catch(error, host);
  }
}

import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { RunTally } from '../../users/runs/run-tally.js';
import { ProvisioningTally } from '../../users/statistics/provisioning-tally.js';
import { ScimErrors } from '../protocol/scim-errors.filter.js';

const READS = new Set(['GET', 'HEAD']);

/** Counts refused writes of people, as `CountedRefusals` does for the REST calls. */
@Injectable()
@Catch()
export class CountedScimRefusals extends ScimErrors {
  constructor(
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
  ) {
    super();
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const { scope, method } = host.switchToHttp().getRequest<Request>();
    if (scope !== undefined && !READS.has(method)) {
      this.tally.count(scope, ['refused']);
      this.runs.count(scope, { calls: 1, kinds: ['refused'] });
    }
    super.catch(error, host);
  }
}

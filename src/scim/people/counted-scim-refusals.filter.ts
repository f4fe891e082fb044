import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { OutcomeAccount } from '../../users/statistics/outcome-account.js';
import { ScimErrors } from '../protocol/scim-errors.filter.js';

const READS = new Set(['GET', 'HEAD']);

/** Counts refused writes of people, as `CountedRefusals` does for the REST calls. */
@Injectable()
@Catch()
export class CountedScimRefusals extends ScimErrors {
  constructor(private readonly outcomes: OutcomeAccount) {
    super();
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const { scope, method } = host.switchToHttp().getRequest<Request>();
    if (scope !== undefined && !READS.has(method)) this.outcomes.accountRows(scope, [{ kind: 'refused' }], 1);
    super.catch(error, host);
  }
}

import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { type PayloadOf, InTransaction } from '../events/fact.js';
import type { Scope } from '../tenancy/scope.js';
import { HOLDS_DECIDED, HOLDS_REOPENED, LIMITS_PASSED } from '../users/deprovisioning-limits/limit-facts.js';
import { type AuditEntry, AuditService } from './audit.service.js';

/** Records thresholds that were passed, once per run and day, and every decision about a hold, taken back or not. */
@Injectable()
export class LimitsListener {
  constructor(private readonly audit: AuditService) {}

  @InTransaction(LIMITS_PASSED)
  async recordPassed(
    scope: Scope,
    transaction: Transaction,
    { mode, passed }: PayloadOf<typeof LIMITS_PASSED>,
  ): Promise<void> {
    const entries = passed.map(({ run, threshold, people, active }): AuditEntry => ({
      action: 'deprovisioning.threshold-passed',
      target: run === null ? `tenant:${scope.tenantId}` : `run:${run}`,
      after: { mode, threshold, peopleBefore: people, activeAtBeginning: active },
    }));
    await this.audit.record(scope, entries, transaction);
  }

  @InTransaction(HOLDS_DECIDED)
  async recordDecided(
    scope: Scope,
    transaction: Transaction,
    { decision, holds }: PayloadOf<typeof HOLDS_DECIDED>,
  ): Promise<void> {
    const entries = holds.map(({ id: holdId, userId, run, actor }): AuditEntry => ({
      action: `hold.${decision}`,
      target: `user:${userId}`,
      after: { holdId, run, requestedBy: actor },
    }));
    await this.audit.record(scope, entries, transaction);
  }

  @InTransaction(HOLDS_REOPENED)
  async recordReopened(
    scope: Scope,
    transaction: Transaction,
    { holds }: PayloadOf<typeof HOLDS_REOPENED>,
  ): Promise<void> {
    const entries = holds.map(({ id: holdId, userId, run, status, decidedBy }): AuditEntry => ({
      action: 'hold.reopened',
      target: `user:${userId}`,
      before: { status, decidedBy },
      after: { holdId, run },
    }));
    await this.audit.record(scope, entries, transaction);
  }
}

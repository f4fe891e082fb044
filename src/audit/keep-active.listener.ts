import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { type PayloadOf, InTransaction } from '../events/fact.js';
import type { Scope } from '../tenancy/scope.js';
import type { KeepActive } from '../users/model/keep-active/keep-active-decision.js';
import { KEEP_ACTIVE_SET } from '../users/model/user-facts.js';
import { AuditService } from './audit.service.js';

function untilOf(rule: KeepActive | null): Record<string, unknown> | null {
  return rule === null ? null : { until: rule.until };
}

/** Records until when an administrator keeps a person active. */
@Injectable()
export class KeepActiveListener {
  constructor(private readonly audit: AuditService) {}

  @InTransaction(KEEP_ACTIVE_SET)
  async record(
    scope: Scope,
    transaction: Transaction,
    { userId, before, after }: PayloadOf<typeof KEEP_ACTIVE_SET>,
  ): Promise<void> {
    const entry = {
      action: 'user.keep-active-set',
      target: `user:${userId}`,
      before: untilOf(before),
      after: untilOf(after),
    };
    await this.audit.record(scope, [entry], transaction);
  }
}

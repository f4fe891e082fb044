import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { type PayloadOf, InTransaction } from '../events/fact.js';
import type { Scope } from '../tenancy/scope.js';
import { APPROVALS_PUT_BACK } from '../users/model/user-facts.js';
import { type AuditEntry, AuditService } from './audit.service.js';

/** Records every approved value that a source has replaced by the former one. The history has the values. */
@Injectable()
export class ApprovalsListener {
  constructor(private readonly audit: AuditService) {}

  @InTransaction(APPROVALS_PUT_BACK)
  async record(
    scope: Scope,
    transaction: Transaction,
    putBack: PayloadOf<typeof APPROVALS_PUT_BACK>,
  ): Promise<void> {
    const { run = null } = scope;
    const entries = putBack.map(({ userId, awaited, requestId }): AuditEntry => {
      const { field, cause, actor: approvedBy, submissionId, since } = awaited;
      return {
        action: 'user.approval-put-back',
        target: `user:${userId}`,
        before: { field, cause, approvedBy, submissionId, since },
        after: { field, run },
        ...(requestId === undefined ? {} : { requestId }),
      };
    });
    await this.audit.record(scope, entries, transaction);
  }
}

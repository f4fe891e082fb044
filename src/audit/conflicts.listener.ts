import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { type PayloadOf, InTransaction } from '../events/fact.js';
import { CONFLICT_DECIDED } from '../identity/conflicts/conflict-facts.js';
import type { Scope } from '../tenancy/scope.js';
import { AuditService } from './audit.service.js';

/** Records every decision of an identity conflict, and every one that is taken back. */
@Injectable()
export class ConflictsListener {
  constructor(private readonly audit: AuditService) {}

  @InTransaction(CONFLICT_DECIDED)
  async record(
    scope: Scope,
    transaction: Transaction,
    { action, conflict }: PayloadOf<typeof CONFLICT_DECIDED>,
  ): Promise<void> {
    const { id: conflictId, kind, decision, subject: externalId, userId, ownerId, newUserId } = conflict;
    const after = { conflictId, kind, decision, externalId, ownerId, newUserId };
    const entry = { action: `conflict.${action}`, target: `user:${userId}`, after };
    await this.audit.record(scope, [entry], transaction);
  }
}

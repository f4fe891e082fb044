import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { InTransaction } from '../events/fact.js';
import type { Scope } from '../tenancy/scope.js';
import type { UserChange } from '../users/model/outcome.js';
import { administrationRoleOf, effectiveRole } from '../users/model/user-defaults.js';
import { USER_CHANGED } from '../users/model/user-facts.js';
import { type AuditEntry, AuditService } from './audit.service.js';

function entriesOf({ before, after }: UserChange): AuditEntry[] {
  const target = `user:${after.id}`;
  const role = effectiveRole(after);
  if (before === undefined)
    return administrationRoleOf(role) === undefined
      ? []
      : [{ action: 'user.role-changed', target, after: { role } }];
  const entries: AuditEntry[] = [];
  const { accountStatus } = after;
  if (before.accountStatus !== accountStatus) {
    const was = { accountStatus: before.accountStatus };
    entries.push({ action: 'user.status-changed', target, before: was, after: { accountStatus } });
  }
  const formerRole = effectiveRole(before);
  if (formerRole !== role)
    entries.push({ action: 'user.role-changed', target, before: { role: formerRole }, after: { role } });
  return entries;
}

function entriesOfRequest(change: UserChange): AuditEntry[] {
  const { requestId } = change;
  const entries = entriesOf(change);
  return requestId === undefined ? entries : entries.map((entry) => ({ ...entry, requestId }));
}

/**
 * Records every change of a user's status or role, by any actor, in the transaction that makes it. A new user has no
 * entry, unless they begin with a role of the administration: a first upload would write as many entries as people.
 */
@Injectable()
export class UsersListener {
  constructor(private readonly audit: AuditService) {}

  @InTransaction(USER_CHANGED)
  async record(scope: Scope, transaction: Transaction, changes: readonly UserChange[]): Promise<void> {
    await this.audit.record(scope, changes.flatMap(entriesOfRequest), transaction);
  }
}

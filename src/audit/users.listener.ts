import { Injectable, type OnModuleInit } from '@nestjs/common';

import type { UserChange } from '../users/plan.js';
import { effectiveRole } from '../users/user-defaults.js';
import { UserFacts } from '../users/user-facts.js';
import { type AuditEntry, AuditService } from './audit.service.js';

function entriesOf({ before, after }: UserChange): AuditEntry[] {
  if (before === undefined) return [];
  const target = `user:${after.id}`;
  const roles = { before: { role: effectiveRole(before) }, after: { role: effectiveRole(after) } };
  const statuses = {
    before: { accountStatus: before.accountStatus },
    after: { accountStatus: after.accountStatus },
  };
  return [
    ...(before.accountStatus === after.accountStatus
      ? []
      : [{ action: 'user.status-changed', target, ...statuses }]),
    ...(roles.before.role === roles.after.role ? [] : [{ action: 'user.role-changed', target, ...roles }]),
  ];
}

/** Keeps account of every change of a user's status or role, whoever made it, in the transaction that made it. */
@Injectable()
export class UsersListener implements OnModuleInit {
  constructor(
    private readonly facts: UserFacts,
    private readonly audit: AuditService,
  ) {}

  onModuleInit(): void {
    this.facts.onChanged((scope, manager, changes) =>
      this.audit.record(scope, changes.flatMap(entriesOf), manager),
    );
  }
}

import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';

/** What is personal in the audit log; entries stay, with the ID alone. */
@Injectable()
export class AuditValues {
  async erase(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    userId: string,
  ): Promise<void> {
    const [target, actor] = [`user:${userId}`, `admin:${userId}`];
    await transaction.write(
      'UPDATE `audit_events` SET `before` = NULL, `after` = NULL WHERE `tenantId` = ? AND `target` = ?',
      [tenantId, target],
    );
    await transaction.write(
      'UPDATE `audit_events` SET `address` = NULL WHERE `tenantId` = ? AND `actor` = ? AND `address` IS NOT NULL',
      [tenantId, actor],
    );
  }
}

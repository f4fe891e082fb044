import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { AuditPersonKey } from './audit-person-key.entity.js';

type Tenant = Pick<Scope, 'tenantId'>;

@Injectable()
export class PersonKeysRepository {
  constructor(@InjectRepository(AuditPersonKey) private readonly keys: Repository<AuditPersonKey>) {}

  find({ tenantId }: Tenant, reader: Reader, userIds: readonly string[]): Promise<AuditPersonKey[]> {
    return reader.entities((manager) =>
      manager.find(AuditPersonKey, { where: { tenantId, userId: In([...userIds]) } }),
    );
  }

  /** A key that another transaction was first to write stays as it is. */
  async add(
    { tenantId }: Tenant,
    transaction: Transaction,
    keys: readonly Pick<AuditPersonKey, 'userId' | 'sealedKey'>[],
  ): Promise<void> {
    const rows = keys.map(({ userId, sealedKey }) => [tenantId, userId, sealedKey]);
    await transaction.write(
      'INSERT IGNORE INTO `audit_person_keys` (`tenantId`, `userId`, `sealedKey`) VALUES ?',
      [rows],
    );
  }

  /** There is no key of this person again. */
  async erase({ tenantId }: Tenant, transaction: Transaction, userId: string): Promise<void> {
    await transaction.write(
      `INSERT INTO \`audit_person_keys\` (\`tenantId\`, \`userId\`, \`sealedKey\`) VALUES (?, ?, NULL)
        ON DUPLICATE KEY UPDATE \`sealedKey\` = NULL`,
      [tenantId, userId],
    );
  }

  async remove({ tenantId }: Tenant, transaction: Transaction, owners: readonly string[]): Promise<void> {
    await transaction.write('DELETE FROM `audit_person_keys` WHERE `tenantId` = ? AND `userId` IN (?)', [
      tenantId,
      owners,
    ]);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { type HashCount, HashedSecrets } from '../../secrets/hashed-secrets.js';
import type { SecretHash } from '../../secrets/server-keys.js';
import { RecoveryCode } from '../entities/recovery-code.entity.js';
import { SecondFactor } from '../entities/second-factor.entity.js';

/** A user of a tenant. */
export interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

@Injectable()
export class SecondFactorRepository {
  constructor(
    @InjectRepository(SecondFactor) private readonly factors: Repository<SecondFactor>,
    secrets: HashedSecrets,
  ) {
    secrets.declare({
      kind: 'recovery codes',
      countByKey: () => this.countByKey(),
      namesUnder: (...wanted) => this.namesUnder(...wanted),
    });
  }

  find({ tenantId, userId }: Owner): Promise<SecondFactor | null> {
    return this.factors.findOneBy({ tenantId, userId });
  }

  codesLeft({ tenantId, userId }: Owner): Promise<number> {
    return this.factors.manager.countBy(RecoveryCode, { tenantId, userId });
  }

  async replace(transaction: Transaction, factor: SecondFactor): Promise<void> {
    await this.remove(transaction, factor);
    await transaction.entities((manager) => manager.insert(SecondFactor, factor));
  }

  async remove(transaction: Transaction, { tenantId, userId }: Owner): Promise<void> {
    await transaction.entities((manager) => manager.delete(RecoveryCode, { tenantId, userId }));
    await transaction.entities((manager) => manager.delete(SecondFactor, { tenantId, userId }));
  }

  async confirm(
    transaction: Transaction,
    { tenantId, userId }: Owner,
    at: Date,
    codes: readonly SecretHash[],
  ): Promise<void> {
    await transaction.entities((manager) =>
      manager.update(SecondFactor, { tenantId, userId }, { confirmedAt: at }),
    );
    await transaction.entities((manager) =>
      manager.insert(
        RecoveryCode,
        codes.map(({ hash, keyId }) => ({ tenantId, userId, codeHash: hash, keyId })),
      ),
    );
  }

  /** @returns false when a code of this period, or of a later one, was used already */
  async useStep({ tenantId, userId }: Owner, step: number): Promise<boolean> {
    const sql =
      'UPDATE `second_factors` SET `lastStep` = ? WHERE `tenantId` = ? AND `userId` = ? AND `lastStep` < ?';
    const result: ResultSetHeader = await this.factors.query(sql, [step, tenantId, userId, step]);
    return result.affectedRows === 1;
  }

  /** @returns false when there is no such code any more */
  async useRecoveryCode({ tenantId, userId }: Owner, codeHashes: readonly Buffer[]): Promise<boolean> {
    const sql = 'DELETE FROM `recovery_codes` WHERE `tenantId` = ? AND `userId` = ? AND `codeHash` IN (?)';
    const result: ResultSetHeader = await this.factors.query(sql, [tenantId, userId, codeHashes]);
    return result.affectedRows === 1;
  }

  private countByKey(): Promise<HashCount[]> {
    return this.factors.query('SELECT `keyId`, COUNT(*) AS `count` FROM `recovery_codes` GROUP BY `keyId`');
  }

  private async namesUnder(keyIds: readonly string[], most: number): Promise<string[]> {
    const sql =
      'SELECT DISTINCT `tenantId`, `userId` FROM `recovery_codes` WHERE `keyId` IN (?) ' +
      'ORDER BY `tenantId`, `userId` LIMIT ?';
    const rows: Owner[] = await this.factors.query(sql, [keyIds, most]);
    return rows.map(({ tenantId, userId }) => `user ${userId} (tenant ${tenantId})`);
  }
}

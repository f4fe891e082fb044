import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { Passkey } from '../entities/passkey.entity.js';
import type { Owner } from '../second-factor/second-factor.repository.js';

@Injectable()
export class PasskeysRepository {
  constructor(@InjectRepository(Passkey) private readonly passkeys: Repository<Passkey>) {}

  /** The passkeys of a user, the oldest first. */
  of({ tenantId, userId }: Owner): Promise<Passkey[]> {
    return this.passkeys.find({ where: { tenantId, userId }, order: { createdAt: 'ASC', passkeyId: 'ASC' } });
  }

  async add(transaction: Transaction, passkey: Passkey): Promise<void> {
    await transaction.entities((manager) => manager.insert(Passkey, passkey));
  }

  /** @returns false when there is no such passkey any more */
  async remove(transaction: Transaction, { tenantId, userId }: Owner, passkeyId: string): Promise<boolean> {
    const { affected } = await transaction.entities((manager) =>
      manager.delete(Passkey, { tenantId, userId, passkeyId }),
    );
    return affected === 1;
  }

  /** @returns false when the passkey is removed, or another process has noted as many signatures meanwhile */
  async noteUse({ tenantId, userId, passkeyId }: Passkey, signatures: number, at: Date): Promise<boolean> {
    const sql =
      'UPDATE `passkeys` SET `signatures` = ?, `lastUsedAt` = ? ' +
      'WHERE `tenantId` = ? AND `userId` = ? AND `passkeyId` = ? ' +
      'AND (`signatures` < ? OR (`signatures` = 0 AND ? = 0))';
    const values = [signatures, at, tenantId, userId, passkeyId, signatures, signatures];
    const result: ResultSetHeader = await this.passkeys.query(sql, values);
    return result.affectedRows === 1;
  }
}

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository } from 'typeorm';

import { BatchTable } from '../../database/statements/batch-table.js';
import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { HAS_WALL_TIME } from '../../tenancy/time/due.js';
import type { Scope } from '../../tenancy/scope.js';
import { SyncClaim } from '../entities/sync-claim.entity.js';
import { SyncClaimKey } from '../entities/sync-claim-key.entity.js';
import type { ItemKey } from '../groups/open-items.repository.js';

/** How a lease ended. */
export type EndedClaim = Pick<SyncClaim, 'claimId' | 'outcome' | 'endedAt'>;

const FORGOTTEN_AT_ONCE = 5000;

/** All SQL on claims and their idempotency keys. */
@Injectable()
export class ClaimsRepository {
  private readonly table: BatchTable<SyncClaim>;

  constructor(@InjectRepository(SyncClaim) private readonly claims: Repository<SyncClaim>) {
    this.table = new BatchTable(claims, ['tenantId', 'claimId']);
  }

  /** Claims by their IDs, in no particular order. */
  find({ tenantId }: Scope, reader: Reader, claimIds: readonly string[]): Promise<SyncClaim[]> {
    return this.table.find(reader, tenantId, 'claimId', claimIds);
  }

  /** The claims of an idempotency key whose lease is out. */
  openOfKey(
    { tenantId }: Scope,
    transaction: Transaction,
    { apiKey, idempotencyKey }: Pick<SyncClaimKey, 'apiKey' | 'idempotencyKey'>,
  ): Promise<SyncClaim[]> {
    return transaction.entities((manager) =>
      manager.find(SyncClaim, { where: { tenantId, apiKey, idempotencyKey, endedAt: IsNull() } }),
    );
  }

  async put(transaction: Transaction, claims: readonly SyncClaim[]): Promise<void> {
    await this.table.put(transaction, claims);
  }

  async end({ tenantId }: Scope, transaction: Transaction, ended: readonly EndedClaim[]): Promise<void> {
    for (const outcome of new Set(ended.map((claim) => claim.outcome))) {
      const claims = ended.filter((claim) => claim.outcome === outcome);
      const sql =
        'UPDATE `sync_claims` SET `outcome` = ?, `endedAt` = ? WHERE `tenantId` = ? AND `claimId` IN (?)';
      const ids = claims.map(({ claimId }) => claimId);
      await transaction.write(sql, [outcome, claims[0]?.endedAt, tenantId, ids]);
    }
  }

  async extend(
    { tenantId }: Scope,
    transaction: Transaction,
    claimId: string,
    leaseUntil: Date,
  ): Promise<void> {
    const sql = 'UPDATE `sync_claims` SET `leaseUntil` = ? WHERE `tenantId` = ? AND `claimId` = ?';
    await transaction.write(sql, [leaseUntil, tenantId, claimId]);
  }

  /** The claims of an item that has no target follow it to its target. */
  async assign(
    { tenantId }: Scope,
    transaction: Transaction,
    { submissionId }: ItemKey,
    target: string,
  ): Promise<void> {
    await transaction.entities((manager) =>
      manager.update(
        SyncClaim,
        { tenantId, submissionId, target: '', endedAt: IsNull() },
        { target, targetSystem: target },
      ),
    );
  }

  /**
   * Takes an idempotency key, or waits until another transaction that takes it has ended.
   * @returns the key as it was used before; undefined when it is new
   */
  async takeKey(transaction: Transaction, key: SyncClaimKey): Promise<SyncClaimKey | undefined> {
    const { tenantId, apiKey, idempotencyKey, bodyHash, createdAt } = key;
    const { affectedRows } = await transaction.execute(
      'INSERT IGNORE INTO `sync_claim_keys` ' +
        '(`tenantId`, `apiKey`, `idempotencyKey`, `bodyHash`, `createdAt`) VALUES (?, ?, ?, ?, ?)',
      [tenantId, apiKey, idempotencyKey, bodyHash, createdAt],
    );
    if (affectedRows > 0) return undefined;
    const where = { tenantId, apiKey, idempotencyKey };
    const known = await transaction.entities((manager) => manager.findOneBy(SyncClaimKey, where));
    return known ?? undefined;
  }

  /** Gives back a key for which nothing was handed out. */
  async giveKeyBack(
    transaction: Transaction,
    { tenantId, apiKey, idempotencyKey }: SyncClaimKey,
  ): Promise<void> {
    const sql =
      'DELETE FROM `sync_claim_keys` WHERE `tenantId` = ? AND `apiKey` = ? AND `idempotencyKey` = ?';
    await transaction.write(sql, [tenantId, apiKey, idempotencyKey]);
  }

  /**
   * Deletes a part of what is older.
   * @returns whether there may be more
   */
  async forget(before: Date): Promise<boolean> {
    const ended = `SELECT \`tenantId\`, \`claimId\` FROM \`sync_claims\`
      WHERE \`endedAt\` < ? AND ${HAS_WALL_TIME} LIMIT ${FORGOTTEN_AT_ONCE}`;
    const claims: Pick<SyncClaim, 'tenantId' | 'claimId'>[] = await this.claims.query(ended, [before]);
    for (const tenantId of new Set(claims.map((claim) => claim.tenantId))) {
      const ids = claims.filter((claim) => claim.tenantId === tenantId).map(({ claimId }) => claimId);
      await this.claims.delete({ tenantId, claimId: In(ids) });
    }
    const sql = `DELETE FROM \`sync_claim_keys\` WHERE \`createdAt\` < ?
      AND ${HAS_WALL_TIME} LIMIT ${FORGOTTEN_AT_ONCE}`;
    const { affectedRows } = await this.claims.query<{ affectedRows: number }>(sql, [before]);
    return claims.length === FORGOTTEN_AT_ONCE || affectedRows === FORGOTTEN_AT_ONCE;
  }
}

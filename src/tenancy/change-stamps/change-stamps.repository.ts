import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { CommitMarks } from '../../database/transaction/commit-marks.js';
import type { SqlExpression } from '../../database/statements/row-codec.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { memoryKeyOf, type Scope } from '../scope.js';
import { nowOf } from '../time/tenant-clock.js';
import { ChangeStamp } from './change-stamp.entity.js';

/**
 * The stamp that {@link ChangeStampsRepository.take} has taken last on this connection. Only the server knows it:
 * reading it would be a round trip while the stamp's row is locked. Valid until a statement generates an ID.
 */
export const TAKEN_STAMP: SqlExpression = { toSqlString: () => 'LAST_INSERT_ID()' };

/** The order of the changes of a tenant. */
@Injectable()
export class ChangeStampsRepository {
  /** Of the transactions that take a stamp before their COMMIT: what it must not be before. */
  private readonly bounds = new WeakMap<Transaction, (() => number)[]>();

  /** The last stamp of each tenant that this process was given: a fail-over may lose it, and none is given twice. */
  private readonly given = new BoundedCache<string, number>({ most: 10_000 });

  constructor(
    @InjectRepository(ChangeStamp) private readonly stored: Repository<ChangeStamp>,
    private readonly marks: CommitMarks,
  ) {}

  /**
   * Writes this just before the COMMIT, under one stamp with whatever else is written there. Until then the transaction
   * does not find it.
   * @param notBefore milliseconds; the stamp is at least that
   */
  writeLast(
    scope: Scope,
    transaction: Transaction,
    write: () => Promise<void>,
    notBefore: () => number = () => 0,
  ): void {
    const known = this.bounds.get(transaction);
    if (known === undefined) {
      const bounds = [notBefore];
      this.bounds.set(transaction, bounds);
      const largest = (): number => Math.max(...bounds.map((bound) => bound()));
      transaction.beforeCommit(() => this.take(scope, transaction, largest()), 'stamp');
    } else known.push(notBefore);
    transaction.beforeCommit(write, 'stamp');
  }

  /**
   * Takes the next stamp: the current time in milliseconds, or one more than the last stamp when that is larger, as
   * after a clock change. Its row stays locked until the commit, so that stamps are in commit order: after a reader has
   * seen stamp N, no new N-1 appears. Call it when everything else is locked.
   * @param notBefore milliseconds; the stamp is at least that
   */
  async take(scope: Scope, transaction: Transaction, notBefore = 0): Promise<void> {
    const key = memoryKeyOf(scope);
    const least = Math.max(nowOf(scope).getTime(), notBefore, (this.given.get(key) ?? 0) + 1);
    await transaction.write(
      'INSERT INTO `progress_stamps` (`tenantId`, `last`) VALUES (?, LAST_INSERT_ID(?)) ' +
        'ON DUPLICATE KEY UPDATE `last` = LAST_INSERT_ID(GREATEST(VALUES(`last`), `last` + 1))',
      [scope.tenantId, least],
      ({ insertId }) => {
        this.given.set(key, insertId);
        this.marks.stamped(transaction, { tenantId: scope.tenantId, stamp: insertId });
      },
    );
  }
  /** The last committed stamps of these tenants, without those who have none. */
  async lastOf(tenantIds: readonly string[]): Promise<Map<string, number>> {
    if (tenantIds.length === 0) return new Map();
    const rows: { tenantId: string; last: number }[] = await this.stored.query(
      'SELECT `tenantId`, `last` FROM `progress_stamps` WHERE `tenantId` IN (?)',
      [tenantIds],
    );
    return new Map(rows.map(({ tenantId, last }) => [tenantId, last]));
  }
}

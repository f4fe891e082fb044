import { Injectable } from '@nestjs/common';

import type { SqlExpression } from '../../database/statements/row-codec.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../scope.js';
import { nowOf } from '../time/tenant-clock.js';

/**
 * The stamp that {@link ChangeStampsRepository.take} has taken last on this connection. Only the server knows it:
 * reading it would be a round trip while the stamp's row is locked. Valid until a statement generates an ID.
 */
export const TAKEN_STAMP: SqlExpression = { toSqlString: () => 'LAST_INSERT_ID()' };

/** The order of the changes of a tenant. */
@Injectable()
export class ChangeStampsRepository {
  private readonly stamped = new WeakSet<Transaction>();

  /**
   * Writes this just before the COMMIT, under one stamp with whatever else is written there. Until then the transaction
   * does not find it.
   * @param notBefore milliseconds; the stamp is at least that; what is said first for a transaction holds
   */
  writeLast(
    scope: Scope,
    transaction: Transaction,
    write: () => Promise<void>,
    notBefore: () => number = () => 0,
  ): void {
    if (!this.stamped.has(transaction)) {
      this.stamped.add(transaction);
      transaction.beforeCommit(() => this.take(scope, transaction, notBefore()), 'stamp');
    }
    transaction.beforeCommit(write, 'stamp');
  }

  /**
   * Takes the next stamp: the current time in milliseconds, or one more than the last stamp when that is larger, as
   * after a clock change. Its row stays locked until the commit, so that stamps are in commit order: after a reader has
   * seen stamp N, no new N-1 appears. Call it when everything else is locked.
   * @param notBefore milliseconds; the stamp is at least that
   */
  async take(scope: Scope, transaction: Transaction, notBefore = 0): Promise<void> {
    await transaction.write(
      'INSERT INTO `progress_stamps` (`tenantId`, `last`) VALUES (?, LAST_INSERT_ID(?)) ' +
        'ON DUPLICATE KEY UPDATE `last` = LAST_INSERT_ID(GREATEST(VALUES(`last`), `last` + 1))',
      [scope.tenantId, Math.max(nowOf(scope).getTime(), notBefore)],
    );
  }
}

import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';

import type { Transaction } from '../../src/database/transaction/transaction.js';
import { ChangeStampsRepository } from '../../src/tenancy/change-stamps/change-stamps.repository.js';
import { Gate } from './gate.js';
import type { TestService, TestTenant } from './service.js';

/** Where a writer waits: before it takes its stamp, and behind it. */
export class Hold {
  /** Opened when the writer has come before its stamp. */
  readonly arrived = new Gate();
  readonly before = new Gate();
  /** Opened when the server has given the stamp. */
  readonly stamped = new Gate();
  readonly after = new Gate();

  async pass(transaction: Transaction, write: () => Promise<void>): Promise<void> {
    this.arrived.open();
    await this.before.opened;
    await write();
    // Writes are sent with the next statement that is awaited.
    await transaction.read('DO 0');
    this.stamped.open();
    await this.after.opened;
  }
}

/** Writers of one tenant, each stopped before it takes its stamp and behind it. */
export class HeldWriters {
  private readonly holds: Hold[] = [];

  constructor({ app }: TestService, { tenantId }: Pick<TestTenant, 'tenantId'>) {
    const stamps = app.get(ChangeStampsRepository);
    const take = stamps.take.bind(stamps);
    jest.spyOn(stamps, 'take').mockImplementation(async (scope, transaction, notBefore) => {
      const hold = scope.tenantId === tenantId ? this.holds.shift() : undefined;
      const taking = (): Promise<void> => take(scope, transaction, notBefore);
      await (hold === undefined ? taking() : hold.pass(transaction, taking));
    });
  }

  /** Of the next writer that gets as far. */
  hold(): Hold {
    const hold = new Hold();
    this.holds.push(hold);
    return hold;
  }
}

/** The orders in which three writers may commit. */
export const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** Resolves when such a statement was found twice in a row, and so waits for another transaction. */
export async function aTransactionWaits(
  database: DataSource,
  statement = /^INSERT INTO `progress_stamps`/,
): Promise<void> {
  for (let met = 0; met < 2;) {
    const running: { Info: string | null }[] = await database.query('SHOW FULL PROCESSLIST');
    met = running.some(({ Info }) => statement.test(Info ?? '')) ? met + 1 : 0;
  }
}

/** Moves the clock of the process, which goes back after the test. */
export function daysLater(days: number): void {
  const at = Date.now() + days * 86_400_000;
  jest.spyOn(Date, 'now').mockImplementation(() => at);
}

import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { NOW_MS } from '../../database/transaction/leases.js';
import type { WindowState } from './window-store.js';

/** A window that ends later than a new one would began before the clock was set back. */
const IS_OPEN = `\`endsAt\` > ${NOW_MS} AND \`endsAt\` <= VALUES(\`endsAt\`)`;
/** Without it the server may read, and so lock, the whole table when that is small. */
const BY_SUBJECT = '`rate_windows` FORCE INDEX (PRIMARY)';

interface LockedRow {
  readonly subject: Buffer;
  readonly count: number;
  readonly endsAt: number;
  readonly now: number;
}

function listOf(subjects: readonly Buffer[], item: string): string {
  return subjects.map(() => item).join(', ');
}

/** Counts of all processes by the hash of what is counted; they belong to no tenant. */
@Injectable()
export class RateWindowsRepository {
  /**
   * Reads the windows, with 0 where none is open, and locks the rows in this order until the transaction ends, so that
   * {@link add} adds to what was read.
   * @param lengths in milliseconds, of the window of each subject
   */
  async lock(
    transaction: Transaction,
    subjects: readonly Buffer[],
    lengths: readonly number[],
  ): Promise<WindowState[]> {
    // The first assignment needs the old end, so it comes first. A window with a count of 0 has not begun.
    await transaction.write(
      `INSERT INTO \`rate_windows\` (\`subject\`, \`count\`, \`endsAt\`)
       VALUES ${listOf(subjects, `(?, 0, ${NOW_MS} + ?)`)}
       ON DUPLICATE KEY UPDATE \`count\` = IF(${IS_OPEN}, \`count\`, 0),
         \`endsAt\` = IF(\`count\` > 0, \`endsAt\`, VALUES(\`endsAt\`))`,
      subjects.flatMap((subject, index) => [subject, lengths[index]]),
    );
    const rows: LockedRow[] = await transaction.read(
      `SELECT \`subject\`, \`count\`, \`endsAt\`, ${NOW_MS} AS \`now\` FROM ${BY_SUBJECT}
       WHERE \`subject\` IN (${listOf(subjects, '?')}) FOR UPDATE`,
      [...subjects],
    );
    return subjects.map((subject) => {
      const row = rows.find((found) => found.subject.equals(subject));
      if (row === undefined) throw new Error('A window was lost within its transaction');
      return { count: row.count, msLeft: row.endsAt - row.now };
    });
  }

  /** Adds to windows that this transaction has locked. */
  async add(transaction: Transaction, subjects: readonly Buffer[], points: number): Promise<void> {
    await transaction.write(
      `UPDATE ${BY_SUBJECT} SET \`count\` = \`count\` + ? WHERE \`subject\` IN (${listOf(subjects, '?')})`,
      [points, ...subjects],
    );
  }

  /** @returns how many windows that ended longer ago were deleted */
  async deleteEnded(transaction: Transaction, endedMsAgo: number, most: number): Promise<number> {
    const { affectedRows } = await transaction.execute(
      `DELETE FROM \`rate_windows\` WHERE \`endsAt\` < ${NOW_MS} - ? ORDER BY \`endsAt\` LIMIT ?`,
      [endedMsAgo, most],
    );
    return affectedRows;
  }
}

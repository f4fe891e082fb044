import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { NOW_MS } from '../../database/transaction/leases.js';
import { WINDOW_MS, type WindowState } from './window-store.js';

/** One that ends later than a window lasts was begun before the clock was set back. */
const IS_OPEN = `\`endsAt\` > ${NOW_MS} AND \`endsAt\` <= ${NOW_MS} + ${WINDOW_MS}`;
/** Of two rows of a small table the server may otherwise think that reading, and locking, all of it is as well. */
const BY_SUBJECT = '`rate_windows` FORCE INDEX (PRIMARY)';

interface HeldRow {
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
   * The windows as they are now, with 0 where none is open. The rows are held, in this order, until the transaction ends, so that what is
   * then added is added to what was read.
   */
  async hold(transaction: Transaction, subjects: readonly Buffer[]): Promise<WindowState[]> {
    // The first assignment needs the end as it was. A window in which nothing was counted has not begun.
    await transaction.write(
      `INSERT INTO \`rate_windows\` (\`subject\`, \`count\`, \`endsAt\`)
       VALUES ${listOf(subjects, `(?, 0, ${NOW_MS} + ${WINDOW_MS})`)}
       ON DUPLICATE KEY UPDATE \`count\` = IF(${IS_OPEN}, \`count\`, 0),
         \`endsAt\` = IF(\`count\` > 0, \`endsAt\`, VALUES(\`endsAt\`))`,
      subjects,
    );
    const rows: HeldRow[] = await transaction.read(
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

  /** Adds to windows that this transaction holds. */
  async add(transaction: Transaction, subjects: readonly Buffer[], points: number): Promise<void> {
    await transaction.write(
      `UPDATE ${BY_SUBJECT} SET \`count\` = \`count\` + ? WHERE \`subject\` IN (${listOf(subjects, '?')})`,
      [points, ...subjects],
    );
  }

  /** @returns how many windows that ended so long ago were forgotten */
  async forget(transaction: Transaction, endedMsAgo: number, most: number): Promise<number> {
    const { affectedRows } = await transaction.execute(
      `DELETE FROM \`rate_windows\` WHERE \`endsAt\` < ${NOW_MS} - ? ORDER BY \`endsAt\` LIMIT ?`,
      [endedMsAgo, most],
    );
    return affectedRows;
  }
}

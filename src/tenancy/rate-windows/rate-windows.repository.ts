import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { NOW_MS } from '../../database/leases.js';
import { later } from '../../database/pending-statements.js';
import { WINDOW_MS, type WindowState } from './window-store.js';

/** One that ends later than a window lasts was begun before the clock was set back. */
const IS_OPEN = `\`endsAt\` > ${NOW_MS} AND \`endsAt\` <= ${NOW_MS} + ${WINDOW_MS}`;

/** Counts of all processes by the hash of what is counted; they belong to no tenant. */
@Injectable()
export class RateWindowsRepository {
  /** Holds the row until the transaction ends, so that the next count is another one. */
  async add(manager: EntityManager, subject: Buffer, points: number): Promise<WindowState> {
    // The first assignment needs the end as it was.
    await later(
      manager,
      `INSERT INTO \`rate_windows\` (\`subject\`, \`count\`, \`endsAt\`) VALUES (?, ?, ${NOW_MS} + ${WINDOW_MS})
       ON DUPLICATE KEY UPDATE \`count\` = IF(${IS_OPEN}, \`count\` + VALUES(\`count\`), VALUES(\`count\`)),
         \`endsAt\` = IF(${IS_OPEN}, \`endsAt\`, VALUES(\`endsAt\`))`,
      [subject, points],
    );
    const rows: { count: number; endsAt: number; now: number }[] = await manager.query(
      `SELECT \`count\`, \`endsAt\`, ${NOW_MS} AS \`now\` FROM \`rate_windows\` WHERE \`subject\` = ?`,
      [subject],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('A count was lost within its transaction');
    return { count: row.count, msLeft: row.endsAt - row.now };
  }

  /** @returns how many windows that ended so long ago were forgotten */
  async forget(manager: EntityManager, endedMsAgo: number, most: number): Promise<number> {
    const { affectedRows }: { affectedRows: number } = await manager.query(
      `DELETE FROM \`rate_windows\` WHERE \`endsAt\` < ${NOW_MS} - ? ORDER BY \`endsAt\` LIMIT ?`,
      [endedMsAgo, most],
    );
    return affectedRows;
  }
}

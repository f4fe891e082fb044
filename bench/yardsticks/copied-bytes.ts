import type { Connection } from 'mysql2/promise';

import type { Bench } from '../support/bench.js';
import { Client } from '../support/client.js';
import type { Cost, Target } from '../support/cost.js';
import { measure } from '../support/measure.js';

const DATABASE = 'yardstick';
const PIECES_PER_STATEMENT = 500;

/** The limit of reads: a process that copies the service's own answers out of tables, one table per answer. */
export class CopiedBytes {
  private constructor(
    private readonly database: Connection,
    private readonly target: Target,
    private readonly client: Client,
  ) {}

  static async start(bench: Bench): Promise<CopiedBytes> {
    const child = await bench.startYardstick('byte-copy.ts', DATABASE);
    const target = { pid: child.pid, databasePid: bench.databasePid };
    return new CopiedBytes(await bench.connect(DATABASE), target, new Client(child.address));
  }

  /**
   * Makes `/name` send this page.
   * @throws {Error} unless it sends exactly these bytes
   */
  async put(name: string, page: Buffer): Promise<void> {
    const rows = piecesOf(page).map((piece, number) => [number, piece]);
    await this.database.query('DROP TABLE IF EXISTS ??', [name]);
    await this.database.query(
      'CREATE TABLE ?? (`number` int unsigned NOT NULL PRIMARY KEY, `piece` mediumblob NOT NULL)',
      [name],
    );
    for (let from = 0; from < rows.length; from += PIECES_PER_STATEMENT)
      await this.database.query('INSERT INTO ?? VALUES ?', [
        name,
        rows.slice(from, from + PIECES_PER_STATEMENT),
      ]);
    const { body } = await this.client.get(`/${name}`, true);
    if (!body.equals(page)) throw new Error(`The yardstick sends other bytes than the service for ${name}`);
  }

  measure(name: string, calls: number, rows: number): Promise<Cost> {
    return measure(this.target, calls, rows, () => this.client.get(`/${name}`));
  }
}

/** Splits a page into its head, each of its records, and its tail. */
function piecesOf(page: Buffer): Buffer[] {
  const { data } = JSON.parse(page.toString()) as { data: readonly unknown[] };
  const records = data.map((record, index) =>
    Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(record)}`),
  );
  const head = page.subarray(0, page.indexOf('[') + 1);
  const tail = page.subarray(head.length + records.reduce((sum, { length }) => sum + length, 0));
  return [head, ...records, tail];
}

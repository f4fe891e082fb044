import { createConnection } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';
import type { Bench } from '../support/bench.js';
import type { Child } from '../support/child.js';
import { Client } from '../support/client.js';
import type { Target } from '../support/cost.js';
import { type Measured, measure } from '../support/measure.js';

const DATABASE = 'yardstick';
const PIECES_PER_STATEMENT = 500;

/** The limit of reads: a process that copies the service's own answers out of tables, one table per answer. */
export class CopiedBytes {
  private constructor(
    private readonly bench: Bench,
    private readonly target: Target,
    readonly client: Client,
  ) {}

  static async start(bench: Bench): Promise<CopiedBytes> {
    await bench.createDatabase(DATABASE);
    const child = await bench.startYardstick('byte-copy.ts', DATABASE);
    const target = { pid: child.pid, databasePid: bench.databasePid };
    return new CopiedBytes(bench, target, new Client(child.address));
  }

  /** Starts another process that sends the same. */
  startAnother(): Promise<Child> {
    return this.bench.startYardstick('byte-copy.ts', DATABASE);
  }

  /**
   * Makes `/name` send this page.
   * @throws {Error} unless it sends exactly these bytes
   */
  async put(name: string, page: Buffer): Promise<void> {
    const rows = piecesOf(page).map((piece, number) => [number, piece]);
    const connection = await createConnection({ ...parseDatabaseUrl(this.bench.databaseUrl(DATABASE)) });
    await connection.query('DROP TABLE IF EXISTS ??', [name]);
    await connection.query(
      'CREATE TABLE ?? (`number` int unsigned NOT NULL PRIMARY KEY, `piece` mediumblob NOT NULL)',
      [name],
    );
    for (let from = 0; from < rows.length; from += PIECES_PER_STATEMENT)
      await connection.query('INSERT INTO ?? VALUES ?', [
        name,
        rows.slice(from, from + PIECES_PER_STATEMENT),
      ]);
    await connection.end();
    const { body } = await this.client.get(`/${name}`, true);
    if (!body.equals(page)) throw new Error(`The yardstick sends other bytes than the service for ${name}`);
  }

  measure(name: string, calls: number, rows: number): Promise<Measured> {
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

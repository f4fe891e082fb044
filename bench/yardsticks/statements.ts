import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection-target.js';
import type { Person } from '../users/people.js';
import type { Load } from '../users/load.js';

const ROWS_PER_STATEMENT = 500;
const FIELDS = [
  ...[
    'email',
    'firstName',
    'lastName',
    'accountType',
    'accountStatus',
    'schoolProgram',
    'programId',
    'degree',
  ],
  ...['monthOfEntry', 'yearOfEntry', 'userTags', 'languages', 'customFields', 'facultyProfile'],
] as const;
const COLUMNS = [
  ...['tenantId', 'id', 'legacyNumber', 'emailKey', 'isAffiliatedWithUniversity', 'hideProfilePage'],
  ...['unsubscribeAllGroupEmails', 'createdAt', 'updatedAt', ...FIELDS],
];

function columnValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
}

/** The limit: the statements that no service can do without, on a table like the service's, and nothing around them. */
export class Statements {
  private constructor(private readonly pool: Pool) {}

  static async prepare(databaseUrl: string, like: string): Promise<Statements> {
    const pool = createPool({ ...parseDatabaseUrl(databaseUrl), connectionLimit: 64, timezone: 'Z' });
    await pool.query(`CREATE TABLE \`users\` LIKE \`${like}\`.\`users\``);
    return new Statements(pool);
  }

  /** A single-row upsert for each. */
  async upsertSingly(people: readonly Person[], atOnce: number): Promise<Load> {
    const sql = this.upsert();
    return this.timed(people, atOnce, (person) => this.pool.query(sql, [[this.rowOf(person)]]));
  }

  /** A single-row look-up by each of the two unique keys. */
  async lookUpSingly(people: readonly Person[], atOnce: number): Promise<Load> {
    const sql =
      'SELECT * FROM `users` WHERE `tenantId` = ? AND `legacyNumber` = ? UNION SELECT * FROM `users` WHERE `tenantId` = ? AND `emailKey` = ?';
    return this.timed(people, atOnce, ({ externalId, email }) =>
      this.pool.query(sql, ['limit', externalId, 'limit', email]),
    );
  }

  /** Upserts of many rows, one after the other. */
  upsertTogether(people: readonly Person[]): Promise<Load> {
    const sql = this.upsert();
    return this.timed(inBatches(people), 1, (batch) =>
      this.pool.query(sql, [batch.map((person) => this.rowOf(person))]),
    );
  }

  /** Look-ups of many rows by each of the two unique keys, one after the other. */
  lookUpTogether(people: readonly Person[]): Promise<Load> {
    return this.timed(inBatches(people), 1, async (batch) => {
      for (const [column, values] of [
        ['legacyNumber', batch.map(({ externalId }) => externalId)],
        ['emailKey', batch.map(({ email }) => email)],
      ] as const)
        await this.pool.query(`SELECT * FROM \`users\` WHERE \`tenantId\` = ? AND \`${column}\` IN (?)`, [
          'limit',
          values,
        ]);
    });
  }

  async count(): Promise<number> {
    const [rows] = await this.pool.query<RowDataPacket[]>('SELECT COUNT(*) AS `count` FROM `users`');
    return Number(rows[0]?.['count']);
  }

  async stop(): Promise<void> {
    await this.pool.end();
  }

  private upsert(): string {
    const names = COLUMNS.map((name) => `\`${name}\``).join(', ');
    const changes = FIELDS.map((name) => `\`${name}\` = VALUES(\`${name}\`)`).join(', ');
    return `INSERT INTO \`users\` (${names}) VALUES ? ON DUPLICATE KEY UPDATE ${changes}`;
  }

  private rowOf(person: Person): unknown[] {
    const { externalId, email } = person;
    const now = new Date();
    const fields = FIELDS.map((name) => columnValue(person[name]));
    return ['limit', externalId, externalId, email, true, false, false, now, now, ...fields];
  }

  private async timed<T>(
    items: readonly T[],
    atOnce: number,
    work: (item: T) => Promise<unknown>,
  ): Promise<Load> {
    const ms: number[] = [];
    let next = 0;
    const caller = async (): Promise<void> => {
      for (let item = items[next++]; item !== undefined; item = items[next++]) {
        const start = performance.now();
        await work(item);
        ms.push(performance.now() - start);
      }
    };
    const start = performance.now();
    await Promise.all(Array.from({ length: atOnce }, caller));
    return { ms, seconds: (performance.now() - start) / 1000 };
  }
}

function inBatches(people: readonly Person[]): Person[][] {
  const count = Math.ceil(people.length / ROWS_PER_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    people.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
}

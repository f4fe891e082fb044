import type { Pool } from 'mysql2/promise';

import type { Load } from '../support/cost.js';
import { timed } from '../support/load.js';
import type { Person } from '../users/people.js';
import { openPool } from './pool.js';

const ROWS_PER_STATEMENT = 500;
const TENANT = 'limit';
const FIELDS = [
  'email',
  'firstName',
  'lastName',
  'accountType',
  'accountStatus',
  'schoolProgram',
  'programId',
  'degree',
  'monthOfEntry',
  'yearOfEntry',
  'userTags',
  'languages',
  'customFields',
  'facultyProfile',
] as const;
const COLUMNS = [
  'tenantId',
  'id',
  'legacyNumber',
  'emailKey',
  'nameKey',
  'isAffiliatedWithUniversity',
  'hideProfilePage',
  'unsubscribeAllGroupEmails',
  'createdAt',
  'updatedAt',
  ...FIELDS,
];

/** The service computes it; here any will do. */
const NAME_KEY = Buffer.alloc(8);

function columnValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
}

function rowOf(person: Person): unknown[] {
  const { externalId, email } = person;
  const now = new Date();
  const fields = FIELDS.map((name) => columnValue(person[name]));
  return [TENANT, externalId, externalId, email, NAME_KEY, true, false, false, now, now, ...fields];
}

function upsert(): string {
  const names = COLUMNS.map((name) => `\`${name}\``).join(', ');
  const changes = FIELDS.map((name) => `\`${name}\` = VALUES(\`${name}\`)`).join(', ');
  return `INSERT INTO \`users\` (${names}) VALUES ? ON DUPLICATE KEY UPDATE ${changes}`;
}

/**
 * The limit: only the statements that every service needs, on a table like the service's. An unchanged person takes one
 * look-up, because the row with the number also has the address.
 */
export class Statements {
  private constructor(private readonly pool: Pool) {}

  static async prepare(databaseUrl: string, like: string): Promise<Statements> {
    const pool = openPool(databaseUrl).promise();
    await pool.query(`CREATE TABLE \`users\` LIKE \`${like}\`.\`users\``);
    return new Statements(pool);
  }

  /** One single-row upsert for each person. */
  upsertSingly(people: readonly Person[], atOnce: number): Promise<Load> {
    const sql = upsert();
    return timed(people.map(rowOf), atOnce, (row) => this.pool.query(sql, [[row]]));
  }

  /** One single-row look-up for each person. */
  lookUpSingly(people: readonly Person[], atOnce: number): Promise<Load> {
    const sql = 'SELECT * FROM `users` WHERE `tenantId` = ? AND `legacyNumber` = ?';
    return timed(people, atOnce, ({ externalId }) => this.pool.query(sql, [TENANT, externalId]));
  }

  /** Upserts of many rows, one after the other. */
  upsertTogether(people: readonly Person[]): Promise<Load> {
    const sql = upsert();
    return timed(inBatches(people.map(rowOf)), 1, (batch) => this.pool.query(sql, [batch]));
  }

  /** Look-ups of many rows, one after the other. */
  lookUpTogether(people: readonly Person[]): Promise<Load> {
    const sql = 'SELECT * FROM `users` WHERE `tenantId` = ? AND `legacyNumber` IN (?)';
    const numbers = people.map(({ externalId }) => externalId);
    return timed(inBatches(numbers), 1, (batch) => this.pool.query(sql, [TENANT, batch]));
  }

  async stop(): Promise<void> {
    await this.pool.end();
  }
}

function inBatches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, index) =>
    items.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
}

import type { Pool, RowDataPacket } from 'mysql2/promise';

import { draftPerson } from '../../src/progress/document-text.js';
import { serverKeyOf, ServerKeys } from '../../src/secrets/server-keys.js';
import { blankUser } from '../../src/users/model/merge.js';
import { BodyHashes } from '../../src/users/unchanged-bodies/body-hashes.js';
import type { User } from '../../src/users/model/user.entity.js';
import { emailKeyOf, formatId, type IdPrefix, prefixFor } from '../../src/users/model/user-ids.js';
import { SERVER_KEY } from '../support/bench.js';
import { openPool } from '../yardsticks/pool.js';
import { personAt } from './population.js';

const PEOPLE_PER_TRANSACTION = 2000;
const AT_ONCE = 2;

/** The work in the progress document of every newcomer. */
interface Pattern {
  readonly progress: string;
  readonly pacingStatus: string;
  readonly reviewOn: string | null;
}

type Rows = Readonly<
  Record<'users' | 'progress_documents' | 'progress_changes' | 'user_changes', unknown[][]>
>;

const COLUMNS: Readonly<Record<keyof Rows, readonly string[]>> = {
  users: Object.keys(blankUser('', '', null, new Date(0))),
  progress_documents: [
    'tenantId',
    'studentId',
    'person',
    'sortName',
    'programId',
    'progress',
    'pacingStatus',
    'reviewOn',
    'changedAt',
  ],
  progress_changes: ['tenantId', 'stamp', 'studentId', 'supersededBy'],
  user_changes: ['tenantId', 'userId', 'at', 'actor', 'requestId', 'run', 'kind', 'fields'],
};

function columnValue(value: unknown): unknown {
  if (value instanceof Date || Buffer.isBuffer(value)) return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Writes people directly, with all rows that the service writes for a new person. */
export class Seeder {
  private readonly next = new Map<string, number>();
  private readonly programs = new Map<string, unknown[]>();
  private readonly hashes = new BodyHashes(new ServerKeys(serverKeyOf(SERVER_KEY)));
  private stamp = Date.now();

  private constructor(
    private readonly pool: Pool,
    private readonly tenantIds: readonly string[],
    private readonly emailDomains: ReadonlyMap<string, string>,
    private readonly pattern: Pattern,
  ) {}

  /** @param tenantIds whom people belong to, in turn. The database must have a student whom the service wrote. */
  static async open(databaseUrl: string, tenantIds: readonly string[]): Promise<Seeder> {
    const pool = openPool(databaseUrl).promise();
    const sql =
      'SELECT `progress`, `pacingStatus`, DATE_FORMAT(`reviewOn`, "%Y-%m-%d") AS `reviewOn` FROM ' +
      '`progress_documents` LIMIT 1';
    const [[row]] = await pool.query<RowDataPacket[]>(sql);
    const [tenants] = await pool.query<RowDataPacket[]>('SELECT `id`, `emailDomain` FROM `tenants`');
    const emailDomains = tenants.map(
      (tenant) => [String(tenant['id']), String(tenant['emailDomain'])] as const,
    );
    return new Seeder(pool, tenantIds, new Map(emailDomains), row as unknown as Pattern);
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** Adds the people from `from` up to `to`, in the order in which the service would have stored them. */
  async seed(from: number, to: number): Promise<void> {
    await this.readNumbers();
    let start = from;
    const worker = async (): Promise<void> => {
      while (start < to) {
        const first = start;
        start = Math.min(to, start + PEOPLE_PER_TRANSACTION);
        await this.write(this.rowsOf(first, start));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await this.writeRest();
    await this.pool.query(`ANALYZE TABLE ${Object.keys(COLUMNS).join(', ')}`);
  }

  private rowsOf(from: number, to: number): Rows {
    this.stamp = Math.max(this.stamp + 1, Date.now());
    const rows: Rows = { users: [], progress_documents: [], progress_changes: [], user_changes: [] };
    for (let index = from; index < to; index += 1) {
      const user = this.userAt(index);
      const { tenantId, id, createdAt, accountType, programId, schoolProgram } = user;
      this.programs.set(`${tenantId} ${programId ?? ''}`, [tenantId, programId, schoolProgram, createdAt]);
      rows.users.push(COLUMNS.users.map((name) => columnValue(user[name as keyof User])));
      rows.user_changes.push([tenantId, id, createdAt, 'key:seed', `seed-${from}`, null, 'inserted', null]);
      if (accountType !== 'Student') continue;
      const { person, sortName } = draftPerson(user);
      const { progress, pacingStatus, reviewOn } = this.pattern;
      rows.progress_documents.push([
        tenantId,
        id,
        person,
        sortName,
        programId,
        progress,
        pacingStatus,
        reviewOn,
        this.stamp,
      ]);
      rows.progress_changes.push([tenantId, this.stamp, id, null]);
    }
    return rows;
  }

  private userAt(index: number): User {
    const tenantId = this.tenantIds[index % this.tenantIds.length] ?? '';
    const person = personAt(index, 1);
    const { externalId, ...fields } = person;
    const prefix = prefixFor(fields['accountType'] as User['accountType']);
    const blank = blankUser(tenantId, this.takeId(tenantId, prefix), externalId, new Date(this.stamp));
    const tenant = { emailDomain: this.emailDomains.get(tenantId) ?? '' };
    const bodyHash = this.hashes.of({ tenant }, blank.updatedAt, JSON.stringify(person));
    return Object.assign(blank, fields, { emailKey: emailKeyOf(fields.email), bodyHash });
  }

  private takeId(tenantId: string, prefix: IdPrefix): string {
    const key = `${tenantId} ${prefix}`;
    const number = this.next.get(key) ?? 1;
    this.next.set(key, number + 1);
    return formatId(prefix, number);
  }

  private async write(rows: Rows): Promise<void> {
    const connection = await this.pool.getConnection();
    await connection.query('SET unique_checks = 0');
    await connection.beginTransaction();
    for (const [table, columns] of Object.entries(COLUMNS) as [keyof Rows, string[]][])
      if (rows[table].length > 0)
        await connection.query('INSERT INTO ?? (??) VALUES ?', [table, columns, rows[table]]);
    await connection.commit();
    connection.release();
  }

  private async readNumbers(): Promise<void> {
    const [rows] = await this.pool.query<RowDataPacket[]>(
      'SELECT `tenantId`, `prefix`, `next` FROM `user_numbers`',
    );
    for (const row of rows)
      this.next.set(`${String(row['tenantId'])} ${String(row['prefix'])}`, Number(row['next']));
    const [[last]] = await this.pool.query<RowDataPacket[]>(
      'SELECT MAX(`last`) AS `last` FROM `progress_stamps`',
    );
    this.stamp = Math.max(this.stamp, Number(last?.['last']));
  }

  private async writeRest(): Promise<void> {
    const numbers = [...this.next].map(([key, next]) => [...key.split(' '), next]);
    await this.pool.query(
      'INSERT INTO `user_numbers` VALUES ? ON DUPLICATE KEY UPDATE `next` = VALUES(`next`)',
      [numbers],
    );
    const stamps = this.tenantIds.map((tenantId) => [tenantId, this.stamp]);
    await this.pool.query(
      'INSERT INTO `progress_stamps` VALUES ? ON DUPLICATE KEY UPDATE `last` = GREATEST(`last`, VALUES(`last`))',
      [stamps],
    );
    await this.pool.query('INSERT IGNORE INTO `programs` VALUES ?', [[...this.programs.values()]]);
  }
}

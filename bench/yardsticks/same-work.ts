/**
 * The handwritten service with all the work that the contract asks of a post: it locks the person, writes only a person
 * who differs, and keeps a history of fields before and after and one record per student for the export, stamped in
 * commit order; all in one transaction. The database generates the numbers, and the order of changes is an index. No
 * scopes, de-provisioning limits, warnings, rate limits, log, batches or retries.
 */
import { isDeepStrictEqual } from 'node:util';

import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';

import {
  type Caller,
  columnsOf,
  inTransaction,
  keysOf,
  prepareDatabase,
  type Save,
  serve,
} from './handwritten-app.js';
import type { Person } from './person.js';

const FIND =
  '(SELECT * FROM people WHERE id = ? AND tenantId = ? FOR UPDATE) ' +
  'UNION ALL (SELECT * FROM people WHERE tenantId = ? AND externalId = ? FOR UPDATE) ' +
  'UNION ALL (SELECT * FROM people WHERE tenantId = ? AND email = ? FOR UPDATE)';
const STAMP =
  'INSERT INTO stamps (tenantId, last) VALUES (?, LAST_INSERT_ID(?)) ' +
  'ON DUPLICATE KEY UPDATE last = LAST_INSERT_ID(GREATEST(VALUES(last), last + 1))';
const NO_PROGRESS = JSON.stringify({
  dissertation: { title: null, status: 'not_started', startedOn: null, defendedOn: null, versions: [] },
  milestones: [],
  pacing: { status: 'not_started', reasons: [], completed: 0, total: 0, nextMilestone: null, daysBehind: 0 },
  committee: { status: 'not_started', formedOn: null, missingRoles: ['chair'], members: [] },
});

const pool = await prepareDatabase();
await pool.query(`CREATE TABLE people_changes (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, tenantId bigint NOT NULL,
  personId bigint NOT NULL, at datetime(3) NOT NULL, actor varchar(64) NOT NULL, requestId char(36) NOT NULL,
  kind varchar(16) NOT NULL, fields json NULL, KEY ix_people_changes (tenantId, personId)) ENGINE=InnoDB`);
await pool.query(
  'CREATE TABLE stamps (tenantId bigint NOT NULL PRIMARY KEY, last bigint NOT NULL) ENGINE=InnoDB',
);
await pool.query(`CREATE TABLE records (tenantId bigint NOT NULL, studentId bigint NOT NULL, person mediumtext NOT NULL,
  progress mediumtext NOT NULL, changedAt bigint NOT NULL, PRIMARY KEY (tenantId, studentId),
  KEY ix_records_changed (tenantId, changedAt)) ENGINE=InnoDB`);

interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The sent fields that differ from the stored ones. */
function changesOf(stored: RowDataPacket, person: Person): FieldChange[] {
  const row: Readonly<Record<string, unknown>> = stored;
  return Object.entries<unknown>(person).flatMap(([field, after]) => {
    const value = row[field];
    const before: unknown =
      typeof after === 'object' && after !== null && typeof value === 'string'
        ? JSON.parse(value)
        : (value ?? null);
    const is = typeof after === 'boolean' ? Number(after) : after;
    return after === undefined || isDeepStrictEqual(before, is) ? [] : [{ field, before, after }];
  });
}

async function writeHistory(
  connection: PoolConnection,
  { tenantId, key: actor, requestId }: Caller,
  personId: number,
  at: Date,
  changes: readonly FieldChange[] | undefined,
): Promise<void> {
  const kind = changes === undefined ? 'inserted' : 'updated';
  const fields = changes === undefined ? null : JSON.stringify(changes);
  const entry = { tenantId, personId, at, actor, requestId, kind, fields };
  await connection.query('INSERT INTO people_changes SET ?', [entry]);
}

/** The part of a student's record with the attributes of the person. */
async function writeRecord(
  connection: PoolConnection,
  tenantId: number,
  studentId: number,
  student: Person,
  isNew: boolean,
): Promise<void> {
  const { externalId: legacyNumber, email, firstName, lastName, accountStatus = 'active' } = student;
  const { schoolProgram, programId, degree, monthOfEntry, yearOfEntry } = student;
  const person = JSON.stringify({
    studentId,
    legacyNumber,
    email,
    firstName,
    lastName,
    accountStatus,
    schoolProgram,
    programId,
    degree,
    monthOfEntry,
    yearOfEntry,
  });
  const [{ insertId: changedAt }] = await connection.query<ResultSetHeader>(STAMP, [tenantId, Date.now()]);
  if (isNew) {
    const record = { tenantId, studentId, person, progress: NO_PROGRESS, changedAt };
    await connection.query('INSERT INTO records SET ?', [record]);
  } else {
    const sql = 'UPDATE records SET ? WHERE tenantId = ? AND studentId = ?';
    await connection.query(sql, [{ person, changedAt }, tenantId, studentId]);
  }
}

const save: Save = (caller, person) =>
  inTransaction(pool, async (connection) => {
    const { tenantId } = caller;
    const [[found]] = await connection.query<RowDataPacket[]>(FIND, keysOf(tenantId, person));
    const changes = found === undefined ? undefined : changesOf(found, person);
    const changed = changes?.map(({ field }) => field) ?? [];
    const now = new Date();
    let id = found?.['id'] as number | undefined;
    if (id !== undefined && changed.length === 0) return { id, kind: 'unchanged', meta: { changed } };
    const values = columnsOf(person);
    const isNew = id === undefined;
    if (id === undefined) {
      const row = { ...values, tenantId, createdAt: now, updatedAt: now };
      id = (await connection.query<ResultSetHeader>('INSERT INTO people SET ?', [row]))[0].insertId;
    } else {
      await connection.query('UPDATE people SET ? WHERE id = ?', [{ ...values, updatedAt: now }, id]);
    }
    await writeHistory(connection, caller, id, now, changes);
    if (person.accountType === 'Student')
      await writeRecord(connection, tenantId, id, { ...found, ...person }, isNew);
    return { id, kind: isNew ? 'inserted' : 'updated', meta: { changed } };
  });

serve(pool, save);

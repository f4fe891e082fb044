/**
 * What a good engineer writes in an afternoon: one handler on Express and mysql2, with zod. It checks the headers, looks
 * the person up by the three keys and inserts or updates in one transaction (a look-up that locks would deadlock with
 * others on the gaps that it finds). No tenants, scopes, numbers, history,
 * warnings, batches or retries. `GET /` is a bare handler.
 */
import type { AddressInfo } from 'node:net';

import express from 'express';
import { createPool, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { z } from 'zod';

import { parseDatabaseUrl } from '../../src/database/connection-target.js';

const text = (max: number): z.ZodString => z.string().trim().min(1).max(max);
const list = z.array(text(255)).max(100);

const Person = z.strictObject({
  email: z.email().max(254),
  firstName: text(100),
  lastName: text(100),
  accountType: z.enum(['Student', 'Faculty', 'Staff']),
  accountStatus: z.enum(['active', 'inactive']).default('active'),
  externalId: text(64),
  schoolProgram: text(255).nullish(),
  programId: text(64).nullish(),
  degree: text(255).nullish(),
  monthOfEntry: z.int().min(1).max(12).nullish(),
  yearOfEntry: z.int().min(1000).max(9999).nullish(),
  userTags: list.nullish(),
  languages: list.nullish(),
  customFields: z.record(z.string(), z.unknown()).nullish(),
  facultyProfile: z
    .strictObject({
      highestDegree: text(255).nullish(),
      facultyRank: text(255).nullish(),
      contentExpertiseTags: list.nullish(),
      maxConcurrentCommittees: z.int().min(0).max(1000).nullish(),
    })
    .nullish(),
});
type Person = z.infer<typeof Person>;

const COLUMNS = [
  ...['email', 'firstName', 'lastName', 'accountType', 'accountStatus', 'externalId', 'schoolProgram'],
  ...['programId', 'degree', 'monthOfEntry', 'yearOfEntry', 'userTags', 'languages', 'customFields'],
  'facultyProfile',
] as const satisfies (keyof Person)[];
const names = COLUMNS.map((name) => `\`${name}\``).join(', ');

const pool = createPool({ ...parseDatabaseUrl(process.argv[2] ?? ''), connectionLimit: 10, timezone: 'Z' });

await pool.query(`CREATE TABLE IF NOT EXISTS people (
  id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, email varchar(254) NOT NULL, firstName varchar(100) NOT NULL,
  lastName varchar(100) NOT NULL, accountType varchar(16) NOT NULL, accountStatus varchar(16) NOT NULL,
  externalId varchar(64) NULL, schoolProgram varchar(255) NULL, programId varchar(64) NULL, degree varchar(255) NULL,
  monthOfEntry tinyint NULL, yearOfEntry smallint NULL, userTags json NULL, languages json NULL, customFields json NULL,
  facultyProfile json NULL, updatedAt datetime(3) NOT NULL,
  UNIQUE KEY uq_people_email (email), UNIQUE KEY uq_people_external_id (externalId)) ENGINE=InnoDB`);

function columnValue(value: unknown): unknown {
  if (value === undefined) return null;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

async function save(person: Person): Promise<{ id: number; inserted: boolean }> {
  const values = COLUMNS.map((name) => columnValue(person[name]));
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [found] = await connection.query<RowDataPacket[]>(
      'SELECT id FROM people WHERE id = ? OR externalId = ? OR email = ?',
      [person.externalId, person.externalId, person.email],
    );
    const known = found[0] as { id: number } | undefined;
    let id = known?.id;
    if (id === undefined) {
      const sql = `INSERT INTO people (${names}, updatedAt) VALUES (?, NOW(3))`;
      id = (await connection.query<ResultSetHeader>(sql, [values]))[0].insertId;
    } else {
      const sql = `UPDATE people SET ${COLUMNS.map((name) => `\`${name}\` = ?`).join(', ')}, updatedAt = NOW(3) WHERE id = ?`;
      await connection.query(sql, [...values, id]);
    }
    await connection.commit();
    return { id, inserted: known === undefined };
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const app = express();
app.disable('x-powered-by');
app.get('/', (_request, response) => {
  response.json({ success: true, data: { name: 'handwritten' } });
});
app.use(express.json());
app.post('/users', async (request, response) => {
  if (
    request.headers['x-service-api-key'] !== 'key' ||
    request.headers['x-service-api-secret'] !== 'secret'
  ) {
    response.status(401).json({ success: false, code: 'INVALID_CREDENTIALS' });
    return;
  }
  const parsed = Person.safeParse(request.body);
  if (!parsed.success) {
    response.status(400).json({ success: false, errors: parsed.error.issues });
    return;
  }
  const { id, inserted } = await save(parsed.data);
  response.status(inserted ? 201 : 200).json({ success: true, data: { id, ...parsed.data } });
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit());

/**
 * What a good engineer writes in an afternoon: one handler on Express and mysql2, with zod. It checks the credential,
 * which it believes for four seconds as the service does, looks the person up by the three keys within the tenant, and
 * inserts or updates the fields that were sent, in one transaction. No scopes, numbers of its own, history, progress
 * documents, log, batches or retries; a person who is unchanged is written again. `GET /` is a bare handler, open to all.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import express, { type NextFunction, type Request, type Response } from 'express';
import type { ResultSetHeader, RowDataPacket } from 'mysql2/promise';

import { HANDWRITTEN_KEY, HANDWRITTEN_SECRET } from './credential.js';
import { Person } from './person.js';
import { openPool } from './pool.js';

const CACHE_MS = 4000;

const pool = openPool(process.argv[2] ?? '').promise();
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

await pool.query(`CREATE TABLE credentials (apiKey varchar(64) NOT NULL PRIMARY KEY, secretHash binary(32) NOT NULL,
  tenantId bigint NOT NULL) ENGINE=InnoDB`);
await pool.query('INSERT INTO credentials VALUES (?, ?, 1)', [HANDWRITTEN_KEY, hashOf(HANDWRITTEN_SECRET)]);
await pool.query(`CREATE TABLE people (
  id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, tenantId bigint NOT NULL, email varchar(254) NOT NULL,
  firstName varchar(100) NOT NULL, lastName varchar(100) NOT NULL, accountType varchar(16) NOT NULL,
  accountStatus varchar(16) NOT NULL DEFAULT 'active', externalId varchar(64) NULL, schoolProgram varchar(255) NULL,
  programId varchar(64) NULL, degree varchar(255) NULL, monthOfEntry tinyint NULL, yearOfEntry smallint NULL,
  monthOfGraduation tinyint NULL, yearOfGraduation smallint NULL, domain varchar(253) NULL, role varchar(64) NULL,
  name varchar(255) NULL, middleInitial varchar(8) NULL, isAffiliatedWithUniversity tinyint NULL, hideProfilePage tinyint NULL,
  unsubscribeAllGroupEmails tinyint NULL, genderPronoun varchar(100) NULL, userTags json NULL, nationalities json NULL,
  careerInterests json NULL, languages json NULL, customFields json NULL, facultyProfile json NULL,
  createdAt datetime(3) NOT NULL, updatedAt datetime(3) NOT NULL,
  UNIQUE KEY uq_people_email (tenantId, email), UNIQUE KEY uq_people_external_id (tenantId, externalId)) ENGINE=InnoDB`);

interface Credential {
  readonly hash: Buffer;
  readonly tenantId: number;
  readonly until: number;
}
const known = new Map<string, Credential>();

async function credentialOf(key: string): Promise<Credential | undefined> {
  const cached = known.get(key);
  if (cached !== undefined && cached.until > Date.now()) return cached;
  const sql = 'SELECT secretHash, tenantId FROM credentials WHERE apiKey = ?';
  const [[row]] = await pool.query<RowDataPacket[]>(sql, [key]);
  if (row === undefined) return undefined;
  const { secretHash, tenantId } = row as { secretHash: Buffer; tenantId: number };
  const credential = { hash: secretHash, tenantId, until: Date.now() + CACHE_MS };
  known.set(key, credential);
  return credential;
}

/** Lets a request through with its tenant. */
async function authenticate(request: Request, response: Response, next: NextFunction): Promise<void> {
  const credential = await credentialOf(request.get('X-Service-API-Key') ?? '');
  const hash = hashOf(request.get('X-Service-API-Secret') ?? '');
  if (credential === undefined || !timingSafeEqual(credential.hash, hash)) {
    response.status(401).json({ success: false, code: 'INVALID_CREDENTIALS' });
    return;
  }
  response.locals['tenantId'] = credential.tenantId;
  next();
}

function columnValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Each part is a look-up in one unique index; with OR the server merges them, at 0.87 of the rate. */
const FIND =
  'SELECT id FROM people WHERE id = ? AND tenantId = ? UNION ALL SELECT id FROM people WHERE tenantId = ? AND externalId = ? ' +
  'UNION ALL SELECT id FROM people WHERE tenantId = ? AND email = ? LIMIT 1';

async function save(tenantId: number, person: Person): Promise<{ id: number; inserted: boolean }> {
  const sent = Object.entries<unknown>(person).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(sent.map(([name, value]) => [name, columnValue(value)]));
  const { externalId = null, email } = person;
  const asId = /^\d{1,15}$/.test(externalId ?? '') ? Number(externalId) : null;
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const keys = [asId, tenantId, tenantId, externalId, tenantId, email];
    const [[found]] = await connection.query<RowDataPacket[]>(FIND, keys);
    const now = new Date();
    let id = found?.['id'] as number | undefined;
    if (id === undefined) {
      const row = { ...values, tenantId, createdAt: now, updatedAt: now };
      id = (await connection.query<ResultSetHeader>('INSERT INTO people SET ?', [row]))[0].insertId;
    } else {
      await connection.query('UPDATE people SET ? WHERE id = ?', [{ ...values, updatedAt: now }, id]);
    }
    await connection.commit();
    return { id, inserted: found === undefined };
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/', (_request, response) => {
  response.json({ success: true, message: 'operational' });
});
app.use(authenticate);
app.post('/users', express.json(), async (request, response) => {
  const parsed = Person.safeParse(request.body);
  if (!parsed.success) {
    response.status(400).json({ success: false, errors: parsed.error.issues });
    return;
  }
  const person = parsed.data;
  const { id, inserted } = await save(response.locals['tenantId'] as number, person);
  const { email, firstName, lastName, accountType, accountStatus = 'active', externalId } = person;
  response.status(inserted ? 201 : 200).json({
    success: true,
    message: inserted ? 'DATA INSERTED' : 'DATA UPDATED',
    data: { id, email, firstName, lastName, accountType, accountStatus, legacyNumber: externalId },
  });
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit());

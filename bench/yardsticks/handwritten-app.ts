/**
 * The common part of the handwritten services: Express 5, mysql2 and zod, one handler. It checks the credential, which
 * it caches for four seconds like the service, and every field of the contract. `GET /` is a bare public handler.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import express, { type NextFunction, type Request, type Response } from 'express';
import type { Pool, PoolConnection, RowDataPacket } from 'mysql2/promise';

import { HANDWRITTEN_KEY, HANDWRITTEN_SECRET } from './credential.js';
import { Person } from './person.js';
import { openPool } from './pool.js';

const CACHE_MS = 4000;
const MESSAGES = { inserted: 'DATA INSERTED', updated: 'DATA UPDATED', unchanged: 'DATA UPDATED' } as const;

/** The outcome of a post. */
export interface Saved {
  readonly id: number;
  readonly kind: keyof typeof MESSAGES;
  /** The `meta` of the answer. */
  readonly meta?: object;
}

/** The caller and the request. */
export interface Caller {
  readonly tenantId: number;
  readonly key: string;
  readonly requestId: string;
}

export type Save = (caller: Caller, person: Person) => Promise<Saved>;

interface Credential {
  readonly hash: Buffer;
  readonly tenantId: number;
  readonly until: number;
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Lists and objects are stored as JSON. */
export function columnValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** The fields that were sent, as columns. */
export function columnsOf(person: Person): Record<string, unknown> {
  const sent = Object.entries<unknown>(person).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent.map(([name, value]) => [name, columnValue(value)]));
}

/** The keys of a {@link Person}; the number may be an ID. */
export function keysOf(tenantId: number, { externalId = null, email }: Person): unknown[] {
  const asId = /^\d{1,15}$/.test(externalId ?? '') ? Number(externalId) : null;
  return [asId, tenantId, tenantId, externalId, tenantId, email];
}

/** Connects to the database of the program, and creates the tables of credentials and people. */
export async function prepareDatabase(): Promise<Pool> {
  const pool = openPool(process.argv[2] ?? '').promise();
  await pool.query(`CREATE TABLE credentials (apiKey varchar(64) NOT NULL PRIMARY KEY, secretHash binary(32) NOT NULL,
    tenantId bigint NOT NULL) ENGINE=InnoDB`);
  await pool.query('INSERT INTO credentials VALUES (?, ?, 1)', [HANDWRITTEN_KEY, hashOf(HANDWRITTEN_SECRET)]);
  await pool.query(`CREATE TABLE people (
    id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, tenantId bigint NOT NULL, email varchar(254) NOT NULL,
    firstName varchar(100) NOT NULL, lastName varchar(100) NOT NULL, accountType varchar(16) NOT NULL,
    accountStatus varchar(16) NOT NULL DEFAULT 'active', externalId varchar(64) NULL, schoolProgram varchar(255) NULL,
    programId varchar(64) NULL, degree varchar(255) NULL, monthOfEntry tinyint NULL, yearOfEntry smallint NULL,
    monthOfGraduation tinyint NULL, yearOfGraduation smallint NULL, domain varchar(253) NULL, role varchar(64) NULL,
    name varchar(255) NULL, middleInitial varchar(8) NULL, isAffiliatedWithUniversity tinyint NULL,
    hideProfilePage tinyint NULL,
    unsubscribeAllGroupEmails tinyint NULL, genderPronoun varchar(100) NULL, userTags json NULL,
    nationalities json NULL,
    careerInterests json NULL, languages json NULL, customFields json NULL, facultyProfile json NULL,
    createdAt datetime(3) NOT NULL, updatedAt datetime(3) NOT NULL,
    UNIQUE KEY uq_people_email (tenantId, email),
    UNIQUE KEY uq_people_external_id (tenantId, externalId)) ENGINE=InnoDB`);
  return pool;
}

/** Commits what `work` did, or nothing. */
export async function inTransaction<T>(
  pool: Pool,
  work: (connection: PoolConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const result = await work(connection);
    await connection.commit();
    return result;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

/** Checks the credential and adds the caller to the request. */
function authentication(pool: Pool) {
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

  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const key = request.get('X-Service-API-Key') ?? '';
    const credential = await credentialOf(key);
    const hash = hashOf(request.get('X-Service-API-Secret') ?? '');
    if (credential === undefined || !timingSafeEqual(credential.hash, hash)) {
      response.status(401).json({ success: false, code: 'INVALID_CREDENTIALS' });
      return;
    }
    const { tenantId } = credential;
    response.locals['caller'] = { tenantId, key, requestId: randomUUID() } satisfies Caller;
    next();
  };
}

/** Answers until it is asked to stop. */
export function serve(pool: Pool, save: Save): void {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/', (_request, response) => {
    response.json({ success: true, message: 'operational' });
  });
  app.use(authentication(pool));
  app.post('/users', express.json(), async (request, response) => {
    const parsed = Person.safeParse(request.body);
    if (!parsed.success) {
      response.status(400).json({ success: false, errors: parsed.error.issues });
      return;
    }
    const person = parsed.data;
    const { id, kind, ...rest } = await save(response.locals['caller'] as Caller, person);
    const { email, firstName, lastName, accountType, accountStatus = 'active', externalId } = person;
    response.status(kind === 'inserted' ? 201 : 200).json({
      success: true,
      message: MESSAGES[kind],
      data: { id, email, firstName, lastName, accountType, accountStatus, legacyNumber: externalId },
      ...rest,
    });
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  process.once('SIGTERM', () => process.exit());
}

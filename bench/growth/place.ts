import type { Connection, RowDataPacket } from 'mysql2/promise';

import { type Cost, costOf } from '../support/cost.js';
import type { Client } from '../support/client.js';
import { send } from '../support/load.js';
import { type BulkKind, sendBulk } from '../users/bulk.js';
import type { Subject } from '../users/subjects.js';
import type { Population, Sent } from './population.js';

export const AT_ONCE = 16;
export const BULK_PATH = '/api/v1/integration/users/bulk';
const ROWS_PER_STATEMENT = 1000;
/** Newcomers come last: the database purges them before the next round, after they are deleted. */
export const KINDS = ['unchanged', 'update', 'insert'] as const;
export type Kind = (typeof KINDS)[number];

const BULK_KINDS: Readonly<Record<Kind, BulkKind>> = {
  unchanged: 'unchanged',
  update: 'updated',
  insert: 'inserted',
};

/** A service, and the tenants whose people are posted to it. */
export interface Place extends Subject {
  /** Credentials of the caller that posts this person, if they differ from the endpoint's. */
  readonly headersOf?: (index: number) => Readonly<Record<string, string>>;
  readonly population: Population;
  /** The tenants of the people. Each tenant has some of them, and each person belongs to one tenant. */
  readonly tenantIds: readonly string[];
  readonly database: Connection;
}

function choose({ population }: Place, kind: Kind, count: number): Sent[] {
  if (kind === 'insert') return population.newcomers(count);
  const chosen = population.some(count);
  return kind === 'update' ? population.changed(chosen) : population.asStored(chosen);
}

/**
 * Compares the stored people with the acknowledged ones.
 * @throws {Error} unless each person is stored exactly once, and as they were sent
 */
async function checkStored({ database, tenantIds }: Place, sent: readonly Sent[]): Promise<void> {
  const missing = new Map(sent.map(({ person }) => [person.externalId, person['degree']]));
  let found = 0;
  for (const [tenantId, numbers] of byTenant(tenantIds, sent))
    for (let from = 0; from < numbers.length; from += ROWS_PER_STATEMENT) {
      const some = numbers.slice(from, from + ROWS_PER_STATEMENT);
      const sql =
        'SELECT `legacyNumber`, `degree` FROM `users` WHERE `tenantId` = ? AND `legacyNumber` IN (?)';
      const [rows] = await database.query<RowDataPacket[]>(sql, [tenantId, some]);
      found += rows.length;
      for (const row of rows)
        if (missing.get(String(row['legacyNumber'])) === row['degree'])
          missing.delete(String(row['legacyNumber']));
    }
  if (missing.size > 0 || found !== sent.length)
    throw new Error(
      `Of ${sent.length} acknowledged people ${found} are stored, and ${missing.size} not as sent`,
    );
}

function byTenant(tenantIds: readonly string[], sent: readonly Sent[]): Map<string, string[]> {
  const numbers = new Map<string, string[]>();
  for (const { index, person } of sent) {
    const tenantId = tenantIds[index % tenantIds.length] ?? '';
    const known = numbers.get(tenantId);
    if (known === undefined) numbers.set(tenantId, [person.externalId]);
    else known.push(person.externalId);
  }
  return numbers;
}

/** Posts about so many people one by one. */
export async function post(place: Place, kind: Kind, count: number): Promise<Cost> {
  const { target, endpoint, headersOf } = place;
  const sent = choose(place, kind, count);
  const calls = sent.map(({ index, person }) => ({
    body: JSON.stringify(person),
    ...(headersOf === undefined ? {} : { headers: headersOf(index) }),
  }));
  const status = kind === 'insert' ? 201 : 200;
  const cost = await costOf(target, count, () => send(endpoint, calls, AT_ONCE, status));
  await checkStored(place, sent);
  return cost;
}

/** Sends a file of that many people. */
export async function bulk(place: Place, client: Client, kind: Kind, count: number): Promise<Cost> {
  const sent = choose(place, kind, count);
  const people = sent.map(({ person }) => person);
  const cost = await costOf(place.target, count, () => sendBulk(client, BULK_KINDS[kind], people));
  await checkStored(place, sent);
  return cost;
}

/** Deletes the newcomers, so that the tenant has its former size. */
export async function removeNewcomers({ database, population, tenantIds }: Place): Promise<void> {
  const first = population.forgetNewcomers();
  for (const tenantId of tenantIds) await removeFrom(database, tenantId, first);
}

async function removeFrom(database: Connection, tenantId: string, first: string): Promise<void> {
  const sql = 'SELECT `id` FROM `users` WHERE `tenantId` = ? AND `legacyNumber` >= ?';
  const [rows] = await database.query<RowDataPacket[]>(sql, [tenantId, first]);
  const ids = rows.map((row) => String(row['id']));
  const tables = {
    user_changes: 'userId',
    progress_changes: 'studentId',
    progress_documents: 'studentId',
    users: 'id',
  };
  for (let from = 0; from < ids.length; from += ROWS_PER_STATEMENT)
    for (const [table, column] of Object.entries(tables))
      await database.query('DELETE FROM ?? WHERE `tenantId` = ? AND ?? IN (?)', [
        table,
        tenantId,
        column,
        ids.slice(from, from + ROWS_PER_STATEMENT),
      ]);
}

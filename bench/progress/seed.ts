import { createConnection } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection-target.js';
import type { Client } from '../support/client.js';
import type { Page } from './pages.js';
import { faculty, fullProgress, students } from './people.js';

const USERS = '/api/v1/integration/users/bulk';
const PROGRESS = '/api/v1/workflow/progress/bulk';
const PIECES_PER_STATEMENT = 500;

/** Students about whom little is known yet, and faculty for their committees. */
export async function seedStudents(client: Client, count: number): Promise<void> {
  await client.bulk(USERS, faculty());
  const { inserted } = await client.bulk(USERS, students(count));
  if (inserted !== count) throw new Error(`${inserted} of ${count} students were inserted`);
}

/** Fills every part of these students' records. */
export async function seedProgress(client: Client, from: number, count: number, edition = 1): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => fullProgress(from + index, edition));
  const { inserted, updated } = await client.bulk(PROGRESS, lines);
  if (inserted + updated !== count) throw new Error(`${inserted + updated} of ${count} students changed`);
}

/** Puts the bytes of this page into the yardstick's table: its head, each record, its tail. */
export async function seedPieces(databaseUrl: string, body: Buffer): Promise<void> {
  const { data } = JSON.parse(body.toString()) as Page;
  const records = data.map((record, index) =>
    Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(record)}`),
  );
  const head = body.subarray(0, body.indexOf('[') + 1);
  const tail = body.subarray(head.length + records.reduce((sum, { length }) => sum + length, 0));
  const rows = [head, ...records, tail].map((piece, number) => [number, piece]);
  const connection = await createConnection({ ...parseDatabaseUrl(databaseUrl) });
  await connection.query(
    'CREATE TABLE `pieces` (`number` int unsigned NOT NULL PRIMARY KEY, `piece` mediumblob NOT NULL)',
  );
  for (let from = 0; from < rows.length; from += PIECES_PER_STATEMENT)
    await connection.query('INSERT INTO `pieces` VALUES ?', [rows.slice(from, from + PIECES_PER_STATEMENT)]);
  await connection.end();
}

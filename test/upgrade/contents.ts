import { createConnection } from 'mysql2/promise';

import type { ApiClient } from '../support/api-client.js';
import { pullAll } from '../support/progress-reader.js';
import type { TestTenant } from '../support/service.js';

/** A document of the API by its path or ID. */
export type Contents = Readonly<Record<string, unknown>>;

interface Listed {
  submissionId?: string;
  name?: string;
}

/** How many people are read one by one. */
const PEOPLE = 100;

/** What a SIS and the review workflow of a tenant can read: people, progress, runs, queue and submissions. */
export async function contentsOf({ sis, workflow, tenantId }: TestTenant, url: string): Promise<Contents> {
  const contents: Record<string, unknown> = {};
  const read = async (client: ApiClient, path: string): Promise<void> => {
    const { status, body } = await client.get(path);
    contents[path] = status === 200 ? body.data : status;
  };
  for (const id of await peopleOf(url, tenantId)) await read(sis, `/users/${id}`);
  for (const record of (await pullAll(sis, { limit: 100 })).records)
    contents[`progress of ${record.studentId}`] = record;
  for (const { name = '' } of await listOf(sis, '/runs'))
    await read(sis, `/runs/${encodeURIComponent(name)}`);
  for (const item of await listOf(sis, '/sync/queue')) {
    const id = encodeURIComponent(item.submissionId ?? '');
    contents[`item of ${id}`] = item;
    await read(sis, `/sync/queue/${id}/history`);
    await read(workflow, `/submissions/${id}`);
  }
  return contents;
}

async function peopleOf(url: string, tenantId: string): Promise<string[]> {
  return query(url, async (ask) => {
    const rows = await ask(`SELECT id FROM users WHERE tenantId = '${tenantId}' ORDER BY id LIMIT ${PEOPLE}`);
    return rows.map(([id]) => String(id));
  });
}

async function listOf(client: ApiClient, path: string): Promise<Listed[]> {
  const { status, body } = await client.get(`${path}?limit=100`);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return body.data as unknown as Listed[];
}

/** The rows of each table. */
export async function countRows(url: string): Promise<Readonly<Record<string, number>>> {
  return query(url, async (ask) => {
    const counts: Record<string, number> = {};
    for (const [name] of await ask("SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'"))
      counts[String(name)] = Number((await ask(`SELECT COUNT(*) FROM \`${String(name)}\``))[0]?.[0]);
    return counts;
  });
}

type Ask = (sql: string) => Promise<unknown[][]>;

async function query<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const connection = await createConnection(url);
  try {
    return await work(async (sql) => {
      const [rows] = await connection.query({ sql, rowsAsArray: true });
      return rows as unknown[][];
    });
  } finally {
    await connection.end();
  }
}

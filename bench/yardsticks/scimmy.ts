/**
 * A SCIM server as SCIMMY's documentation builds one: its routers on Express, and mysql2 below. People are stored as
 * JSON beside the attributes that are looked up; an equality of userName, externalId or id is a look-up in an index,
 * any other filter reads all people. A write is one statement that commits by itself: no conflicts with other sources,
 * history, records, limits, scopes or log, and a PATCH may lose the change of another.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import express from 'express';
import type { ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

import { SCIMMY_TOKEN } from './credential.js';
import { openPool } from './pool.js';

type User = InstanceType<typeof SCIMMY.Schemas.User>;

const ER_DUP_ENTRY = 1062;
const KEYS = ['id', 'userName', 'externalId'];
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const pool = openPool(process.argv[2] ?? '').promise();

await pool.query(`CREATE TABLE people (
  id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, userName varchar(254) NOT NULL, externalId varchar(254) NULL,
  active tinyint NOT NULL, resource json NOT NULL, createdAt datetime(3) NOT NULL, updatedAt datetime(3) NOT NULL,
  UNIQUE KEY uq_people_user_name (userName), KEY ix_people_external_id (externalId)) ENGINE=InnoDB`);

function resourceOf(row: RowDataPacket): Record<string, unknown> {
  const { id, resource, createdAt, updatedAt } = row as {
    id: number;
    resource: string;
    createdAt: Date;
    updatedAt: Date;
  };
  const stored = JSON.parse(resource) as object;
  return { ...stored, id: String(id), meta: { created: createdAt, lastModified: updatedAt } };
}

/** The key that a filter compares, when it is a single equality of one. */
function keyIn(filter: readonly unknown[] | undefined): [column: string, value: unknown] | undefined {
  const [expression, ...others] = filter ?? [];
  const [pair, ...more] = Object.entries((expression ?? {}) as Record<string, [string, unknown]>);
  if (pair === undefined || more.length + others.length > 0) return undefined;
  const [name, [operator, value]] = pair;
  const column = KEYS.find((key) => key.toLowerCase() === name.toLowerCase());
  return column === undefined || operator !== 'eq' ? undefined : [column, value];
}

async function peopleWith(where: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const [rows] = await pool.query<RowDataPacket[]>(`SELECT * FROM people ${where}`, [...values]);
  return rows.map(resourceOf);
}

async function read({ id, filter }: { id?: string; filter?: readonly unknown[] }): Promise<never> {
  const key = keyIn(filter);
  if (id === undefined && key === undefined) return (await peopleWith('', [])) as never;
  const found = await peopleWith('WHERE ?? = ?', id === undefined ? (key ?? []) : ['id', id]);
  if (id === undefined) return found as never;
  if (found[0] === undefined) throw new SCIMMY.Types.Error(404, '', `Resource ${id} not found`);
  return found[0] as never;
}

async function write({ id }: { id?: string }, person: User): Promise<never> {
  const { userName, externalId = null, active = true } = person as unknown as Record<string, unknown>;
  const updatedAt = new Date();
  const columns = { userName, externalId, active, resource: JSON.stringify(person), updatedAt };
  const written = (of: string, meta: object): never => ({ ...person, id: of, meta }) as never;
  try {
    if (id !== undefined) {
      await pool.query('UPDATE people SET ? WHERE id = ?', [columns, id]);
      return written(id, { lastModified: updatedAt });
    }
    const row = { ...columns, createdAt: updatedAt };
    const [{ insertId }] = await pool.query<ResultSetHeader>('INSERT INTO people SET ?', [row]);
    return written(String(insertId), { created: updatedAt, lastModified: updatedAt });
  } catch (error) {
    if ((error as { errno?: number }).errno !== ER_DUP_ENTRY) throw error;
    throw new SCIMMY.Types.Error(409, 'uniqueness', 'The userName is taken');
  }
}

SCIMMY.Resources.declare(SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser, false))
  .egress((resource: unknown) => read(resource as object))
  .ingress((resource: unknown, person: User) => write(resource as object, person))
  .degress(async (resource: unknown) => {
    await pool.query('DELETE FROM people WHERE id = ?', [(resource as { id?: string }).id]);
  });

const token = hashOf(`Bearer ${SCIMMY_TOKEN}`);
const app = express();
app.disable('x-powered-by');
app.use(
  '/scim/v2',
  new SCIMMYRouters({
    type: 'bearer',
    handler: (request: express.Request): string => {
      if (!timingSafeEqual(hashOf(request.get('Authorization') ?? ''), token))
        throw new Error('Unknown token');
      return 'bench';
    },
  }),
);
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit());

import type { Connection, RowDataPacket } from 'mysql2/promise';

import type { Bench } from '../support/bench.js';
import type { Child } from '../support/child.js';
import type { Client } from '../support/client.js';
import type { Target } from '../support/cost.js';
import type { Endpoint } from '../support/load.js';
import { HANDWRITTEN_KEY, HANDWRITTEN_SECRET } from '../yardsticks/credential.js';
import { Statements } from '../yardsticks/statements.js';
import { degreeOf } from './people.js';

/** One server under test. */
export interface Subject {
  readonly target: Target;
  readonly endpoint: Endpoint;
}

/** Single posts of people to the service, with the credentials of this client. */
export function serviceSubject({ databasePid }: Bench, service: Child, client: Client): Subject {
  return {
    target: { pid: service.pid, databasePid },
    endpoint: { baseUrl: service.address, path: '/api/v1/integration/users', headers: client.headers },
  };
}

export interface Subjects {
  readonly service: Subject;
  readonly handwritten: Subject;
  /** A handwritten service that also keeps history and records. */
  readonly sameWork: Subject;
  readonly limit: Statements;
  readonly limitTarget: Target;
  /** The client that sends the nightly file to the service. */
  readonly client: Client;
  /**
   * @param who the servers that were called
   * @throws {Error} unless each of them stored every person of the set exactly once, and as they are in this edition
   */
  checkStored(set: string, count: number, edition: number, who?: readonly Name[]): Promise<void>;
}

/** The table of people of each server, and the column of their number. */
const TABLES = {
  service: { table: '`service`.`users`', number: 'legacyNumber' },
  handwritten: { table: '`handwritten`.`people`', number: 'externalId' },
  sameWork: { table: '`sameWork`.`people`', number: 'externalId' },
  limit: { table: '`limit`.`users`', number: 'legacyNumber' },
} as const;
export type Name = keyof typeof TABLES;
const NAMES = Object.keys(TABLES) as Name[];

/** @throws {Error} unless every figure that the statement counts is `count` */
export async function checkCounts(
  connection: Connection,
  sql: string,
  values: readonly string[],
  count: number,
  what: string,
): Promise<void> {
  const [[found]] = await connection.query<RowDataPacket[]>(sql, [...values]);
  if (Object.values(found ?? {}).some((value) => Number(value) !== count))
    throw new Error(`Of ${count} acknowledged people of ${what} has stored ${JSON.stringify(found)}`);
}

/**
 * @throws {Error} unless each of `count` people is stored exactly once, and as they were sent last
 */
function check(
  connection: Connection,
  name: Name,
  set: string,
  count: number,
  edition: number,
): Promise<void> {
  const { table, number } = TABLES[name];
  const sql = `SELECT COUNT(*) AS \`rows\`, COUNT(DISTINCT \`${number}\`) AS \`numbers\`,
    COUNT(DISTINCT \`email\`) AS \`addresses\`,
    SUM(\`degree\` = ?) AS \`current\` FROM ${table} WHERE \`${number}\` LIKE ?`;
  return checkCounts(connection, sql, [degreeOf(edition), `${set}-%`], count, `${set}, ${name}`);
}

/** A handwritten service with tables of its own. */
export async function startHandwritten(bench: Bench, file: string, database: string): Promise<Subject> {
  const { pid, address: baseUrl } = await bench.startYardstick(file, database);
  const headers = { 'X-Service-API-Key': HANDWRITTEN_KEY, 'X-Service-API-Secret': HANDWRITTEN_SECRET };
  return {
    target: { pid, databasePid: bench.databasePid },
    endpoint: { baseUrl, path: '/users', headers },
  };
}

/** Starts all services on the same database server, each with its own tables. */
export async function prepareSubjects(bench: Bench): Promise<Subjects> {
  const service = await bench.startService();
  const { client } = await bench.createTenant(service, 'Northern');
  const connection = await bench.connect('limit');
  const limit = await Statements.prepare(bench.databaseUrl('limit'), 'service');
  bench.onStop(() => limit.stop());
  const { databasePid } = bench;
  return {
    service: serviceSubject(bench, service, client),
    handwritten: await startHandwritten(bench, 'handwritten.ts', 'handwritten'),
    sameWork: await startHandwritten(bench, 'same-work.ts', 'sameWork'),
    limit,
    limitTarget: { pid: undefined, databasePid },
    client,
    checkStored: async (set, count, edition, who = NAMES) => {
      for (const name of who) await check(connection, name, set, count, edition);
    },
  };
}

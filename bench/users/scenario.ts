import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection-target.js';
import type { Scenario, Values } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import type { Client } from '../support/client.js';
import { over } from '../support/measure.js';
import type { ReportRow } from '../support/report.js';
import { quantile } from '../support/statistics.js';
import { Statements } from '../yardsticks/statements.js';
import { measureBulk } from './bulk.js';
import { type Load, send } from './load.js';
import { costOf, measurePosts, type Subjects } from './posts.js';

function wholeNumber(values: Values, name: string): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name} must be a whole number of 1 or more`);
  return number;
}

async function prepare(bench: Bench): Promise<{ subjects: Subjects; client: Client }> {
  for (const name of ['service', 'handwritten', 'limit']) await bench.createDatabase(name);
  const service = await bench.startService();
  const client = await bench.createTenant(service, 'Northern');
  const handwritten = await bench.startYardstick('handwritten.ts', 'handwritten');
  const stored = await createConnection(parseDatabaseUrl(bench.databaseUrl('service')));
  const checkStored = async (set: string, count: number): Promise<void> => {
    const sql =
      'SELECT COUNT(*) AS `all`, COUNT(DISTINCT `emailKey`) AS `people` FROM `users` WHERE `legacyNumber` LIKE ?';
    const [[row]] = await stored.query<RowDataPacket[]>(sql, [`${set}-%`]);
    if (Number(row?.['all']) !== count || Number(row?.['people']) !== count)
      throw new Error(
        `Of ${count} acknowledged people of ${set} ${String(row?.['people'])} are stored, in ${String(row?.['all'])} rows`,
      );
  };
  const subjects: Subjects = {
    service: {
      process: service,
      endpoint: { baseUrl: service.address, path: '/api/v1/integration/users', headers: client.headers },
    },
    handwritten: {
      process: handwritten,
      endpoint: {
        baseUrl: handwritten.address,
        path: '/users',
        headers: { 'X-Service-API-Key': 'key', 'X-Service-API-Secret': 'secret' },
      },
    },
    limit: await Statements.prepare(bench.databaseUrl('limit'), 'service'),
    databasePid: bench.databasePid,
    checkStored,
  };
  bench.onStop(async () => {
    await stored.end();
    await subjects.limit.stop();
  });
  return { subjects, client };
}

/** `GET /api/v1/integration` against a bare handler. */
async function measureRoot(
  { service, handwritten, databasePid }: Subjects,
  rounds: number,
  calls: number,
): Promise<ReportRow> {
  const nothing = Array.from({ length: calls }, () => null);
  const measured: { own: Load; bare: Load }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const own = await costOf(service.process.pid, databasePid, () =>
      send({ ...service.endpoint, path: '/api/v1/integration' }, 'GET', nothing, 16),
    );
    const bare = await send({ ...handwritten.endpoint, path: '/' }, 'GET', nothing, 16);
    if (round > 0) measured.push({ own, bare });
  }
  const latencies = measured.flatMap(({ own }) => own.ms);
  return {
    what: 'root check, 16 at once',
    'per s': Math.round(over(measured, ({ own }) => calls / own.seconds)),
    'p50 ms': quantile(latencies, 0.5),
    'p99 ms': quantile(latencies, 0.99),
    'handwritten per s': Math.round(over(measured, ({ bare }) => calls / bare.seconds)),
    'to handwritten': over(measured, ({ own, bare }) => bare.seconds / own.seconds),
  };
}

export const users: Scenario = {
  name: 'users',
  summary:
    'Posts of people one by one and in bulk, and the root check, against a handwritten service and the bare statements.',
  options: {
    posts: { type: 'string', default: '4000' },
    lines: { type: 'string', default: '100000' },
  },
  async run(bench: Bench, values: Values): Promise<ReportRow[]> {
    const rounds = wholeNumber(values, 'rounds');
    const posts = wholeNumber(values, 'posts');
    const { subjects, client } = await prepare(bench);
    return [
      ...(await measurePosts(subjects, rounds, posts)),
      ...(await measureBulk(subjects, client, rounds, wholeNumber(values, 'lines'))),
      await measureRoot(subjects, rounds, 2 * posts),
    ];
  },
};

import { createConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';

import { person } from '../../factories/person.js';
import type { Answer, Body } from '../../support/api-client.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { TestService, type TestTenant } from '../../support/service.js';
import { until } from '../../support/until.js';

let proxy: DatabaseProxy;
let service: TestService;
let dataSource: DataSource;

beforeAll(async () => {
  proxy = await DatabaseProxy.start(process.env['DATABASE_URL'] ?? '');
  service = await TestService.start({ DATABASE_URL: proxy.url });
  dataSource = service.app.get(DataSource);
});

afterAll(async () => {
  await service.stop();
  await proxy.cut();
});

/** Whether the connection was closed, which KILL QUERY does not do by itself. */
function isDatabaseLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'PROTOCOL_CONNECTION_LOST';
}

async function firstNames({ tenantId }: TestTenant): Promise<string[]> {
  const sql = 'SELECT `firstName` FROM `users` WHERE `tenantId` = ? ORDER BY `id`';
  const rows: { firstName: string }[] = await dataSource.query(sql, [tenantId]);
  return rows.map(({ firstName }) => firstName);
}

const seen = ({ status, headers, body }: Answer<Body>): unknown => [
  status,
  status === 503 ? [body.error.code, headers.get('Retry-After')] : body.message,
];
const UNAVAILABLE = [503, ['SERVICE_UNAVAILABLE', '5']];

describe('a connection that falls silent in the middle of a packet while others work', () => {
  it('fails what waits for it with 503, when what was sent got lost', async () => {
    const tenant = await service.tenant();
    const ann = person({ firstName: 'Ann' });
    const silent = proxy.silenceAt('INSERT INTO `users`', 'sent');
    expect(seen(await tenant.sis.post('/users', ann))).toEqual(UNAVAILABLE);
    await silent;
    expect(seen(await tenant.sis.post('/users', ann))).toEqual([201, 'DATA INSERTED']);
    expect(await firstNames(tenant)).toEqual(['Ann']);
  });

  it('and when only the answer did: the post is sent again and nothing is doubled', async () => {
    const tenant = await service.tenant();
    const ann = person({ firstName: 'Ann' });
    const silent = proxy.silenceAt('INSERT INTO `users`', 'answered');
    expect(seen(await tenant.sis.post('/users', ann))).toEqual(UNAVAILABLE);
    await silent;
    expect([200, 201]).toContain((await tenant.sis.post('/users', ann)).status);
    expect(await firstNames(tenant)).toEqual(['Ann']);
  });

  it('holds up none of the later posts of the same caller', async () => {
    const tenant = await service.tenant();
    const silent = proxy.silenceAt('INSERT INTO `users`', 'sent');
    const first = tenant.sis.post('/users', person());
    await silent;
    const later = await Promise.all([person(), person()].map((one) => tenant.sis.post('/users', one)));
    expect(seen(await first)).toEqual(UNAVAILABLE);
    expect(later.map(seen)).toEqual(later.map(() => [201, 'DATA INSERTED']));
  });

  it('keeps no row from others: its session is ended, though the server receives nothing of it', async () => {
    const tenant = await service.tenant();
    const ann = person({ firstName: 'Ann' });
    await tenant.sis.post('/users', ann);
    const silent = proxy.silenceAt('COMMIT', 'sent', 'Anna');
    expect(seen(await tenant.sis.post('/users', { ...ann, firstName: 'Anna' }))).toEqual(UNAVAILABLE);
    await silent;
    expect(seen(await tenant.sis.post('/users', { ...ann, firstName: 'Anne' }))).toEqual([
      200,
      'DATA UPDATED',
    ]);
    expect(await firstNames(tenant)).toEqual(['Anne']);
  });

  it('cuts a dry run, whose next one works', async () => {
    const tenant = await service.tenant();
    const silent = proxy.silenceAt('CREATE TEMPORARY TABLE', 'answered');
    const lines = `${JSON.stringify(person())}\n`;
    const dryRun = (): Promise<Answer<Body>> =>
      tenant.sis.send('POST', '/users/bulk?dryRun=true', lines, { 'Content-Type': 'application/x-ndjson' });
    expect((await dryRun()).status).toBe(503);
    await silent;
    expect((await dryRun()).status).toBe(200);
  });
});

it('a statement that takes long is waited for, in real time, while the server is at work on it', async () => {
  expect(await dataSource.query('SELECT SLEEP(5) AS `slept`')).toEqual([{ slept: 0 }]);
});

it('a packet ends, however often KILL QUERY lands between two of its statements', async () => {
  const killer = await createConnection({ uri: process.env['DATABASE_URL'] ?? '' });
  const runner = dataSource.createQueryRunner();
  const [session] = (await runner.query('SELECT CONNECTION_ID() AS `id`')) as { id: number }[];
  const over = new AbortController();
  const kill = async (): Promise<void> => {
    while (!over.signal.aborted) await killer.query('KILL QUERY ?', [session?.id]).catch(() => undefined);
  };
  const killing = kill();
  const packet = 'SELECT 1;'.repeat(5) + 'SELECT 1';
  const staysOpen = async (): Promise<boolean> => {
    const [outcome] = await Promise.allSettled([runner.query(packet)]);
    return outcome.status === 'fulfilled' || !isDatabaseLost(outcome.reason);
  };
  for (let index = 0; index < 20_000 && (await staysOpen()); index += 1);
  over.abort();
  await killing;
  await runner.release();
  await killer.end();
  expect(await dataSource.query('SELECT 1 AS `one`')).toEqual([{ one: 1 }]);
});

it('a connection that could not be set up as all others are is used for nothing', async () => {
  const variable = dataSource.options.type === 'mariadb' ? 'tx_isolation' : 'transaction_isolation';
  /**
   * Makes the set-up of one new connection fail.
   * @returns how many queries failed because of it
   */
  const refusals = async (): Promise<number> => {
    await proxy.cut();
    await proxy.restore();
    await until(
      'the service is ready',
      async () => (await service.anonymous().get('/health/ready')).status === 200,
    );
    proxy.replaceOnce('READ COMMITTED', 'READ COMMITTER');
    const runners = Array.from({ length: 10 }, () => dataSource.createQueryRunner());
    const levels = await Promise.allSettled(
      runners.map(async (runner) => {
        const [row] = (await runner.query(`SELECT @@${variable} AS \`level\``)) as { level: string }[];
        return row?.level;
      }),
    );
    for (const runner of runners) await runner.release();
    const used = levels.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(new Set(used)).toEqual(new Set(['READ-COMMITTED']));
    return levels.length - used.length;
  };
  let refused = 0;
  // Periodic work of the service may open that connection first.
  for (let attempt = 0; attempt < 10 && refused === 0; attempt += 1) refused = await refusals();
  expect(refused).toBe(1);
  expect(await dataSource.query(`SELECT @@${variable} AS \`level\``)).toEqual([{ level: 'READ-COMMITTED' }]);
});

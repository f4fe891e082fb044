import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Demo } from '../../../src/demo/demo.service.js';
import { person } from '../../factories/person.js';
import { ApiClient } from '../../support/api-client.js';
import { Scrape } from '../../support/metrics.js';
import { OwnDatabase } from '../../support/own-database.js';
import { keyHeaders } from '../../support/service.js';
import { BUILD_LIMIT_MS, ensureBuilt, ScriptProcess } from '../../support/service-process.js';
import { until } from '../../support/until.js';

const SIS = '/api/v1/integration';

const database = new OwnDatabase('processes');
let dataDir: string;
let processes: ScriptProcess[];
let baseUrls: string[];

// Both start at once on a database that does not exist yet. Each start costs seconds, so all tests have the same two.
beforeAll(async () => {
  await ensureBuilt();
  await database.drop();
  dataDir = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'processes-'));
  processes = [start({}), start({ DRAIN_SECONDS: '60' })];
  baseUrls = await Promise.all(processes.map((process) => process.ready()));
}, BUILD_LIMIT_MS);

afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop('SIGKILL')));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string>): ScriptProcess {
  const { SERVER_KEY = '' } = process.env;
  const shared = { DATABASE_URL: database.url, SERVER_KEY, DATA_DIR: dataDir, PORT: '0' };
  return new ScriptProcess('start.mjs', [], { ...shared, ...env });
}

function headers(): Record<string, string> {
  return keyHeaders(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo);
}

function callers(): ApiClient[] {
  return baseUrls.map((baseUrl) => new ApiClient(baseUrl + SIS, headers()));
}

describe('two processes on one database', () => {
  it('that start at once make and announce one demo', () => {
    const said = processes.map(({ stdout }) => stdout).join('');

    expect(said.match(/^Ready at /gm)).toHaveLength(2);
    expect(said.match(/^A demo tenant was created/gm)).toHaveLength(1);
    expect(said.match(/#\/invitation\?token=/g)).toHaveLength(1);
  });

  it('answer each what the other one wrote', async () => {
    const [one, other] = [person(), person()];
    const [first, second] = callers();
    const posted = [await first?.post('/users', one), await second?.post('/users', other)];
    const found = [
      await first?.get(`/users/${String(other['externalId'])}`),
      await second?.get(`/users/${String(one['externalId'])}`),
    ];

    expect(posted.map((answer) => answer?.status)).toEqual([201, 201]);
    expect(found.map((answer) => answer?.status)).toEqual([200, 200]);
  });

  it('measure each its own requests, and say the same of the database', async () => {
    const counts = [3, 5];
    const counted = async (): Promise<Scrape[]> =>
      Promise.all(baseUrls.map(async (url) => new Scrape(await (await fetch(`${url}/metrics`)).text())));
    const roots = (found: readonly Scrape[]): number[] =>
      found.map((one) => one.value('http_requests_total', { method: 'GET', route: SIS, status: '200' }));
    const before = roots(await counted());
    for (const [index, caller] of callers().entries())
      for (let sent = 0; sent < (counts[index] ?? 0); sent += 1) await caller.get('');
    const expected = before.map((count, index) => count + (counts[index] ?? 0));
    // A request is counted a moment after its answer.
    let after: Scrape[] = [];
    await until('each process has counted its requests', async () => {
      after = await counted();
      return roots(after).every((count, index) => count >= (expected[index] ?? 0));
    });

    expect(roots(after)).toEqual(expected);
    const [one, other] = after.map((found) => found.value('sync_queue_items', { status: 'queued' }));
    expect(one).toBe(other);
    expect(one).toBeGreaterThan(0);
  });
});

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly text: string;
}

async function ask(url: string, agent: Agent | false): Promise<Answer> {
  const sent = request(url, { headers: headers(), agent }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode, connection: answer.headers.connection, text };
}

// The last one, as the process does not come back.
describe('a process that is asked to stop, with DRAIN_SECONDS', () => {
  it('is not ready at once, and answers for that long on old and new connections, each for the last time', async () => {
    const [, baseUrl = ''] = baseUrls;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = await ask(baseUrl + SIS, agent);
    processes[1]?.signal('SIGTERM');
    await processes[1]?.said(/^Stopping/m);
    const kept = await ask(baseUrl + SIS, agent);
    const fresh = await ask(baseUrl + SIS, false);
    const ready = await ask(`${baseUrl}/health/ready`, false);
    const live = await ask(`${baseUrl}/health/live`, false);
    agent.destroy();

    expect([before, kept, fresh, live].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect({ before: before.connection, kept: kept.connection }).toEqual({
      before: 'keep-alive',
      kept: 'close',
    });
    expect({ status: ready.status, body: JSON.parse(ready.text) as unknown }).toMatchObject({
      status: 503,
      body: { checks: { process: 'shutting down' } },
    });
  });
});

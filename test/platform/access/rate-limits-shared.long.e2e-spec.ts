import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { countdownFrom, hammer } from '../../support/hammer.js';
import { TestService } from '../../support/service.js';
import { BUILD_LIMIT_MS, ensureBuilt, ScriptProcess } from '../../support/service-process.js';

const LIMIT = 25;

let dataDir: string;
let processes: ScriptProcess[];
let urls: string[];
let instance: TestService;

// Two processes of one machine, and another machine: three on one database.
beforeAll(async () => {
  await ensureBuilt();
  instance = await TestService.ofWorker();
  dataDir = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'limits-'));
  const { DATABASE_URL = '', SERVER_KEY = '', NODE_ENV = '' } = process.env;
  const env = { DATABASE_URL, SERVER_KEY, NODE_ENV, DATA_DIR: dataDir, PORT: '0', DEMO: 'false' };
  processes = Array.from({ length: 2 }, () => new ScriptProcess('start.mjs', [], env));
  urls = await Promise.all(processes.map((process) => process.ready()));
}, BUILD_LIMIT_MS);

afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

it.each([
  ['two processes let exactly as many requests through as the limit allows', () => urls],
  ['all instances together let as many through as the limit allows', () => [instance.baseUrl, ...urls]],
])('%s', async (_, places) => {
  const tenant = await instance.tenant({ rateLimit: LIMIT });
  const outcome = await hammer(places(), tenant, 4 * LIMIT);
  expect(outcome).toEqual({ passed: LIMIT, limited: 3 * LIMIT, remaining: countdownFrom(LIMIT) });
});

it('one key starves no other of its tenant, at all of them together', async () => {
  const greedy = await instance.tenant({ rateLimit: 5 });
  const modest = await instance.anotherCaller(greedy, { rateLimit: 20 });
  const everywhere = [instance.baseUrl, ...urls];
  const first = await hammer(everywhere, greedy, 60);
  const second = await hammer(everywhere, modest, 60);
  expect(first).toMatchObject({ passed: 5, limited: 55, remaining: countdownFrom(5) });
  expect(second).toMatchObject({ passed: 20, limited: 40, remaining: countdownFrom(20) });
});

it('a limit of the tenant counts what all its keys are let through, and nothing that is refused', async () => {
  const greedy = await instance.tenant({ rateLimit: 5 });
  await instance.changeSettings(greedy, { rateLimit: LIMIT });
  const [one, other] = [await instance.anotherCaller(greedy), await instance.anotherCaller(greedy)];
  const everywhere = [instance.baseUrl, ...urls];
  const first = await hammer(everywhere, greedy, 60);
  const both = await Promise.all([one, other].map((caller) => hammer(everywhere, caller, 60)));
  expect(first).toMatchObject({ passed: 5, limited: 55 });
  expect(both.flatMap(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(countdownFrom(LIMIT - 5));
});

it('who has no request left at one instance has none at another', async () => {
  const tenant = await instance.tenant({ rateLimit: LIMIT });
  await hammer([instance.baseUrl], tenant, LIMIT);
  expect(await hammer(urls, tenant, 4)).toMatchObject({ passed: 0, limited: 4 });
});

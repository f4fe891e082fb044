import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { countdownFrom, hammer } from './support/hammer.js';
import { TestService } from './support/service.js';
import { ensureBuilt, ScriptProcess } from './support/service-process.js';

const START_LIMIT_MS = 240_000;
const LIMIT = 25;

let dataDir: string;
let workers: ScriptProcess;
let workersUrl: string;
let instance: TestService;

// Two workers of one machine, and another machine: three processes on one database.
beforeAll(async () => {
  await ensureBuilt();
  instance = await TestService.start();
  dataDir = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'limits-'));
  const { DATABASE_URL = '', SERVER_KEY = '', NODE_ENV = '' } = process.env;
  const env = { DATABASE_URL, SERVER_KEY, NODE_ENV, DATA_DIR: dataDir, WORKERS: '2', PORT: '0' };
  workers = new ScriptProcess('start.mjs', [], { ...env, DEMO: 'false' });
  workersUrl = await workers.ready();
}, START_LIMIT_MS);

afterAll(async () => {
  await workers.stop();
  await instance.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('two workers let exactly as many requests through as the limit allows', async () => {
  const tenant = await instance.tenant({ rateLimit: LIMIT });
  const { passed, limited, remaining } = await hammer([workersUrl], tenant, 4 * LIMIT);
  expect([passed, limited]).toEqual([LIMIT, 3 * LIMIT]);
  expect(remaining).toEqual(countdownFrom(LIMIT));
});

it('so do all instances together', async () => {
  const tenant = await instance.tenant({ rateLimit: LIMIT });
  const { passed, limited, remaining } = await hammer([instance.baseUrl, workersUrl], tenant, 4 * LIMIT);
  expect([passed, limited]).toEqual([LIMIT, 3 * LIMIT]);
  expect(remaining).toEqual(countdownFrom(LIMIT));
});

it('who has no request left at one instance has none at another', async () => {
  const tenant = await instance.tenant({ rateLimit: LIMIT });
  await hammer([instance.baseUrl], tenant, LIMIT);
  expect(await hammer([workersUrl], tenant, 4)).toMatchObject({ passed: 0, limited: 4 });
});

import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdtemp, rm, watch } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { jest } from '@jest/globals';

import { startPrivateServer } from '../../../src/database/private-server/private-server.js';
import {
  isAlive,
  type ProcessIdentity,
  sendSignal,
  waitForExit,
} from '../../../src/database/private-server/process-identity.js';
import type { Demo } from '../../../src/demo/demo.service.js';
import { PACING_STATUSES } from '../../../src/progress/progress-enums.js';
import { SYNC_STATUSES } from '../../../src/sync/entities/sync-statuses.js';
import { person } from '../../factories/person.js';
import { ApiClient } from '../../support/api-client.js';
import { jsonLines } from '../../support/answers.js';
import { clientsAt, keyHeaders } from '../../support/service.js';
import {
  BUILD_LIMIT_MS,
  type Ended,
  ensureBuilt,
  runScript,
  ScriptProcess,
} from '../../support/service-process.js';

// Most tests start processes, some with a database server of their own, which takes 20 s and more on a busy machine.
jest.setTimeout(120_000);

const EXIT_LIMIT_MS = 10_000;
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let scratch: string;
let dataDir: string;
const started: ScriptProcess[] = [];

beforeAll(async () => {
  await ensureBuilt();
  scratch = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'service-process-'));
  const directory = join(scratch, 'initialised');
  await (await startPrivateServer({ directory, durable: true, log: () => undefined })).stop();
}, BUILD_LIMIT_MS);

/** Initialising a server takes long, so it is done only once. */
beforeEach(async () => {
  dataDir = await mkdtemp(join(scratch, 'case-'));
  await cp(join(scratch, 'initialised/data'), join(dataDir, 'mysql/data'), { recursive: true });
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop('SIGKILL')));
  if (existsSync(recordFile())) sendSignal(databaseProcess(), 'SIGKILL');
});

afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 10 }));

const recordFile = (): string => join(dataDir, 'mysql/server.json');

function start(env: Record<string, string> = {}): ScriptProcess {
  const service = new ScriptProcess('start.mjs', [], { DATA_DIR: dataDir, PORT: '0', ...env });
  started.push(service);
  return service;
}

function databaseProcess(): ProcessIdentity {
  const { pid, startedAt } = JSON.parse(readFileSync(recordFile(), 'utf8')) as ProcessIdentity;
  return { pid, startedAt };
}

function demo(): Demo {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
}

const clientAt = (baseUrl: string): ApiClient => clientsAt(baseUrl, demo()).sis;

/** Opens a bulk upload, and resolves once its first line is answered. */
async function slowUpload(
  baseUrl: string,
  first: object,
): Promise<{ upload: ClientRequest; answer: IncomingMessage }> {
  const headers = { ...keyHeaders(demo()), 'Content-Type': 'application/x-ndjson' };
  const upload = request(`${baseUrl}/api/v1/integration/users/bulk`, { method: 'POST', headers });
  upload.write(`${JSON.stringify(first)}\n`);
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  await once(answer, 'readable');
  return { upload, answer };
}

async function linesOf(answer: IncomingMessage): Promise<unknown[]> {
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return jsonLines(text);
}

async function pasted(call: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', call]);
  return JSON.parse(stdout);
}

describe('the first start', () => {
  it('makes a demo tenant, keeps its credentials to the owner, and prints three calls that work', async () => {
    const service = start({ LOG_REQUESTS: 'all' });
    const baseUrl = await service.ready();
    const { tenantId, apiKey, apiSecret } = demo();
    const calls = service.stdout.split('\n').filter((line) => line.startsWith('curl '));
    expect((await clientAt(baseUrl).get('')).body).toMatchObject({ success: true, tenantId });
    expect(calls).toHaveLength(3);
    const answers: unknown[] = [];
    for (const call of hasCurl ? calls : []) answers.push(await pasted(call));
    const { code, stdout } = await service.stop();

    const expected = [
      { success: true, message: 'Integration API is operational' },
      { success: true, message: 'DATA INSERTED', data: { firstName: 'Ann', legacyNumber: 'S-77' } },
      { success: true, data: { legacyNumber: 'S-77', firstName: 'Ann' } },
    ];
    expect(answers).toMatchObject(hasCurl ? expected : []);
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'server.key')).mode & 0o777).toBe(0o600);
    expect(stdout).toContain(`DATABASE_URL is not set: the private database in ${dataDir}/mysql is used.\n`);
    expect(stdout).toContain(apiKey);
    expect(code).toBe(0);
    const logged = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(logged.find((line) => line.includes('"msg":"request"'))).toContain(`"tenantId":"${tenantId}"`);
    expect(logged.join('\n')).not.toContain(apiSecret);
    expect(logged.join('\n')).not.toContain('LazyModuleLoader');
  });
});

describe('the terminal', () => {
  it('prints a link to the service that runs beside it, and none when it has stopped', async () => {
    const service = start();
    const baseUrl = await service.ready();
    const words = ['--tenant', demo().tenantId, '--email', 'admin@demo.example.edu'];
    const invite = (): Promise<Ended> =>
      runScript('cli.mjs', ['admin', 'invite', ...words], { DATA_DIR: dataDir });

    expect((await invite()).stdout).toContain(`\n${baseUrl}/admin/#/invitation?token=`);
    await service.stop();
    expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
    expect(await invite()).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('the demo', () => {
  it('invites an administrator by a link that only the owner reads; every pacing and queue status occurs', async () => {
    const service = start();
    const baseUrl = await service.ready();
    const { invitation } = demo();
    const [address, token = ''] = invitation.split('#/invitation?token=');
    const shown = await new ApiClient(`${baseUrl}/api/v1/admin`, {}).post('/invitations/show', { token });
    const sis = clientAt(baseUrl);
    const records = (await sis.get('/progress')).body.data as unknown as { pacing: { status: string } }[];
    const { totals } = (await sis.get('/sync/queue')).body.meta as { totals: Record<string, number> };

    expect(address).toBe(`${baseUrl}/admin/`);
    expect(shown.body).toMatchObject({ success: true, data: { email: 'admin@demo.example.edu' } });
    expect(service.stdout).toContain(invitation);
    expect(
      service.stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .join(),
    ).not.toContain(token);
    expect([...new Set(records.map(({ pacing }) => pacing.status))].sort()).toEqual(
      [...PACING_STATUSES].sort(),
    );
    expect(SYNC_STATUSES.filter((status) => (totals[status] ?? 0) < 2)).toEqual([]);
  });
});

describe('SIGTERM', () => {
  it("lets a request in flight finish, then the database; the next start finds yesterday's data", async () => {
    const first = start();
    const { upload, answer } = await slowUpload(await first.ready(), person({ externalId: 'S-1' }));
    const [database, credentials] = [databaseProcess(), demo()];

    first.signal('SIGTERM');
    await first.said(/^Stopping/m);
    upload.end(`${JSON.stringify(person({ externalId: 'S-2' }))}\n`);
    expect(await linesOf(answer)).toMatchObject([
      { line: 1, message: 'DATA INSERTED' },
      { line: 2, message: 'DATA INSERTED' },
      { summary: { received: 2, inserted: 2 } },
    ]);
    const { code, stderr } = await first.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(isAlive(database)).toBe(false);

    const second = start();
    const sis = clientAt(await second.ready());
    expect({
      first: (await sis.get('/users/S-1')).status,
      second: (await sis.get('/users/S-2')).status,
    }).toEqual({ first: 200, second: 200 });
    expect(second.stdout).not.toContain('demo tenant');
    expect(demo()).toEqual(credentials);
  });

  it('ends it in order when its output is read no more', async () => {
    const service = start({ DEMO: 'false' });
    await service.ready();
    const database = databaseProcess();
    service.hangUp();
    const { code } = await service.stop();
    expect({ code, isDatabaseAlive: isAlive(database) }).toEqual({ code: 0, isDatabaseAlive: false });
  });

  it('while the service starts leaves no database behind', async () => {
    const service = start({ DEMO: 'false' });
    for await (const { filename } of watch(join(dataDir, 'mysql'))) if (filename === 'server.json') break;
    const database = databaseProcess();
    const { code } = await service.stop();
    expect(code).toBe(0);
    expect(isAlive(database)).toBe(false);
    expect(existsSync(join(dataDir, 'demo.json'))).toBe(false);
  });
});

describe('a kill -9 of the service and of its database', () => {
  it('is recovered by the next start, which SIGINT ends in order', async () => {
    const first = start();
    await clientAt(await first.ready()).post('/users', person({ externalId: 'S-1' }));
    const killed = databaseProcess();
    sendSignal(killed, 'SIGKILL');
    await first.stop('SIGKILL');
    await waitForExit(killed, EXIT_LIMIT_MS);

    const second = start();
    const { status } = await clientAt(await second.ready()).get('/users/S-1');
    const database = databaseProcess();
    const { code } = await second.stop('SIGINT');
    expect({ status, code, isDatabaseAlive: isAlive(database) }).toEqual({
      status: 200,
      code: 0,
      isDatabaseAlive: false,
    });
  });
});

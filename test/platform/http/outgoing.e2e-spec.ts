import { execFile, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { aStudent } from '../../factories/progress-people.js';
import {
  aSubmission,
  discrepanciesOf,
  listQueue,
  move,
  resolveAll,
  stepsOf,
  WAY_TO,
} from '../../factories/submissions.js';
import { SUBMISSION_STATUSES } from '../../../src/submissions/review-workflow.js';
import { clientsAt, TestService, type TestTenant } from '../../support/service.js';
import { BUILD_LIMIT_MS, ensureBuilt, PROJECT_ROOT } from '../../support/service-process.js';

const GUARD = join(import.meta.dirname, '../../support/outgoing-guard.mjs');

let scratch: string;
let service: ChildProcess;
let tenant: TestTenant;

beforeAll(async () => {
  await ensureBuilt();
  scratch = await mkdtemp(join(tmpdir(), 'outgoing-'));
  service = spawn(process.execPath, ['--import', GUARD, join(PROJECT_ROOT, 'dist/main.js')], {
    env: guarded('service.log', { PORT: '0', DEMO: 'false', DATA_DIR: scratch }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  tenant = await tenantAt(await addressOf(service));
}, BUILD_LIMIT_MS);

afterAll(async () => {
  const ended = once(service, 'exit');
  service.kill('SIGKILL');
  await ended;
  await rm(scratch, { recursive: true, force: true });
});

function databaseAddress(): string {
  const url = new URL(process.env['DATABASE_URL'] ?? '');
  return url.searchParams.get('socketPath') ?? `${url.hostname}:${url.port || 3306}`;
}

function guarded(log: string, more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', DATABASE_URL = '', SERVER_KEY = '' } = process.env;
  const guard = { OUTGOING_ALLOWED: databaseAddress(), OUTGOING_LOG: join(scratch, log) };
  return { PATH, DATABASE_URL, SERVER_KEY, ...guard, ...more };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The service has no stdout');
  for await (const line of createInterface({ input: stdout })) {
    const address = /^Ready at (\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      stdout.resume();
      return address;
    }
  }
  throw new Error('The service ended before it was ready');
}

/** Creates a tenant by an unguarded service. @returns a caller of the guarded one */
async function tenantAt(address: string): Promise<TestTenant> {
  const made = await (await TestService.ofWorker()).tenant();
  return { ...made, ...clientsAt(address, made) };
}

function recorded(log: string): string[] {
  const file = join(scratch, log);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}

describe('the guard', () => {
  it.each([
    ['fetch', 'http', "fetch('http://example.edu/')", /example\.edu/],
    ['http', 'http', "m.get('http://192.0.2.1:81/')", /connect 192\.0\.2\.1:81/],
    ['https', 'https', "m.get('https://192.0.2.1/')", /(tls|connect) .*/],
    ['a socket', 'net', "m.connect(25, '192.0.2.1')", /connect 192\.0\.2\.1:25/],
    ['a socket file', 'net', "m.connect('/tmp/none.sock')", /connect \/tmp\/none\.sock/],
    ['TLS', 'tls', "m.connect(443, '192.0.2.1')", /tls/],
    ['a name', 'dns', "m.promises.lookup('example.edu')", /lookup example\.edu/],
    ['a record', 'dns/promises', "m.resolveMx('example.edu')", /resolveMx example\.edu/],
    ['a datagram', 'dgram', "m.createSocket('udp4').send('x', 53, '192.0.2.1')", /datagram/],
  ])('refuses and records %s', async (name, module, call, what) => {
    const code = `const m = await import('node:${module}'); await ${call};`;
    const log = `guard-${name.replaceAll(' ', '-')}.log`;
    const argv = ['--import', GUARD, '--input-type=module', '--eval', code];
    const failed = await promisify(execFile)(process.execPath, argv, { env: guarded(log) }).then(
      () => false,
      () => true,
    );
    expect({ failed, recorded: recorded(log) }).toEqual({
      failed: true,
      recorded: expect.arrayContaining([expect.stringMatching(what)]) as unknown,
    });
  });
});

describe('the built service', () => {
  it('makes no outgoing connection in any workflow or sync call', async () => {
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    for (const status of SUBMISSION_STATUSES)
      await aSubmission(tenant, { submissionId: status, studentId, fields: { degree: 'PhD' }, status });
    expect(Object.keys(WAY_TO).sort()).toEqual([...SUBMISSION_STATUSES].sort());
    for (const [submissionId, resolution] of [
      ['approved', 'accept_submitted'],
      ['closed', 'keep_record'],
    ] as const) {
      expect(await discrepanciesOf(tenant, submissionId)).toHaveLength(1);
      await resolveAll(tenant, submissionId, resolution);
    }
    for (const submissionId of SUBMISSION_STATUSES) {
      expect((await tenant.sis.get(`/sync/payload/${submissionId}`)).status).toBe(200);
      const targetSystem = 'SIS';
      expect((await tenant.sis.post('/sync/replay', { submissionId, targetSystem })).status).toBe(200);
      for (const status of ['processing', 'failed', 'sent']) {
        const answer = await tenant.sis.post('/sync/ack', {
          submissionId,
          status,
          targetSystem: 'https://example.edu',
        });
        expect(answer.status).toBe(200);
      }
      expect((await stepsOf(tenant, submissionId)).length).toBeGreaterThanOrEqual(4);
    }
    await move(tenant, 'approved', 'closed');
    expect((await listQueue(tenant)).totals).toMatchObject({ sent: 6, queued: 1 });

    expect(recorded('service.log')).toEqual([]);
  });
});

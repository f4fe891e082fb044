import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Demo } from '../../src/demo/demo.service.js';
import { person } from '../factories/person.js';
import { PASSWORD } from '../support/administrators.js';
import { ApiClient } from '../support/api-client.js';
import { keepSecrets } from '../support/evidence.js';
import { OwnDatabase } from '../support/own-database.js';
import { pullAll, pullPage } from '../support/progress-reader.js';
import { reportRow } from '../support/report.js';
import { PROJECT_ROOT } from '../support/service-process.js';
import { clientsAt, type TestTenant } from '../support/service.js';
import { type Contents, contentsOf, countRows } from './contents.js';
import { startVersion, type VersionProcess } from './version-process.js';

interface Version {
  readonly name: string;
  readonly folder: string;
}

interface Started {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

interface Claim {
  readonly claimId: string;
  readonly submissionId: string;
}

/** What the earlier version knew when it was stopped. */
interface Left {
  readonly contents: Contents;
  readonly rows: Readonly<Record<string, number>>;
  readonly cursor: string | null;
  readonly read: readonly string[];
  readonly nextSince: string;
  readonly claim: Claim | undefined;
}

const VERSIONS = JSON.parse(process.env['UPGRADE_VERSIONS'] ?? '[]') as Version[];
const EMAIL = 'admin@demo.example.edu';
/** Rows of these go away while a service works. */
const PASSING = new Set(['rate_windows', 'outbox_events']);

describe.each(VERSIONS)('the data of $name', ({ name, folder }) => {
  const database = new OwnDatabase('upgrade');
  const running: VersionProcess[] = [];
  let dataDir: string;
  let demo: Demo;
  let left: Left;
  /** How long this version took to start; undefined until it has. */
  let seconds: number | undefined;
  let current: TestTenant & { readonly baseUrl: string };
  let done = 0;

  const clientsOf = (baseUrl: string): TestTenant => ({ ...demo, ...clientsAt(baseUrl, demo) });

  async function start(version: string, withDemo = false): Promise<Started> {
    const started = startVersion(version, database.url, dataDir, withDemo);
    running.push(started);
    return { baseUrl: await started.ready, stop: started.stop };
  }

  /** The earlier version with its demo university, what callers sent to it, and what they know of it. */
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'upgrade-data-'));
    await database.drop();
    const earlier = await start(folder, true);
    demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo;
    keepSecrets('apiSecret', [demo.apiSecret]);
    left = await use(clientsOf(earlier.baseUrl), earlier.baseUrl);
    await earlier.stop();
    const rows = await countRows(database.url);
    left = { ...left, rows };

    const began = performance.now();
    const { baseUrl } = await start(PROJECT_ROOT);
    seconds = (performance.now() - began) / 1000;
    current = { ...clientsOf(baseUrl), baseUrl };
  });

  afterAll(async () => {
    for (const { stop } of running) await stop();
    await report();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  async function use({ sis, workflow, ...tenant }: TestTenant, baseUrl: string): Promise<Left> {
    const token = demo.invitation.split('token=')[1];
    const answers = [
      await new ApiClient(baseUrl, {}).post('/api/v1/admin/invitations/accept', {
        token,
        password: PASSWORD,
      }),
      await sis.post('/users', person({ externalId: 'up-1', degree: 'PhD' }), { 'X-Sync-Run': 'up' }),
      await sis.patch('/users/up-1', { accountStatus: 'inactive' }),
      await sis.patch('/users/up-1', { accountStatus: 'active' }),
      await workflow.put('/students/up-1/milestones/candidacy', {
        status: 'in_progress',
        dueOn: '2031-05-01',
      }),
    ];
    for (const id of ['up-sub-1', 'up-sub-2']) {
      answers.push(
        await workflow.put(`/submissions/${id}`, { formType: 'up', studentId: 'up-1', fields: {} }),
      );
      for (const status of ['submitted', 'approved'])
        answers.push(await workflow.post(`/submissions/${id}/status`, { status }));
    }
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    const lines = await sis.bulk('/users/bulk', [person(), person()]);
    expect(lines.at(-1)).toMatchObject({ summary: { inserted: 2 } });

    const { body } = await sis.post('/sync/claims', { limit: 1, leaseSeconds: 600 });
    const [claim] = body.data as unknown as Claim[];
    const page = await pullPage(sis, { limit: 5 });
    const { nextSince } = await pullAll(sis, { limit: 100 });
    const contents = await contentsOf({ sis, workflow, ...tenant }, database.url);
    const read = page.records.map(({ studentId }) => studentId);
    return { contents, rows: {}, cursor: page.nextCursor, read, nextSince, claim };
  }

  /** One line of the table that the command prints; none when this version has not started. */
  async function report(): Promise<void> {
    if (seconds === undefined) return;
    const rows = await countRows(database.url);
    const total = (counts: Readonly<Record<string, number>>): number =>
      Object.keys(left.rows).reduce((sum, table) => sum + (counts[table] ?? 0), 0);
    const migrations = (rows['migrations'] ?? 0) - (left.rows['migrations'] ?? 0);
    const amounts = [migrations, seconds.toFixed(1), total(left.rows), total(rows)];
    reportRow([name, ...amounts, `${done} of 5 rules`]);
  }

  it('loses no row', async () => {
    const rows = await countRows(database.url);
    const lost = Object.entries(left.rows).filter(
      ([table, count]) => !PASSING.has(table) && (rows[table] ?? 0) < count,
    );
    expect(lost).toEqual([]);
    done += 1;
  });

  it('is answered as before, with fields added at most', async () => {
    const kinds = ['/users/', 'progress of', '/runs/', 'item of', '/submissions/'];
    for (const kind of kinds)
      expect(Object.keys(left.contents).some((path) => path.startsWith(kind))).toBe(true);
    expect(await contentsOf(current, database.url)).toMatchObject(left.contents);
    done += 1;
  });

  it('is read on from a cursor, and by time', async () => {
    expect(left.cursor).not.toBeNull();
    const all = (await pullAll(current.sis, { limit: 100 })).records.map(({ studentId }) => studentId);
    const rest = await pullAll(current.sis, { limit: 5, cursor: left.cursor ?? '' });
    const milestone = { status: 'completed', completedOn: '2026-05-01' };
    await current.workflow.put('/students/up-1/milestones/candidacy', milestone);
    const changed = await pullAll(current.sis, { since: left.nextSince });
    const read = [...left.read, ...rest.records.map(({ studentId }) => studentId)];

    expect([...new Set(read)].sort()).toEqual(all.sort());
    expect(changed.records).toHaveLength(1);
    done += 1;
  });

  it('keeps credentials, passwords, leases and the order of the queue', async () => {
    const { claimId, submissionId } = left.claim ?? {};
    expect(submissionId).toBeDefined();
    const anyone = new ApiClient(current.baseUrl, {});
    const login = await anyone.post('/api/v1/admin/session', { email: EMAIL, password: PASSWORD });
    const sent = await current.sis.post('/sync/ack', { submissionId, claimId, status: 'sent' });
    const next = await current.sis.post('/sync/claims', { limit: 1 });
    const wrong = await clientsAt(current.baseUrl, { ...demo, apiSecret: 'wrong' }).sis.get('');

    expect({ login: login.status, sent: sent.status, wrong: wrong.status }).toEqual({
      login: 200,
      sent: 200,
      wrong: 401,
    });
    expect(next.body.data).toMatchObject([{ submissionId: expect.any(String) as string }]);
    done += 1;
  });

  it('serves both versions beside each other', async () => {
    const earlier = clientsOf((await start(folder)).baseUrl);
    await earlier.sis.post('/users', person({ externalId: 'up-2', lastName: 'Earlier' }));
    await current.sis.post('/users', person({ externalId: 'up-3', lastName: 'Current' }));
    const nameOf = async ({ sis }: TestTenant, id: string): Promise<unknown> =>
      (await sis.get(`/users/${id}`)).body.data['lastName'];

    for (const reader of [earlier, current])
      expect({ ofEarlier: await nameOf(reader, 'up-2'), ofCurrent: await nameOf(reader, 'up-3') }).toEqual({
        ofEarlier: 'Earlier',
        ofCurrent: 'Current',
      });
    expect((await pullAll(earlier.sis, { limit: 100 })).records.length).toBeGreaterThan(0);
    done += 1;
  });
});

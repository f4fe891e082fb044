import { type Connection, createConnection } from 'mysql2/promise';

import { FAULT_POINTS, type FaultPoint } from '../../../src/submissions/outbox/fault-points.js';
import { aSubmission, itemOf, listQueue, readSubmission, stepsOf } from '../../factories/submissions.js';
import { FaultyProcess } from '../../support/faulty-process.js';
import { clientsAt, TestService, type TestTenant } from '../../support/service.js';
import { BUILD_LIMIT_MS, ensureBuilt } from '../../support/service-process.js';
import { until } from '../../support/until.js';

const SUBMISSION = 'sub-1';

interface Crash {
  /** A client of the tenant, for the process after the crash. */
  readonly after: TestTenant;
  readonly signal: NodeJS.Signals | null;
  readonly isAnswered: boolean;
}

const crashes = new Map<FaultPoint, Crash>();
const processes: FaultyProcess[] = [];
let database: Connection;

beforeAll(async () => {
  await ensureBuilt();
  database = await createConnection({ uri: process.env['DATABASE_URL'] ?? '' });
  const [healthy, ...faulty] = [0, ...FAULT_POINTS].map(() => new FaultyProcess());
  processes.push(...faulty, ...(healthy === undefined ? [] : [healthy]));
  const tenants = await submittedForms();
  const found = new Map<FaultPoint, Omit<Crash, 'after'> & { tenant: TestTenant }>();
  for (const [index, point] of FAULT_POINTS.entries()) {
    const [tenant, process] = [tenants[index], faulty[index]];
    if (tenant === undefined || process === undefined) throw new Error('There is one of each per point');
    found.set(point, { tenant, ...(await approveAt(process, point, tenant)) });
    // The next process, which is to crash at another point, must not deliver the events of this one.
    await makeDue('1 DAY');
  }
  await makeDue('2 SECOND');
  const address = await healthy?.start('none');
  for (const [point, { tenant, ...crash }] of found)
    crashes.set(point, { ...crash, after: at(tenant, address ?? '') });
}, BUILD_LIMIT_MS);

afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await database.end();
});

/** A tenant with a submitted form per fault point, created by a service that has ended before the first crash. */
async function submittedForms(): Promise<TestTenant[]> {
  const service = await TestService.start();
  const tenants = await Promise.all(FAULT_POINTS.map(() => service.tenant()));
  for (const tenant of tenants) await aSubmission(tenant, { submissionId: SUBMISSION, status: 'submitted' });
  await service.stop();
  return tenants;
}

function at(tenant: TestTenant, address: string): TestTenant {
  return { ...tenant, ...clientsAt(address, tenant) };
}

async function approveAt(
  process: FaultyProcess,
  point: FaultPoint,
  tenant: TestTenant,
): Promise<Omit<Crash, 'after'>> {
  const { workflow } = at(tenant, await process.start(point));
  const isAnswered = await workflow.post(`/submissions/${SUBMISSION}/status`, { status: 'approved' }).then(
    () => true,
    () => false,
  );
  return { signal: await process.ended, isAnswered };
}

async function makeDue(after: string): Promise<void> {
  await database.query(`UPDATE \`review_outbox\` SET \`nextAttemptAt\` = \`occurredAt\` + INTERVAL ${after}`);
}

function crashAt(point: FaultPoint): Crash {
  const crash = crashes.get(point);
  if (crash === undefined) throw new Error(`Nothing crashed at ${point}`);
  return crash;
}

async function countOf(table: string, { tenantId }: TestTenant): Promise<number> {
  const [rows] = await database.query(`SELECT COUNT(*) AS n FROM ?? WHERE \`tenantId\` = ?`, [
    table,
    tenantId,
  ]);
  return Number((rows as { n: number }[])[0]?.n);
}

/** Waits until the sweep of the process has delivered all events. */
async function untilQueued(tenant: TestTenant): Promise<void> {
  await until(
    'the item is queued',
    async () => (await itemOf(tenant, SUBMISSION)).syncStatus !== 'not_queued',
  );
}

async function expectQueuedOnce(tenant: TestTenant): Promise<void> {
  expect((await readSubmission(tenant, SUBMISSION)).status).toBe('approved');
  expect(await stepsOf(tenant, SUBMISSION)).toMatchObject([
    { from: 'not_queued', to: 'queued', cause: 'approved', actor: `key:${tenant.apiKey}` },
  ]);
  expect((await listQueue(tenant)).totals).toMatchObject({ not_queued: 0, queued: 1 });
  expect(await countOf('submission_transitions', tenant)).toBe(2);
  expect(await countOf('review_outbox', tenant)).toBe(0);
}

const BEFORE_COMMIT: readonly FaultPoint[] = ['move:written', 'move:outbox-written'];
const AFTER_COMMIT = FAULT_POINTS.filter((point) => !BEFORE_COMMIT.includes(point));

describe('a process killed in the middle of an approval', () => {
  it.each(FAULT_POINTS)('at %s dies there, and gives no answer', (point) => {
    const { signal, isAnswered } = crashAt(point);
    expect({ signal, isAnswered }).toEqual({ signal: 'SIGKILL', isAnswered: false });
  });

  it.each(BEFORE_COMMIT)('at %s has not moved the submission; the move can be made again', async (point) => {
    const { after } = crashAt(point);
    expect((await readSubmission(after, SUBMISSION)).status).toBe('submitted');
    expect(await countOf('submission_transitions', after)).toBe(1);
    expect(await countOf('review_outbox', after)).toBe(0);
    expect(await stepsOf(after, SUBMISSION)).toEqual([]);

    await after.workflow.post(`/submissions/${SUBMISSION}/status`, { status: 'approved' });

    await untilQueued(after);
    await expectQueuedOnce(after);
  });

  it.each(AFTER_COMMIT)('at %s has moved it; the next process queues it, once', async (point) => {
    const { after } = crashAt(point);
    expect((await readSubmission(after, SUBMISSION)).status).toBe('approved');

    await untilQueued(after);

    await expectQueuedOnce(after);
  });

  it.each(AFTER_COMMIT)(
    'at %s keeps the request id that caused it, also for an item that another request queued',
    async (point) => {
      const { after } = crashAt(point);
      await untilQueued(after);
      const [moves] = await database.query(
        "SELECT `requestId` FROM `submission_transitions` WHERE `tenantId` = ? AND `to` = 'approved'",
        [after.tenantId],
      );
      const [step] = await stepsOf(after, SUBMISSION);
      expect(moves).toEqual([{ requestId: step?.requestId }]);
    },
  );
});

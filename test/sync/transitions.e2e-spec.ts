import type { SyncTransitionDto } from '../../src/sync/dto/sync.dto.js';
import type { SyncStatus } from '../../src/sync/entities/sync-statuses.js';
import {
  aSubmission,
  itemOf,
  listQueue,
  move,
  resolve,
  resolveAll,
  stepsOf,
} from '../factories/submissions.js';
import { aStudent } from '../factories/progress-people.js';
import { TestService, type TestTenant } from '../support/service.js';

/** Every state of an item; `failed` has two, because only one of them can be queued again by resolving. */
const STATES = [
  'not_queued',
  'queued',
  'processing',
  'sent',
  'failed by connector',
  'failed, blocked',
] as const;
type State = (typeof STATES)[number];

type Outcome = SyncStatus | 'unchanged' | 'cannot be';

const UNRESOLVED = 'Unresolved discrepancies: degree';
const AS_THE_CONNECTOR_SAID = 'the SIS is away';

/**
 * The contract's tables, section 5. Columns are the states as in STATES. An item with a discrepancy has failed once and
 * is never `not_queued` again.
 */
const TABLE: Readonly<Record<string, readonly Outcome[]>> = {
  'approved, nothing unresolved': ['queued', 'unchanged', 'unchanged', 'queued', 'queued', 'queued'],
  'approved, unresolved': ['failed', 'failed', 'failed', 'failed', 'failed', 'failed'],
  'closed, nothing unresolved': ['queued', 'unchanged', 'unchanged', 'queued', 'queued', 'queued'],
  'closed, unresolved': ['failed', 'failed', 'failed', 'failed', 'failed', 'failed'],
  'last discrepancy resolved': ['cannot be', 'unchanged', 'unchanged', 'unchanged', 'unchanged', 'queued'],
  replay: ['queued', 'queued', 'queued', 'queued', 'queued', 'queued'],
  'ack processing': ['processing', 'processing', 'processing', 'processing', 'processing', 'processing'],
  'ack sent': ['sent', 'sent', 'sent', 'sent', 'sent', 'sent'],
  'ack failed': ['failed', 'failed', 'failed', 'failed', 'failed', 'failed'],
};

const CAUSES: Readonly<Record<string, SyncTransitionDto['cause']>> = {
  approved: 'approved',
  closed: 'closed',
  last: 'discrepancies_resolved',
  replay: 'replay',
  ack: 'ack',
};

const service = await TestService.ofWorker();

async function ack(tenant: TestTenant, submissionId: string, status: string): Promise<void> {
  const lastError = status === 'failed' ? { lastError: AS_THE_CONNECTOR_SAID } : {};
  const answer = await tenant.sis.post('/sync/ack', { submissionId, status, ...lastError });
  expect(answer.status).toBe(200);
}

async function replay(tenant: TestTenant, submissionId: string): Promise<void> {
  expect((await tenant.sis.post('/sync/replay', { submissionId })).status).toBe(200);
}

async function bring(tenant: TestTenant, submissionId: string, state: State): Promise<void> {
  if (state === 'queued') await replay(tenant, submissionId);
  if (state === 'processing' || state === 'sent') await ack(tenant, submissionId, state);
  if (state === 'failed by connector') await ack(tenant, submissionId, 'failed');
}

/** A submitted form that differs from the record in `degree`, and whose item has this state. */
async function submittedIn(tenant: TestTenant, state: State, isUnresolved: boolean): Promise<string> {
  const studentId = await aStudent(tenant, { degree: 'EdD' });
  const fields = { degree: isUnresolved || state === 'failed, blocked' ? 'PhD' : 'EdD' };
  const submissionId = await aSubmission(tenant, { studentId, fields, status: 'submitted' });
  if (state === 'failed, blocked') {
    await move(tenant, submissionId, 'approved', 'returned');
    if (!isUnresolved) await resolveAll(tenant, submissionId);
    await move(tenant, submissionId, 'submitted');
  }
  await bring(tenant, submissionId, state);
  return submissionId;
}

/** Brings an item to the state, then runs the trigger. */
async function pull(
  tenant: TestTenant,
  trigger: string,
  state: State,
): Promise<{ submissionId: string; act: () => Promise<void> }> {
  const isUnresolved = trigger.endsWith(', unresolved');
  if (trigger.startsWith('approved')) {
    const submissionId = await submittedIn(tenant, state, isUnresolved);
    return { submissionId, act: () => move(tenant, submissionId, 'approved') };
  }
  if (trigger.startsWith('closed')) {
    const submissionId = await submittedIn(tenant, state, isUnresolved);
    await move(tenant, submissionId, 'rejected');
    return { submissionId, act: () => move(tenant, submissionId, 'closed') };
  }
  if (trigger.startsWith('last')) {
    const submissionId = await submittedIn(tenant, 'not_queued', true);
    await move(tenant, submissionId, 'approved');
    await bring(tenant, submissionId, state);
    return { submissionId, act: () => resolveAll(tenant, submissionId) };
  }
  const submissionId = await submittedIn(tenant, state, false);
  const [verb, status = ''] = trigger.split(' ');
  return {
    submissionId,
    act: () => (verb === 'replay' ? replay(tenant, submissionId) : ack(tenant, submissionId, status)),
  };
}

const CELLS = Object.entries(TABLE).flatMap(([trigger, row]) =>
  STATES.map((state, index) => ({ trigger, state, outcome: row[index] ?? 'cannot be' })),
);

describe.each(Object.keys(TABLE))('%s', (name) => {
  const cells = CELLS.filter(({ trigger, outcome }) => trigger === name && outcome !== 'cannot be');

  it.each(cells)('$state -> $outcome', async ({ trigger, state, outcome }) => {
    const tenant = await service.tenant();
    const { submissionId, act } = await pull(tenant, trigger, state);
    const before = await itemOf(tenant, submissionId);
    const stepsBefore = await stepsOf(tenant, submissionId);
    expect(before.syncStatus).toBe(state.split(/[ ,]/)[0]);

    await act();

    const after = await itemOf(tenant, submissionId);
    const steps = await stepsOf(tenant, submissionId);
    const added = steps.slice(stepsBefore.length);
    if (outcome === 'unchanged') {
      const { submissionStatus, updatedAt } = after;
      expect(after).toEqual({ ...before, submissionStatus, updatedAt });
      expect(added).toEqual([]);
      return;
    }
    const isBlocked = trigger.endsWith(', unresolved');
    const lastError = outcome !== 'failed' ? null : isBlocked ? UNRESOLVED : AS_THE_CONNECTOR_SAID;
    expect(after).toMatchObject({
      syncStatus: outcome,
      lastError,
      attempts: before.attempts + (outcome === 'processing' ? 1 : 0),
    });
    const cause = CAUSES[trigger.split(/[ ,]/)[0] ?? ''];
    expect(added).toMatchObject([{ from: before.syncStatus, to: outcome, cause, lastError }]);
    expect({ lastTransitionAt: after.lastTransitionAt, updatedAt: after.updatedAt }).toEqual({
      lastTransitionAt: added[0]?.at,
      updatedAt: added[0]?.at,
    });
    expect(after.queuedAt).toBe(outcome === 'queued' ? added[0]?.at : before.queuedAt);
    const { totals } = await listQueue(tenant);
    expect(totals).toEqual({ not_queued: 0, queued: 0, processing: 0, sent: 0, failed: 0, [outcome]: 1 });
  });
});

describe('the table', () => {
  it('decides every state with every trigger', () => {
    for (const [trigger, row] of Object.entries(TABLE))
      expect({ trigger, columns: row.length }).toEqual({ trigger, columns: 6 });
    const impossible = CELLS.filter(({ outcome }) => outcome === 'cannot be');
    expect(impossible).toEqual([
      { trigger: 'last discrepancy resolved', state: 'not_queued', outcome: 'cannot be' },
    ]);
  });

  it('leaves a blocked item failed when its last discrepancy is resolved while it is under review again', async () => {
    const tenant = await service.tenant();
    const submissionId = await submittedIn(tenant, 'failed, blocked', true);
    const before = await itemOf(tenant, submissionId);

    await resolveAll(tenant, submissionId);

    expect(await itemOf(tenant, submissionId)).toEqual(before);
    expect(before).toMatchObject({ syncStatus: 'failed', lastError: UNRESOLVED });
  });

  it('keeps a blocked item failed until the last of several discrepancies is resolved', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const fields = { degree: 'PhD', lastName: 'Lee-Smith' };
    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });

    await resolve(tenant, submissionId, 'degree', { resolution: 'dismiss' });
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('failed');
    await resolve(tenant, submissionId, 'lastName', { resolution: 'dismiss' });
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
    expect(await stepsOf(tenant, submissionId)).toHaveLength(2);
  });
});

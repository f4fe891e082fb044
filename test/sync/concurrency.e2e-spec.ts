import { onAck, onReplay, onReviewed, type Transition } from '../../src/sync/steps/decide-transition.js';
import type { SyncTransitionDto } from '../../src/sync/dto/sync.dto.js';
import type { AckStatus, SyncStatus } from '../../src/sync/entities/sync-statuses.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, discrepanciesOf, itemOf, listQueue, stepsOf } from '../factories/submissions.js';
import type { Answer, Body } from '../support/api-client.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

async function recount({ tenantId }: TestTenant): Promise<Record<string, number>> {
  const sql =
    'SELECT `syncStatus`, COUNT(*) AS `n` FROM `sync_items` WHERE `tenantId` = ? GROUP BY `syncStatus`';
  const rows = await service.query<{ syncStatus: string; n: string }[]>(sql, [tenantId]);
  const none = { not_queued: 0, queued: 0, processing: 0, sent: 0, failed: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ syncStatus, n }) => [syncStatus, Number(n)])) };
}

/** The next state by the contract's table, for a state and a cause. */
function expected(
  state: Transition & { syncStatus: SyncStatus },
  step: SyncTransitionDto,
): Transition | undefined {
  if (step.cause === 'replay') return onReplay(state, undefined);
  if (step.cause === 'ack') return onAck(state, step.to as AckStatus, step.lastError, undefined);
  return onReviewed(state, step.cause === 'closed' ? 'closed' : 'approved', []);
}

/**
 * Replays a history through the table.
 * @returns the last state
 */
function explain(steps: readonly SyncTransitionDto[]): { syncStatus: SyncStatus; attempts: number } {
  let state = {
    syncStatus: 'not_queued' as SyncStatus,
    to: 'not_queued' as SyncStatus,
    cause: 'replay' as const,
    lastError: null as string | null,
    blocked: false,
    attempts: 0,
    targetSystem: null as string | null,
  };
  for (const step of steps) {
    const next = expected(state, step);
    expect({ from: step.from, to: step.to }).toEqual({ from: state.syncStatus, to: next?.to });
    state = { ...state, ...next, cause: 'replay', syncStatus: step.to };
  }
  return { syncStatus: state.syncStatus, attempts: state.attempts };
}

describe('16 calls about one submission at once', () => {
  it('end in a state that the history explains', async () => {
    const tenant = await service.tenant();
    for (let round = 0; round < 5; round += 1) {
      const submissionId = await aSubmission(tenant, { status: 'submitted' });
      const approve = (): Promise<Answer<Body>> =>
        tenant.workflow.post(`/submissions/${submissionId}/status`, { status: 'approved' });
      const replay = (): Promise<Answer<Body>> => tenant.sis.post('/sync/replay', { submissionId });
      const ack = (status: string) => (): Promise<Answer<Body>> =>
        tenant.sis.post('/sync/ack', { submissionId, status });
      const calls = [
        approve,
        ack('processing'),
        replay,
        ack('sent'),
        approve,
        ack('failed'),
        ack('processing'),
        replay,
      ];

      const answers = await Promise.all([...calls, ...calls.toReversed()].map((call) => call()));

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const steps = await stepsOf(tenant, submissionId);
      const { syncStatus, attempts } = await itemOf(tenant, submissionId);
      expect(explain(steps)).toEqual({ syncStatus, attempts });
      // Eight acknowledgements and four replays are one step each; one of four approvals is a step unless it found the
      // item queued.
      const causes = steps.map(({ cause }) => cause);
      expect(causes.filter((cause) => cause === 'ack')).toHaveLength(8);
      expect(causes.filter((cause) => cause === 'replay')).toHaveLength(4);
      expect(causes.filter((cause) => cause === 'approved').length).toBeLessThanOrEqual(1);
      expect(attempts).toBe(4);
    }
    expect((await listQueue(tenant)).totals).toEqual(await recount(tenant));
  });

  it('that approve it make one move and one step', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });

    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        tenant.workflow.post(`/submissions/${submissionId}/status`, { status: 'approved' }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await stepsOf(tenant, submissionId)).toHaveLength(1);
    expect((await listQueue(tenant)).totals).toMatchObject({ not_queued: 0, queued: 1 });
  });

  it('that approve and reject it let one win; the others are refused', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'submitted' });

    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        tenant.workflow.post(`/submissions/${submissionId}/status`, {
          status: index % 2 === 0 ? 'approved' : 'rejected',
        }),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(8);
  });

  it('about more submissions than there are connections are all served, and keep the totals right', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant);
    const statuses = ['processing', 'sent', 'failed'];

    await Promise.all(
      Array.from({ length: 32 }, async (_, index) => {
        const submissionId = await aSubmission(tenant, { studentId, status: 'approved' });
        const status = statuses[index % 4];
        if (status !== undefined) await tenant.sis.post('/sync/ack', { submissionId, status });
      }),
    );

    const { totals } = await listQueue(tenant);
    expect(totals).toEqual({ not_queued: 0, queued: 8, processing: 8, sent: 8, failed: 8 });
    expect(totals).toEqual(await recount(tenant));
  });

  it('resolving and approving again never leave a decided discrepancy undone', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const fields = { degree: 'PhD' };
    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });
    const [{ id } = { id: '' }] = await discrepanciesOf(tenant, submissionId);
    const resolve = `/submissions/${submissionId}/discrepancies/${id}/resolve`;

    const answers = await Promise.all([
      ...[1, 2, 3].map(() => tenant.workflow.post(resolve, { resolution: 'accept_submitted' })),
      tenant.workflow.post(`/submissions/${submissionId}/status`, { status: 'closed' }),
      tenant.sis.post('/sync/replay', { submissionId }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await tenant.sis.get(`/users/${studentId}`)).body.data['degree']).toBe('PhD');
    expect(await discrepanciesOf(tenant, submissionId)).toMatchObject([{ resolution: 'accept_submitted' }]);
    expect((await listQueue(tenant)).totals).toEqual(await recount(tenant));
  });
});

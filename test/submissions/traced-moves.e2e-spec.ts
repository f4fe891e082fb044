import { claimOne } from '../factories/claims.js';
import { aSubmission } from '../factories/submissions.js';
import { TestService, type TestTenant } from '../support/service.js';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const OTHER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

async function approve(submissionId: string, traceparent?: string): Promise<void> {
  const headers: Record<string, string> = traceparent === undefined ? {} : { traceparent };
  const answer = await tenant.workflow.post(
    `/submissions/${submissionId}/status`,
    { status: 'approved' },
    headers,
  );
  expect(answer.status).toBe(200);
}

/** A review event that approves a submission. */
function anEvent(submissionId: string, more: object = {}): object {
  return {
    specversion: '1.0',
    id: submissionId,
    source: '/committees/doctoral',
    type: 'submission.status-changed.v1',
    data: { submissionId, status: 'approved' },
    ...more,
  };
}

async function sendEvent(event: object, headers: Record<string, string> = {}): Promise<void> {
  const type = { 'Content-Type': 'application/cloudevents+json' };
  expect((await tenant.workflow.post('/events', event, { ...type, ...headers })).status).toBe(200);
}

async function tracedAs(): Promise<unknown> {
  const { envelope } = await claimOne(tenant);
  return (envelope as { traceparent?: unknown }).traceparent;
}

describe('the envelope of a submission', () => {
  it('has the traceparent of the call that moved it', async () => {
    await approve(await aSubmission(tenant, { status: 'in_review' }), TRACEPARENT);
    expect(await tracedAs()).toBe(TRACEPARENT);
  });

  it('has that of the review event, before that of the call', async () => {
    const submissionId = await aSubmission(tenant, { status: 'in_review' });
    await sendEvent(anEvent(submissionId, { traceparent: OTHER }), { traceparent: TRACEPARENT });
    expect(await tracedAs()).toBe(OTHER);
  });

  it.each([['is missing'], ['nonsense'], [7]])('has none where that of the event is %s', async (sent) => {
    const submissionId = await aSubmission(tenant, { status: 'in_review' });
    await sendEvent(anEvent(submissionId, sent === 'is missing' ? {} : { traceparent: sent }));
    expect(await tracedAs()).toBeUndefined();
  });

  it('has the same id, whatever the trace', async () => {
    const submissionId = await aSubmission(tenant, { status: 'in_review' });
    await approve(submissionId, TRACEPARENT);
    const { envelope } = await claimOne(tenant);
    await service.query('UPDATE `submissions` SET `traceParent` = NULL WHERE `tenantId` = ?', [
      tenant.tenantId,
    ]);
    const { body } = await tenant.sis.get(`/sync/payload/${submissionId}`);
    expect(body).toMatchObject({ data: { id: envelope.id } });
    expect(body.data).not.toHaveProperty('traceparent');
  });
});

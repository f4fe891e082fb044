import { ackClaim, changeAsAdministrator, claim, extend, release } from '../factories/claims.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, listQueue, move, refill } from '../factories/submissions.js';
import { refused } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { stopClockOf } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';
import type { ClaimedItemDto } from '../../src/sync/claims/claims.dto.js';
import { type ClaimsStep, tracesOf } from './support/traces.js';

/** The constants of the model, whose ticks are that long here. */
const TICK_MS = 10_000;
const LEASE = { leaseSeconds: 20 };
const DELAY = { delaySeconds: 10 };
const ATTEMPTS = 2;
/** The student of each item; of one student, items have different form types. */
const ITEMS = [
  { submissionId: 'sub-0', student: 0, formType: 'a' },
  { submissionId: 'sub-1', student: 0, formType: 'b' },
  { submissionId: 'sub-2', student: 1, formType: 'a' },
] as const;

const service = await TestService.ofWorker();

/** A tenant that does the steps of a trace. */
class Replay {
  private readonly claims = new Map<number, ClaimedItemDto>();
  private now = Date.now();
  private content = 0;

  private constructor(private readonly tenant: TestTenant) {}

  static async start(): Promise<Replay> {
    const replay = new Replay(await service.tenant());
    const { tenant } = replay;
    await changeAsAdministrator(service, tenant, { syncMaxAttempts: ATTEMPTS });
    const students = [await aStudent(tenant), await aStudent(tenant)];
    for (const { submissionId, student, formType } of ITEMS) {
      await replay.letPass(1);
      const studentId = students[student] ?? '';
      const fields = { content: 0 };
      await aSubmission(tenant, { submissionId, studentId, formType, fields, status: 'approved' });
    }
    return replay;
  }

  async do(step: ClaimsStep): Promise<void> {
    // What is queued later has a later time.
    await this.letPass(step.call === 'tick' ? TICK_MS : 1);
    switch (step.call) {
      case 'tick':
        return;
      case 'sweep':
        return service.settle(this.tenant);
      case 'claim':
        return this.claim(step);
      case 'approve':
        return this.approve(ITEMS[step.item]?.submissionId ?? '');
      case 'replay': {
        const { submissionId } = ITEMS[step.item] ?? {};
        expect((await this.tenant.sis.post('/sync/replay', { submissionId })).status).toBe(200);
        return;
      }
      case 'extend':
      case 'sent':
      case 'failed':
      case 'release':
        expect(await this.report(step.call, step.claim)).toMatchObject(
          step.isLost ? refused(409, 'LEASE_LOST') : { status: 200 },
        );
    }
  }

  async state(): Promise<unknown> {
    const { items } = await listQueue(this.tenant);
    const byId = new Map(items.map((item) => [item.submissionId, item]));
    return ITEMS.map(({ submissionId }) => {
      const item = byId.get(submissionId);
      return [item?.syncStatus, item?.attempts];
    });
  }

  private async letPass(ms: number): Promise<void> {
    this.now += ms;
    await stopClockOf(service, this.tenant, new Date(this.now));
  }

  private async claim({ claim: number, item }: { claim?: number; item?: number }): Promise<void> {
    const { items } = await claim(this.tenant, { ...LEASE, limit: 1 });
    const expected = item === undefined ? [] : [ITEMS[item]?.submissionId];
    expect(items.map(({ submissionId }) => submissionId)).toEqual(expected);
    const [one] = items;
    if (one !== undefined && number !== undefined) this.claims.set(number, one);
  }

  private report(call: 'extend' | 'sent' | 'failed' | 'release', number: number): Promise<Answer<Body>> {
    const known = this.claims.get(number);
    if (known === undefined) throw new Error(`The trace has no claim ${number}`);
    if (call === 'extend') return extend(this.tenant, known, LEASE.leaseSeconds);
    if (call === 'release') return release(this.tenant, known, DELAY);
    return ackClaim(this.tenant, known, call);
  }

  /** It is sent back, changed, and approved again. */
  private async approve(submissionId: string): Promise<void> {
    await move(this.tenant, submissionId, 'returned');
    await refill(this.tenant, submissionId, { content: (this.content += 1) });
    await move(this.tenant, submissionId, 'submitted', 'approved');
  }
}

describe('a run of the model of claims', () => {
  const traces = tracesOf('claims');

  it.each(traces)('is what the service does, with seed $seed', async ({ steps }) => {
    const replay = await Replay.start();
    for (const [index, step] of steps.entries()) {
      await replay.do(step);
      expect({ index, step, state: await replay.state() }).toEqual({ index, step, state: step.after });
    }
  });

  it('has, among them, each call, and each answer to one about a lease', () => {
    const kinds = new Set(
      traces.flatMap(({ steps }) =>
        steps.map((step) => ('isLost' in step ? `${step.call} ${step.isLost ? 'lost' : 'held'}` : step.call)),
      ),
    );
    const reports = ['extend', 'sent', 'failed', 'release'];
    const lost = reports.flatMap((call) => [`${call} held`, `${call} lost`]);
    expect([...kinds].sort()).toEqual(['approve', 'claim', 'replay', 'sweep', 'tick', ...lost].sort());
  });
});

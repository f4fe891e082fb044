import { ackClaim, changeAsAdministrator, claim, extend, release } from '../factories/claims.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, listQueue, move, refill } from '../factories/submissions.js';
import { refused } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { stopClockOf } from '../support/clock.js';
import { randomFrom, seedOf } from '../support/random.js';
import { TestService, type TestTenant } from '../support/service.js';
import {
  type ModelClaim,
  type ModelFilter,
  type ModelItem,
  type ModelSubmission,
  QueueModel,
} from './claims-model.js';

/** `CLAIM_STEPS=1000000 CLAIM_SEED=7 npm test -- test/sync/claims-random.e2e-spec.ts` tries more, or again. */
const STEPS = Number(process.env['CLAIM_STEPS'] ?? 600);
const SEED = seedOf('CLAIM');

const LANES = 4;
const STEPS_OF_A_ROUND = 25;
const STUDENTS = 3;
const SUBMISSIONS = 8;
const FORM_TYPES = ['a', 'b'] as const;
const MAX_ATTEMPTS = 4;
const TARGETS = [{ name: 'SIS' }, { name: 'CRM', formTypes: ['b'] }];
const HOUR_MS = 3_600_000;
const JUMP_BACK_MS = 600_000;
const LOST = refused(409, 'LEASE_LOST');

const service = await TestService.ofWorker();

interface KnownKey {
  readonly body: object;
  readonly claimIds: readonly string[];
}

/** One tenant with its model; every step is a call, whose answer the model predicts. */
class Lane {
  private readonly model = new QueueModel(MAX_ATTEMPTS);
  private readonly submissions: ModelSubmission[] = [];
  private readonly keys = new Map<string, KnownKey>();
  private serial = 0;
  private now = Date.now();

  private constructor(
    private readonly tenant: TestTenant,
    private readonly random: () => number,
    private readonly hasTargets: boolean,
  ) {}

  static async of(index: number): Promise<Lane> {
    const tenant = await service.tenant();
    const hasTargets = index % 2 === 1;
    const syncTargets = hasTargets ? TARGETS : [];
    await changeAsAdministrator(service, tenant, { syncMaxAttempts: MAX_ATTEMPTS, syncTargets });
    const lane = new Lane(tenant, randomFrom(SEED + index), hasTargets);
    await lane.letPass(0);
    await lane.furnish();
    return lane;
  }

  async step(): Promise<void> {
    const dice = this.random();
    if (dice < 0.4) await this.claim();
    else if (dice < 0.65) await this.acknowledge();
    else if (dice < 0.77) await this.giveBack();
    else if (dice < 0.85) await this.prolong();
    else if (dice < 0.91) await this.replay();
    else if (dice < 0.95) await this.acknowledgeUnclaimed();
    else await this.approveAgain();
  }

  /** The clock of the tenant stands still in between. */
  async letPass(ms: number): Promise<void> {
    this.now += ms;
    await stopClockOf(service, this.tenant, new Date(this.now));
  }

  /** As a sandbox whose clock was moved is swept; those whose clock stands still are not swept otherwise. */
  async sweep(): Promise<void> {
    this.model.sweep(this.now);
    await service.settle(this.tenant);
  }

  async check(): Promise<void> {
    const { items, totals } = await listQueue(this.tenant);
    const stored = items.map((item) => [
      item.submissionId,
      item.targetSystem,
      item.syncStatus,
      item.attempts,
      item.queuedAt,
    ]);
    const expected = this.model.items.map((item) => [
      item.submission.submissionId,
      item.target,
      item.status,
      item.attempts,
      new Date(item.queuedAt).toISOString(),
    ]);
    expect(stored.sort()).toEqual(expected.sort());
    for (const status of ['queued', 'processing', 'sent', 'failed'] as const)
      expect({ status, total: totals[status] }).toEqual({
        status,
        total: this.model.items.filter((item) => item.status === status).length,
      });
  }

  /** Leases in the database, of which no item may have two. */
  async leases(): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`claims\` FROM \`sync_claims\`
      WHERE \`tenantId\` = ? AND \`endedAt\` IS NULL GROUP BY \`submissionId\`, \`target\``;
    const rows = await service.query<{ claims: string }[]>(sql, [this.tenant.tenantId]);
    return Math.max(0, ...rows.map(({ claims }) => Number(claims)));
  }

  private async furnish(): Promise<void> {
    const students: string[] = [];
    for (let n = 0; n < STUDENTS; n += 1) students.push(await aStudent(this.tenant));
    for (let n = 0; n < SUBMISSIONS; n += 1) {
      const [studentId, formType] = [this.one(students), this.one(FORM_TYPES)];
      const submissionId = `sub-${n}`;
      const fields = { content: 0 };
      await aSubmission(this.tenant, { submissionId, studentId, formType, fields, status: 'approved' });
      const submission = { submissionId, studentId, formType, content: 0 };
      this.submissions.push(submission);
      for (const target of this.targetsOf(formType)) this.model.add(submission, target, this.now);
    }
  }

  private async claim(): Promise<void> {
    const filter: ModelFilter = {
      ...(this.random() < 0.4 && this.hasTargets ? { targetSystem: this.one(['SIS', 'CRM']) } : {}),
      ...(this.random() < 0.3 ? { formTypes: [this.one(FORM_TYPES)] } : {}),
    };
    const [limit, leaseSeconds] = [1 + this.below(4), 5 + this.below(100)];
    const body = { ...filter, limit, leaseSeconds };
    const key = this.random() < 0.3 ? this.someKey() : undefined;
    const known = this.keys.get(key ?? '');
    if (key !== undefined && known !== undefined) return this.claimAgain(key, known);
    const { now } = this;
    const expected = this.model.next(filter, limit, now);
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
    const answer = await claim(this.tenant, body, headers);
    expect(answer.items.map((item) => [item.submissionId, item.targetSystem])).toEqual(
      expected.map(({ submission, target }) => [submission.submissionId, target]),
    );
    answer.items.forEach(({ claimId, attempt }, index) => {
      const item = expected[index];
      if (item !== undefined) this.model.take(item, claimId, now + leaseSeconds * 1000);
      expect(attempt).toBe(item?.attempts);
    });
    expect(answer.waiting).toBe(this.model.waiting(filter));
    if (key !== undefined && answer.items.length > 0)
      this.keys.set(key, { body, claimIds: answer.items.map(({ claimId }) => claimId) });
  }

  private async claimAgain(key: string, { body, claimIds }: KnownKey): Promise<void> {
    const headers = { 'Idempotency-Key': key };
    if (this.random() < 0.2) {
      const other = await this.tenant.sis.post('/sync/claims', { ...body, leaseSeconds: 3600 }, headers);
      expect(other).toMatchObject(refused(409, 'IDEMPOTENCY_CONFLICT'));
    }
    const { items } = await claim(this.tenant, body, headers);
    const held = claimIds.filter((claimId) => {
      const known = this.model.claims.get(claimId);
      return known !== undefined && this.model.isHeld(known, this.now);
    });
    expect(items.map(({ claimId }) => claimId).sort()).toEqual(held.sort());
    // What is handed out again is the content of now.
    for (const claimId of held) {
      const known = this.model.claims.get(claimId);
      if (known !== undefined) Object.assign(known, { content: known.item.submission.content });
    }
  }

  private async acknowledge(): Promise<void> {
    const known = this.someClaim();
    if (known === undefined) return;
    const status = this.one(['sent', 'sent', 'sent', 'failed', 'processing'] as const);
    const isHeld = this.model.isHeld(known, this.now);
    const { submissionId } = known.item.submission;
    const isRepeated = known.outcome === status;
    const answer = await ackClaim(this.tenant, { claimId: known.claimId, submissionId }, status);
    if (!isHeld && !isRepeated) {
      expect(answer).toMatchObject(LOST);
      return;
    }
    if (isHeld && status !== 'processing') this.model.report(known, status, this.now);
    const { data, meta } = answer.body;
    expect({
      status: answer.status,
      syncStatus: data['syncStatus'],
      attempts: data['attempts'],
      isRepeated: (meta as object | undefined) !== undefined,
    }).toEqual({ status: 200, syncStatus: known.item.status, attempts: known.item.attempts, isRepeated });
  }

  private async giveBack(): Promise<void> {
    const known = this.someClaim();
    if (known === undefined) return;
    const delaySeconds = this.random() < 0.5 ? this.below(60) : undefined;
    const isHeld = this.model.isHeld(known, this.now);
    const answer = await release(this.tenant, known, delaySeconds === undefined ? {} : { delaySeconds });
    if (!isHeld) {
      expect(answer).toMatchObject(LOST);
      return;
    }
    const { now } = this;
    const delay = this.model.release(known, delaySeconds, now);
    const notBefore = delay === undefined ? null : new Date(now + delay * 1000).toISOString();
    expect({
      status: answer.status,
      syncStatus: answer.body.data['syncStatus'],
      notBefore: answer.body.data['notBefore'],
    }).toEqual({ status: 200, syncStatus: known.item.status, notBefore });
  }

  private async prolong(): Promise<void> {
    const known = this.someClaim();
    if (known === undefined) return;
    const seconds = 5 + this.below(200);
    const isHeld = this.model.isHeld(known, this.now);
    const answer = await extend(this.tenant, known, seconds);
    if (!isHeld) {
      expect(answer).toMatchObject(LOST);
      return;
    }
    known.until = this.now + seconds * 1000;
    expect(answer.body.data['leaseUntil']).toBe(new Date(known.until).toISOString());
  }

  private async replay(): Promise<void> {
    const item = this.one(this.model.items);
    const answer = await this.post('/sync/replay', item);
    this.model.replay(item, this.now);
    expect(answer).toMatchObject({ status: 200, body: { data: { attempts: item.attempts } } });
  }

  private async acknowledgeUnclaimed(): Promise<void> {
    const item = this.one(this.model.items);
    const status = this.one(['processing', 'sent', 'failed'] as const);
    const answer = await this.post('/sync/ack', item, { status });
    this.model.ack(item, status);
    expect(answer).toMatchObject({ status: 200, body: { data: { attempts: item.attempts } } });
  }

  /** A call about an item that no connector has claimed. */
  private post(path: string, { submission, target }: ModelItem, more: object = {}): Promise<Answer<Body>> {
    const targetSystem = target === null ? {} : { targetSystem: target };
    return this.tenant.sis.post(path, { submissionId: submission.submissionId, ...targetSystem, ...more });
  }

  private async approveAgain(): Promise<void> {
    const submission = this.one(this.submissions);
    const { submissionId } = submission;
    await move(this.tenant, submissionId, 'returned');
    if (this.random() < 0.5) {
      submission.content = this.serial += 1;
      await refill(this.tenant, submissionId, { content: submission.content });
    }
    await move(this.tenant, submissionId, 'submitted', 'approved');
    for (const item of this.model.itemsOf(submission)) this.model.approve(item, this.now);
  }

  /** Mostly one that is held, sometimes one that has ended. */
  private someClaim(): ModelClaim | undefined {
    const all = [...this.model.claims.values()].slice(-40);
    const held = all.filter((one) => one.outcome === undefined);
    const among = this.random() < 0.8 && held.length > 0 ? held : all;
    return among.length === 0 ? undefined : this.one(among);
  }

  /** A new key, or one of the last ones; older ones may be forgotten. */
  private someKey(): string {
    const last = [...this.keys.keys()].slice(-5);
    return last.length > 0 && this.random() < 0.5 ? this.one(last) : `key-${(this.serial += 1)}`;
  }

  private targetsOf(formType: string): (string | null)[] {
    if (!this.hasTargets) return [null];
    return formType === 'b' ? ['SIS', 'CRM'] : ['SIS'];
  }

  private below(most: number): number {
    return Math.floor(this.random() * most);
  }

  private one<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }
}

describe('random calls of connectors, reviewers and administrators', () => {
  it(
    'are answered as the contract says, whatever the clock does',
    async () => {
      const random = randomFrom(SEED);
      const lanes: Lane[] = [];
      for (let index = 0; index < LANES; index += 1) lanes.push(await Lane.of(index));
      for (let done = 0; done < STEPS; done += LANES * STEPS_OF_A_ROUND) {
        await Promise.all(
          lanes.map(async (lane) => {
            for (let step = 0; step < STEPS_OF_A_ROUND; step += 1) await lane.step();
            await lane.check();
          }),
        );
        for (const lane of lanes) expect(await lane.leases()).toBeLessThanOrEqual(1);
        // Seconds mostly, sometimes up to an hour, and sometimes the clock jumps back.
        const dice = random();
        const passed = Math.floor(random() * (dice < 0.9 ? 30_000 : dice < 0.98 ? HOUR_MS : -JUMP_BACK_MS));
        for (const lane of lanes) await lane.letPass(passed);
        for (const lane of lanes) await lane.sweep();
      }
    },
    60_000 + STEPS * 60,
  );
});

import { CLAIM_FAULT_POINTS, type ClaimFaultPoint } from '../../src/sync/claims/claim-fault-points.js';
import { ackClaim, claim, release } from '../factories/claims.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, listQueue, stepsOf } from '../factories/submissions.js';
import { randomFrom, seedOf } from '../support/random.js';
import type { TestTenant } from '../support/service.js';
import { ClaimStage } from './support/claim-stage.js';

const SEED = seedOf('FAULTS');
const CLAIMERS = 8;
const ITEMS = 400;
const SERVICE_KILLS = 4;
const DATABASE_KILLS = 2;
const VICTIMS = ['service', 'database'] as const;

let stage: ClaimStage;

beforeAll(async () => {
  stage = await ClaimStage.start(VICTIMS.length * CLAIM_FAULT_POINTS.length + 1);
}, 120_000);

afterAll(() => stage.stop());

const KEY = { 'Idempotency-Key': 'after-the-crash' };
const LEASE = { leaseSeconds: 5 };

/** The call at which the process dies; the sweep comes by itself when the lease has run out. */
async function reach(point: ClaimFaultPoint, tenant: TestTenant): Promise<void> {
  const { items } = await claim(tenant, LEASE, KEY);
  const [item] = items;
  if (item === undefined) throw new Error('nothing was handed out');
  if (point.startsWith('report')) await ackClaim(tenant, item);
  if (point.startsWith('release')) await release(tenant, item, { delaySeconds: 0 });
}

/** Takes the item as soon as it is queued again, and sends it. */
async function deliverOnce(tenant: TestTenant): Promise<void> {
  for (const item of (await claim(tenant, { waitSeconds: 20 })).items) await ackClaim(tenant, item);
}

describe.each(VICTIMS)('a kill -9 of the %s', (victim) => {
  it.each(CLAIM_FAULT_POINTS)(
    'at %s loses nothing, and gives no item a second lease',
    async (point) => {
      const tenant = stage.tenant();
      const submissionId = await aSubmission(tenant, { status: 'approved' });

      await stage.crash(victim, point, tenant, (faulty) => reach(point, { ...tenant, sis: faulty }));

      expect(await stage.openClaims(tenant)).toBeLessThanOrEqual(1);
      // The connector continues where it was: the same claim again, then the acknowledgement.
      const again = await claim(tenant, LEASE, KEY);
      const isSent = (await listQueue(tenant)).totals.sent === 1;
      const isToWait = again.items.length === 0 && !isSent;
      if (isToWait) await deliverOnce(tenant);
      for (const item of again.items) {
        const { status } = await ackClaim(tenant, item);
        // A restart takes about as long as the lease, which may end between the two calls.
        if (status === 409) await deliverOnce(tenant);
      }
      const steps = await stepsOf(tenant, submissionId);
      expect(steps.filter(({ to }) => to === 'sent')).toHaveLength(1);
      expect(steps.at(-1)?.to).toBe('sent');
      expect((await listQueue(tenant)).totals).toMatchObject({ sent: 1, queued: 0, processing: 0 });
      expect(await stage.openClaims(tenant)).toBe(0);
      expect(await stage.places(tenant)).toBe(0);
    },
    120_000,
  );
});

describe(`${CLAIMERS} connectors, while service and database are killed at random`, () => {
  it('send each item once by their own account, in the order of each student', async () => {
    const random = randomFrom(SEED);
    const tenant = stage.tenant();
    const students: string[] = [];
    for (let n = 0; n < ITEMS / 10; n += 1) students.push(await aStudent(tenant));
    for (let n = 0; n < ITEMS; n += 1)
      await aSubmission(tenant, { studentId: students[n % students.length] ?? '', status: 'approved' });
    const sent: string[] = [];
    const kills = Array.from({ length: SERVICE_KILLS + DATABASE_KILLS }, (_, n) => ({
      at: Math.floor(((n + random()) * ITEMS) / (SERVICE_KILLS + DATABASE_KILLS + 1)),
      victim: n % 3 === 2 ? ('database' as const) : ('service' as const),
    }));
    const work = stage.connectors(tenant, CLAIMERS, (submissionId) => sent.push(submissionId));

    for (const { at: count, victim } of kills) {
      await stage.whenSent(sent, count);
      await stage.killAndRestart(victim);
    }
    const outcome = await work;

    process.stdout.write(`claims: ${JSON.stringify({ kills, ...outcome })}\n`);
    expect(outcome.unexpected).toEqual([]);
    expect(new Set(sent).size).toBe(ITEMS);
    expect((await listQueue(tenant, 'limit=1')).totals).toMatchObject({
      sent: ITEMS,
      queued: 0,
      processing: 0,
    });
    expect(await stage.sentTwice(tenant)).toEqual([]);
    expect(await stage.outOfOrder(tenant)).toEqual([]);
    expect(await stage.overlappingLeases(tenant)).toEqual([]);
  }, 300_000);
});

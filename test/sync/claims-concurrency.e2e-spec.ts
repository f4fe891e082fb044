import { copyQueued } from '../../bench/claims/seed.js';
import type { ClaimedItemDto } from '../../src/sync/claims/claims.dto.js';
import { ClaimWaiters } from '../../src/sync/claims/claim-waiters.js';
import { ackClaim, claim, release } from '../factories/claims.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, listQueue } from '../factories/submissions.js';
import { clientsAt, TestService, type TestTenant } from '../support/service.js';
import { until } from '../support/until.js';

const CLAIMERS = 16;
const ITEMS = 5000;

/** Two processes of the service on one database. */
const service = await TestService.ofWorker();
let other: TestService;

beforeAll(async () => {
  other = await TestService.start();
});

afterAll(async () => {
  await other.stop();
});

/** The same caller at the other process. */
function atOther(tenant: TestTenant): TestTenant {
  return { ...tenant, ...clientsAt(other.baseUrl, tenant) };
}

/** A test that ran out of time has ended, too: what it began does not claim on in the next file. */
let hasEnded: boolean;

beforeEach(() => {
  hasEnded = false;
});

afterEach(() => {
  hasEnded = true;
});

/** Claims and works until nothing is left. */
async function drain(
  tenant: TestTenant,
  work: (item: ClaimedItemDto) => Promise<unknown>,
): Promise<ClaimedItemDto[]> {
  const taken: ClaimedItemDto[] = [];
  while (!hasEnded) {
    const { items, waiting } = await claim(tenant, { limit: 25 });
    taken.push(...items);
    await Promise.all(items.map(work));
    if (items.length === 0 && waiting === 0) break;
  }
  return taken;
}

describe(`${CLAIMERS} claimers at two processes`, () => {
  it(`hand out each of ${ITEMS} items once, and all are sent`, async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant);
    const submissionId = await aSubmission(tenant, { studentId, status: 'approved' });
    const original = { tenantId: tenant.tenantId, studentId, submissionId };
    await copyQueued(service.query.bind(service), original, { count: ITEMS - 1 });

    const taken = await Promise.all(
      Array.from({ length: CLAIMERS }, (_, n) => {
        const own = n % 2 === 0 ? tenant : atOther(tenant);
        return drain(own, (item) => ackClaim(own, item));
      }),
    );

    const ids = taken.flat().map((item) => item.submissionId);
    expect(ids).toHaveLength(ITEMS);
    expect(new Set(ids).size).toBe(ITEMS);
    expect(taken.flat().every(({ attempt }) => attempt === 1)).toBe(true);
    expect((await listQueue(tenant, 'limit=1')).totals).toMatchObject({
      sent: ITEMS,
      queued: 0,
      processing: 0,
    });
    // 5,000 items, each in two calls: 11 s on two cores that other work kept busy.
  }, 60_000);

  it('keep the order of each student, though some items are given back', async () => {
    const tenant = await service.tenant();
    const studentIds = await Promise.all(Array.from({ length: 4 }, () => aStudent(tenant)));
    const queued = new Map<string, string[]>();
    for (let n = 0; n < 10; n += 1)
      for (const studentId of studentIds) {
        const submissionId = await aSubmission(tenant, { studentId, status: 'approved' });
        queued.set(studentId, [...(queued.get(studentId) ?? []), submissionId]);
      }
    const sent = new Map<string, string[]>();
    const held = new Set<string>();
    const doubled: string[] = [];

    await Promise.all(
      Array.from({ length: CLAIMERS }, (_, n) => {
        const own = n % 2 === 0 ? tenant : atOther(tenant);
        return drain(own, async (item) => {
          const { student } = (item.envelope as { data: { student: { id: string } } }).data;
          if (held.has(student.id)) doubled.push(student.id);
          held.add(student.id);
          const isGivenBack = item.attempt === 1 && n % 4 === 0;
          if (!isGivenBack) sent.set(student.id, [...(sent.get(student.id) ?? []), item.submissionId]);
          // Before the call: once it is answered, the next item may be with another claimer.
          held.delete(student.id);
          await (isGivenBack ? release(own, item, { delaySeconds: 0 }) : ackClaim(own, item));
        });
      }),
    );

    expect(doubled).toEqual([]);
    expect(sent).toEqual(queued);
  });
});

describe('a claim that waits at one process', () => {
  it('is notified of an approval at another one', async () => {
    const tenant = await service.tenant();
    const waiting = claim(atOther(tenant), { waitSeconds: 25 });
    await until('the claim waits', () => other.app.get(ClaimWaiters).count === 1);

    const submissionId = await aSubmission(tenant, { status: 'approved' });
    await other.settle(tenant);

    expect((await waiting).items.map((item) => item.submissionId)).toEqual([submissionId]);
  });
});

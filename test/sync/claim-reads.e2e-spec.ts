import { DataSource } from 'typeorm';

import { type Ask, copyOpenItems, copyQueued, type Original } from '../../bench/claims/seed.js';
import { ackClaim, claim, release } from '../factories/claims.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission } from '../factories/submissions.js';
import { fullScansOf, StatementWatch } from '../platform/database/hot-queries/statement-watch.js';
import { OwnDatabase } from '../support/own-database.js';
import { TestService, type TestTenant } from '../support/service.js';

/** A separate database, because so many rows would disturb other tests. */
const database = new OwnDatabase('claims');

let service: TestService;
let watch: StatementWatch;
let tenant: TestTenant;

/** Enough for every claim of this file. */
const HANDED_OUT = 100;

/** The kinds of open items between what is handed out first and what is handed out by a filter. */
const KINDS: readonly { count: number; values: Readonly<Record<string, string>> }[] = [
  { count: 100_000, values: { eligibility: "'behind'" } },
  { count: 100_000, values: { eligibility: "'delayed'", notBefore: "'2100-01-01'" } },
  {
    count: 100_000,
    values: { eligibility: "'processing'", leaseUntil: "'2100-01-01'", claimId: "CONCAT('c', n)" },
  },
  { count: 100_000, values: { targetSystem: "'CRM'" } },
  { count: 100_000, values: { targetSystem: "'LMS'", formType: "'other'" } },
];

beforeAll(async () => {
  await database.drop();
  service = await TestService.start({ DATABASE_URL: database.url });
  tenant = await service.tenant();
  const studentId = await aStudent(tenant);
  const submissionId = await aSubmission(tenant, { studentId, status: 'approved' });
  await tenant.sis.post('/sync/replay', { submissionId, targetSystem: 'SIS' });
  const original: Original = { tenantId: tenant.tenantId, studentId, submissionId };
  const dataSource = service.app.get(DataSource);
  const ask: Ask = (sql, parameters = []) => dataSource.query(sql, [...parameters]);
  await copyQueued(ask, original, { count: HANDED_OUT });
  let from = HANDED_OUT;
  for (const { count, values } of KINDS) {
    await copyOpenItems(ask, original, { count, from, values });
    from += count;
  }
  await copyQueued(ask, original, { count: HANDED_OUT, from });
  await dataSource.query('ANALYZE TABLE `sync_open_items`, `sync_items`, `submissions`, `users`');
  watch = new StatementWatch(dataSource);
  // Half a million open items.
}, 120_000);

afterAll(async () => {
  await service.stop();
  await database.drop();
});

describe('among 500,000 items on their way', () => {
  it.each([
    ['that names nothing', {}],
    ['that names a target system', { targetSystem: 'SIS' }],
    ['that names form types', { formTypes: ['address_change', 'unknown'] }],
    ['that names both', { targetSystem: 'SIS', formTypes: ['address_change'] }],
  ])('a claim %s reads at most 500 rows', async (name, filter) => {
    const limit = 10;
    watch.during = name;

    const { items } = await claim(tenant, { limit, ...filter });

    const statements = watch.statements.filter(({ during }) => during === name);
    const scans = statements.flatMap((one) => fullScansOf(one, (table) => table === 'sync_open_items'));
    const read = statements.reduce((sum, one) => sum + one.read, 0);
    expect(items).toHaveLength(limit);
    expect(scans).toEqual([]);
    expect(read).toBeGreaterThan(2 * limit);
    expect(read).toBeLessThanOrEqual(500);
  });

  it('an acknowledgement and a release read at most 100 rows each', async () => {
    const { items } = await claim(tenant, { limit: 2, targetSystem: 'SIS' });
    const [one, other] = items;
    if (one === undefined || other === undefined) throw new Error('nothing was handed out');
    watch.during = 'ack';
    await ackClaim(tenant, one);
    watch.during = 'release';
    await release(tenant, other);
    watch.during = 'nothing';
    for (const call of ['ack', 'release']) {
      const statements = watch.statements.filter(({ during }) => during === call);
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(100);
    }
  });
});

import { completeRun } from '../factories/complete-runs.js';
import { activePeople, aLimitedTenant, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { aKey } from '../factories/keys.js';
import { person } from '../factories/person.js';
import { aBlockedSubmission, aSubmission, resolveAll } from '../factories/submissions.js';
import { Administrators, newEmail } from '../support/administrators.js';
import { type Row, rowsOf } from '../support/answers.js';
import { ApiClient } from '../support/api-client.js';
import { keyHeaders, TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;

beforeEach(async () => {
  tenant = await aLimitedTenant(service, { mode: 'hold', perRun: { count: 2 } });
  ({ api } = await admins.open(tenant));
});

const upload = (run: string, rows: readonly unknown[]): Promise<Row[]> =>
  inRun(service, tenant, run).bulk('/users/bulk', [...rows]);

const totalOf = async (path: string): Promise<unknown> => (await api.get(path)).body.meta['total'];

const runOf = async (run: string): Promise<Row> => (await api.get(`/runs/${run}`)).body.data;

/** Decides about the first open holds. */
async function decide(decision: string, count: number): Promise<void> {
  const open = rowsOf(await api.get('/holds?status=held&order=ASC'));
  const ids = open.slice(0, count).map(({ id }) => id);
  expect((await api.post('/holds/decide', { decision, ids })).status).toBe(200);
}

/** The numbers of a run that lead to a list, each beside the total of the list. */
async function numbersOf(run: string): Promise<[string, unknown, unknown][]> {
  const shown = await runOf(run);
  const listed = rowsOf(await api.get(`/runs?name=${run}`)).find(({ name }) => name === run);
  const lists = [
    ['held', `/holds?run=${run}`],
    ['heldOpen', `/holds?run=${run}&status=held`],
    ['heldReleased', `/holds?run=${run}&status=released`],
    ['heldRejected', `/holds?run=${run}&status=rejected`],
    ['heldWithdrawn', `/holds?run=${run}&status=withdrawn`],
    ['failedKept', `/runs/${run}/failures`],
  ] as const;
  const numbers: [string, unknown, unknown][] = [];
  for (const [name, path] of lists) {
    numbers.push([name, shown[name], await totalOf(path)]);
    if (name !== 'failedKept') numbers.push([`${name} in the list`, listed?.[name], shown[name]]);
  }
  return numbers;
}

/** How many entries the list of a run's changes has by its counts. */
function changesBy({ inserted, updated, heldReleased, finish }: Row): number {
  const { absent } = (finish ?? { absent: null }) as { absent: { deprovisioned: number } | null };
  return [inserted, updated, heldReleased, absent?.deprovisioned ?? 0].reduce<number>(
    (sum, count) => sum + Number(count),
    0,
  );
}

const unequal = (numbers: readonly [string, unknown, unknown][]): unknown[] =>
  numbers.filter(([, number, total]) => number !== total);

describe('the counts of a run', () => {
  it('have whom it held as held, not as unchanged, and add up to the people whom it received', async () => {
    const people = await activePeople(tenant, 12);
    const [leaving, staying] = [inactive(people.slice(0, 9)), people.slice(9)];
    // Of one who is held the degree is new: the row is updated.
    const rows = leaving.map((one, index) => (index === 8 ? { ...one, degree: 'PhD' } : one));
    const answer = await upload('nightly-1', [...rows, ...staying, person(), person({ email: 'x' })]);
    expect(answer.at(-1)).toMatchObject({ summary: { updated: 3, unchanged: 9, held: 7 } });
    const counts = { received: 14, inserted: 1, updated: 3, failed: 1, deprovisioned: 2 };
    const shown = { ...counts, held: 7, unchanged: 3 };
    expect(await runOf('nightly-1')).toMatchObject(shown);
    expect(rowsOf(await api.get('/runs'))).toMatchObject([shown]);
    // The caller is answered as ever.
    const { data } = (await tenant.sis.get('/runs/nightly-1')).body;
    expect(data).toMatchObject({ ...counts, unchanged: 9 });
  });

  it('count held rows as held, whatever request ID a caller sends, and when the history is gone', async () => {
    const people = await activePeople(tenant, 6);
    const named = { ...keyHeaders(tenant), 'X-Request-Id': 'always-the-same', 'X-Sync-Run': 'nightly-1' };
    const sis = new ApiClient(`${service.baseUrl}/api/v1/integration`, named);
    await sis.bulk(
      '/users/bulk',
      people.map((one) => ({ ...one, degree: 'MA' })),
    );
    const rows = people.map((one, index) => ({ ...one, degree: index === 5 ? 'PhD' : 'MA' }));
    await sis.bulk('/users/bulk', inactive(rows));
    const shown = { received: 12, updated: 9, unchanged: 0, held: 4 };
    expect(await runOf('nightly-1')).toMatchObject(shown);
    await service.query('DELETE FROM `user_changes` WHERE `tenantId` = ?', [tenant.tenantId]);
    expect(await runOf('nightly-1')).toMatchObject(shown);
  });

  it('of holds that do not say what their rows were are found by request ID', async () => {
    const people = await activePeople(tenant, 4);
    await upload('nightly-1', inactive(people.map((one, n) => (n === 3 ? { ...one, degree: 'PhD' } : one))));
    const ofTenant = 'UPDATE `held_requests` SET `isRowUnchanged` = NULL WHERE `tenantId` = ?';
    await service.query(ofTenant, [tenant.tenantId]);
    expect(await runOf('nightly-1')).toMatchObject({ updated: 3, unchanged: 0, held: 2 });
  });

  it('are the totals of their lists, also after decisions and an undo', async () => {
    const people = await activePeople(tenant, 10);
    await upload('nightly-1', [...inactive(people), person(), person({ email: 'x' })]);
    expect(unequal(await numbersOf('nightly-1'))).toEqual([]);
    await decide('release', 3);
    await decide('reject', 2);
    const [open] = rowsOf(await api.get('/holds?status=held'));
    const { data: held } = (await tenant.sis.get(`/users/${String(open?.['userId'])}`)).body;
    const active = people.find(({ externalId }) => externalId === held['legacyNumber']);
    await tenant.sis.post('/users', { ...active, accountStatus: 'active' });
    expect(await runOf('nightly-1')).toMatchObject({
      deprovisioned: 2,
      held: 8,
      heldReleased: 3,
      heldRejected: 2,
      heldWithdrawn: 1,
    });
    expect(unequal(await numbersOf('nightly-1'))).toEqual([]);
    expect(await totalOf('/runs/nightly-1/changes')).toBe(changesBy(await runOf('nightly-1')));
    await api.post('/runs/nightly-1/undo', { confirm: 'nightly-1' });
    for (const run of ['nightly-1', 'undo:nightly-1']) {
      expect(unequal(await numbersOf(run))).toEqual([]);
      expect(await totalOf(`/runs/${run}/changes`)).toBe(changesBy(await runOf(run)));
    }
  });

  it('do not take absent people, who had no rows, for unchanged ones', async () => {
    const people = await activePeople(tenant, 20);
    await completeRun(service, tenant, 'full-1', people, { absentRuns: 1 });
    await completeRun(service, tenant, 'full-2', people.slice(5), { absentRuns: 1 });
    const run = await runOf('full-2');
    expect(run).toMatchObject({ received: 15, unchanged: 15, deprovisioned: 2, held: 3 });
    expect(unequal(await numbersOf('full-2'))).toEqual([]);
    await decide('release', 3);
    expect(await totalOf('/runs/full-2/changes')).toBe(changesBy(await runOf('full-2')));
  });

  it('are in view at the decision about a hold: whom it de-provisioned itself, later, and would', async () => {
    const people = await activePeople(tenant, 8);
    await upload('nightly-1', inactive(people));
    await decide('release', 2);
    const [open] = rowsOf(await api.get('/holds?status=held'));
    const { data } = (await api.get(`/holds/${String(open?.['id'])}`)).body;
    expect(data['runOfHold']).toMatchObject({ deprovisioned: 2, held: 6, released: 2, open: 4 });
  });
});

describe('each number of the menu', () => {
  const LISTS = {
    holds: '/holds?status=held',
    conflicts: '/conflicts?status=open',
    discrepancies: '/discrepancies?status=open',
    waitingSubmissions: '/submissions',
    failedDeliveries: '/queue?failure=delivery',
    awaitDecision: '/queue?failure=decision',
    keysExpiring: '/keys?status=expiring',
    alerts: '/alerts?state=awake',
  } as const;

  async function attention(): Promise<[string, unknown, unknown][]> {
    const { data } = (await api.get('/attention')).body;
    const numbers: [string, unknown, unknown][] = [];
    for (const [name, path] of Object.entries(LISTS)) numbers.push([name, data[name], await totalOf(path)]);
    return numbers;
  }

  it('is the total of the list that it leads to, also after decisions', async () => {
    const people = await activePeople(tenant, 6);
    await upload('nightly-1', inactive(people));
    const [ann, bob] = await activePeople(tenant, 2);
    await tenant.sis.post('/users', { ...ann, email: bob?.['email'] });
    const blocked = await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Kim' });
    await aBlockedSubmission(tenant);
    const failed = await aSubmission(tenant, { status: 'approved' });
    await tenant.sis.post('/sync/ack', { submissionId: failed, status: 'failed', lastError: 'away' });
    await aKey(api, { expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
    await service.settle(tenant);
    const before = await attention();
    expect(before.filter(([, number]) => number === 0)).toEqual([]);
    expect(unequal(before)).toEqual([]);

    await decide('release', 1);
    await decide('reject', 1);
    const [conflict] = rowsOf(await api.get('/conflicts?status=open'));
    await api.post(`/conflicts/${String(conflict?.['id'])}/decide`, { decision: 'ignore' });
    await resolveAll(tenant, blocked);
    await api.post('/queue/replay', { submissionIds: [failed] });
    const after = await attention();
    expect(after).not.toEqual(before);
    expect(unequal(after)).toEqual([]);
    await api.post(`/conflicts/${String(conflict?.['id'])}/undo`, {});
    expect(unequal(await attention())).toEqual([]);
  });
});

describe('an administrator who is invited', () => {
  const listed = async (email: string): Promise<Row | undefined> =>
    rowsOf(await api.get('/administrators')).find((one) => one['email'] === email);

  it('has the end of the invitation until they set a password', async () => {
    const email = newEmail();
    const invite = await api.post('/invitations', { email, firstName: 'Nora', lastName: 'New' });
    const { link, expiresAt } = invite.body.data as Record<string, string>;
    expect(await listed(email)).toMatchObject({
      accountStatus: 'active',
      lastSeenAt: null,
      invitedUntil: expiresAt,
    });
    await admins.accept(link?.split('token=')[1] ?? '');
    expect(await listed(email)).toMatchObject({ invitedUntil: null });
  });

  it('has none when the invitation is withdrawn, or makes a new password', async () => {
    const email = newEmail();
    const { userId } = (await api.post('/invitations', { email, firstName: 'Nora', lastName: 'New' })).body
      .data;
    await api.send('DELETE', `/invitations/${String(userId)}`);
    expect(await listed(email)).toMatchObject({ invitedUntil: null });
    const known = await admins.make(tenant);
    await api.post('/invitations', { email: known.email });
    expect(await listed(known.email)).toMatchObject({ invitedUntil: null });
  });
});

import { successorOf } from '../factories/conflicts.js';
import { inRun, setLimits } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { aStudent, formCommittee, seat, setTitle } from '../factories/progress-people.js';
import { storedId } from '../factories/stored-people.js';
import { approvedSubmissions, aSubmission, move } from '../factories/submissions.js';
import { ackClaim, claim, claimOne, release } from '../factories/claims.js';
import { Administrators } from '../support/administrators.js';
import { letPassIn } from '../support/clock.js';
import { beginErasure, eraseToTheEnd } from '../support/erasures.js';
import { FeedReader } from '../support/feed-reader.js';
import { anInbox, decide, soleConflict, takeBack } from '../support/inbox.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
const staff = (overrides = {}) => person({ accountType: 'Staff', ...overrides });

let tenant: TestTenant;
let reader: FeedReader;
const by = (changed: readonly string[] = []) => ({ changed, run: null, actor: `key:${tenant.apiKey}` });

beforeEach(async () => {
  tenant = await service.tenant();
  reader = await FeedReader.begin(tenant.sis);
});

describe('people', () => {
  it('who are new, change, leave and come back are events with the names of what changed', async () => {
    const sent = staff({ degree: 'EdD' });
    const id = await storedId(tenant, sent);
    expect(await reader.summaries()).toEqual([['user.created.v1', id, by()]]);

    const answer = await tenant.sis.post('/users', { ...sent, degree: 'PhD', firstName: 'New' });
    const changed = answer.body.meta['changed'] as string[];
    expect([...changed].sort()).toEqual(['degree', 'firstName']);
    expect(await reader.summaries()).toEqual([['user.updated.v1', id, by(changed)]]);

    await tenant.sis.patch(`/users/${id}`);
    expect(await reader.summaries()).toEqual([['user.deprovisioned.v1', id, by()]]);

    await tenant.sis.post('/users', { ...sent, degree: null, firstName: 'New', accountStatus: 'active' });
    expect(await reader.summaries()).toEqual([
      ['user.updated.v1', id, by(['degree'])],
      ['user.restored.v1', id, by()],
    ]);
  });

  it('who are created inactive are created alone', async () => {
    const id = await storedId(tenant, staff({ accountStatus: 'inactive' }));
    expect(await reader.summaries()).toEqual([['user.created.v1', id, by()]]);
  });

  it('are shown with the run of the call', async () => {
    const sent = staff();
    await inRun(service, tenant, 'nightly-7').bulk('/users/bulk', [sent]);
    expect(await reader.next()).toMatchObject([{ type: 'user.created.v1', data: { run: 'nightly-7' } }]);
  });

  it('are no event where nothing is written: unchanged, refused, or of a dry run', async () => {
    const sent = staff();
    await storedId(tenant, sent);
    await reader.next();
    await tenant.sis.post('/users', sent);
    await tenant.sis.post('/users', { ...sent, email: 'none' });
    await tenant.sis.bulk('/users/bulk?dryRun=true', [{ ...sent, firstName: 'Other' }]);
    await tenant.sis.bulk('/users/bulk', [sent, { ...sent, email: 'none' }]);
    expect(await reader.summaries()).toEqual([]);
  });

  it('who change twice in one request are one event, with all that changed', async () => {
    const sent = staff();
    const id = await storedId(tenant, sent);
    await reader.next();
    const second = { ...sent, firstName: 'B' };
    await tenant.sis.bulk('/users/bulk', [second, { ...second, lastName: 'C' }]);
    const [event, ...others] = await reader.next();
    expect(others).toEqual([]);
    expect({ ...event, changed: [event?.data['changed'] ?? []].flat().sort() }).toMatchObject({
      subject: id,
      changed: ['firstName', 'lastName'],
    });
  });

  it('who are erased are one event, without a word about them', async () => {
    const id = await storedId(tenant, staff());
    const { api, actor } = await admins.open(tenant);
    await reader.next();
    await eraseToTheEnd(service, api, id);
    const data = { changed: [], run: null, actor };
    expect(await reader.summaries()).toEqual([['user.erased.v1', id, data]]);
  });
});

describe('holds', () => {
  it('are events when they are opened, withdrawn, released and rejected', async () => {
    tenant = await service.tenant();
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 0 } });
    reader = await FeedReader.begin(tenant.sis);
    const all = [staff(), staff(), staff()];
    const ids: string[] = [];
    for (const one of all) ids.push(await storedId(tenant, one));
    const { api } = await admins.open(tenant);
    await reader.next();
    const holds: string[] = [];
    for (const id of ids) holds.push(String((await tenant.sis.patch(`/users/${id}`)).body.meta['holdId']));
    const opened = ids.map((id, index) => [
      'user.hold-opened.v1',
      id,
      { holdId: holds[index], decision: null, run: null },
    ]);
    expect(await reader.summaries()).toEqual(opened);

    await tenant.sis.post('/users', { ...all[0], accountStatus: 'active' });
    await api.post('/holds/decide', { decision: 'release', ids: [holds[1]] });
    await api.post('/holds/decide', { decision: 'reject', ids: [holds[2]] });
    const decided = (index: number, decision: string): unknown => [
      'user.hold-decided.v1',
      ids[index],
      { holdId: holds[index], decision, run: null },
    ];
    const seen = await reader.summaries();
    expect(seen).toEqual([
      decided(0, 'withdrawn'),
      decided(1, 'released'),
      ['user.deprovisioned.v1', ids[1], expect.anything()],
      decided(2, 'rejected'),
    ]);
  });
});

describe('conflicts', () => {
  it('are events when they are opened, decided and taken back, and not when they are asked again', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    const ann = person({ accountType: 'Staff' });
    await desk.sis.post('/users', ann);
    reader = await FeedReader.begin(desk.sis);
    await desk.sis.post('/users', successorOf(ann));
    const { id, userId } = (await soleConflict(desk)) as { id: string; userId: string };
    const conflicts = async (): Promise<unknown[]> =>
      (await reader.summaries()).filter((one) => String(one).startsWith('conflict'));
    const seen = (type: string, userIds: unknown, decision: string | null): unknown => [
      type,
      id,
      { userIds, decision },
    ];
    expect(await conflicts()).toEqual([seen('conflict.opened.v1', [userId], null)]);

    await desk.sis.post('/users', successorOf(ann, { firstName: 'Again' }));
    expect(await conflicts()).toEqual([]);

    expect((await decide(desk, id, 'ignore')).status).toBe(200);
    expect((await takeBack(desk, id)).status).toBe(200);
    expect(await conflicts()).toEqual([
      seen('conflict.decided.v1', [userId], 'ignore'),
      seen('conflict.decided.v1', [userId], 'taken_back'),
    ]);

    await desk.sis.post('/users', successorOf(ann));
    expect(await conflicts()).toEqual([seen('conflict.opened.v1', [userId], null)]);
  });
});

describe('progress', () => {
  const progress = async (): Promise<unknown[]> =>
    (await reader.summaries()).filter((one) => String(one).startsWith('progress'));
  const changed = (id: string, ...parts: string[]): unknown => ['progress.changed.v1', id, { parts }];

  it('is an event with the parts that changed', async () => {
    const sent = person();
    const id = await storedId(tenant, sent);
    expect(await progress()).toEqual([changed(id, 'student')]);

    await tenant.sis.post('/users', { ...sent, firstName: 'New' });
    expect(await progress()).toEqual([changed(id, 'student')]);

    await setTitle(tenant, id, 'Of glaciers');
    expect(await progress()).toEqual([changed(id, 'dissertation', 'pacing')]);
    await setTitle(tenant, id, 'Of glaciers, "milestones":[');
    expect(await progress()).toEqual([changed(id, 'dissertation')]);

    await tenant.workflow.put(`/students/${id}/dissertation/versions/1`, {
      stage: 'proposal',
      status: 'draft',
    });
    expect(await progress()).toEqual([changed(id, 'versions')]);
    await setTitle(tenant, id, 'Of glaciers, "milestones":[');
    expect(await progress()).toEqual([]);
  });

  it('of a committee is an event of each student whose record shows the member', async () => {
    const professor = facultyMember({ accountType: 'Faculty' });
    const facultyId = await storedId(tenant, professor);
    const studentId = await aStudent(tenant);
    await formCommittee(tenant, studentId, [seat(facultyId)]);
    await reader.next();
    await tenant.sis.post('/users', { ...professor, firstName: 'Renamed' });
    expect(await progress()).toEqual([changed(studentId, 'committee')]);
  });

  it('of a person who is no Student any more, or is erased, is removed, and comes back in all parts', async () => {
    const sent = person();
    const id = await storedId(tenant, sent);
    await reader.next();
    await tenant.sis.post('/users', { ...sent, accountType: 'Staff' });
    expect(await progress()).toEqual([['progress.removed.v1', id, {}]]);
    await tenant.sis.post('/users', sent);
    const parts = ['student', 'dissertation', 'versions', 'milestones', 'pacing', 'committee'];
    expect(await progress()).toEqual([changed(id, ...parts)]);
    const { api } = await admins.open(tenant);
    await beginErasure(api, id);
    expect(await progress()).toContainEqual(['progress.removed.v1', id, {}]);
  });
});

describe('forms and the queue', () => {
  it('are events from state to state', async () => {
    const submissionId = await aSubmission(tenant, { status: 'approved' });
    const claim = await claimOne(tenant);
    const seen = (await reader.summaries()).filter((one) => !/^(user|progress)/.test(String(one)));
    const formType = 'address_change';
    const moved = (from: string | null, to: string): unknown => [
      'submission.status-changed.v1',
      submissionId,
      { from, to, formType },
    ];
    const stepped = (from: string, to: string, cause: string): unknown => [
      'sync.item-changed.v1',
      submissionId,
      { targetSystem: null, from, to, cause },
    ];
    expect(claim).toMatchObject({ submissionId });
    expect(seen).toEqual([
      moved(null, 'draft'),
      moved('draft', 'submitted'),
      moved('submitted', 'approved'),
      stepped('not_queued', 'queued', 'approved'),
      stepped('queued', 'processing', 'claimed'),
    ]);
  });

  it('are the steps of both histories, in their order', async () => {
    const [first = '', second = '', third = ''] = await approvedSubmissions(tenant, 3);
    const claimed = await claimOne(tenant, { limit: 1 });
    await release(tenant, claimed, { delaySeconds: 0 });
    await ackClaim(tenant, await claimOne(tenant, { limit: 1 }), 'failed', { lastError: 'away' });
    await tenant.sis.post('/sync/ack', { submissionId: second, status: 'sent' });
    await tenant.sis.post('/sync/replay', { submissionId: first });
    await tenant.sis.post('/sync/replay/bulk', { status: 'sent' });
    await move(tenant, third, 'closed');
    await claim(tenant, { leaseSeconds: 5 });
    await letPassIn(service, tenant, 10_000);
    await service.run('sync-leases');
    const events = await reader.next({ types: 'sync.*,submission.*' });
    const rowsOfTable = (table: string): Promise<Record<string, unknown>[]> =>
      service.query(`SELECT * FROM \`${table}\` WHERE \`tenantId\` = ? ORDER BY \`id\``, [tenant.tenantId]);
    const stepOf = ({ submissionId, from, to, cause }: Record<string, unknown>): unknown => [
      submissionId,
      from,
      to,
      cause,
    ];
    const steps = events
      .filter(({ type }) => type === 'sync.item-changed.v1')
      .map(({ subject, data }) => stepOf({ submissionId: subject, ...data }));
    const moves = events
      .filter(({ type, data }) => type === 'submission.status-changed.v1' && data['from'] !== null)
      .map(({ subject, data }) => [subject, data['from'], data['to']]);
    const history = await rowsOfTable('sync_transitions');
    expect(new Set(history.map(({ cause }) => cause)).size).toBeGreaterThan(5);
    expect(steps).toEqual(history.map(stepOf));
    expect(moves).toEqual(
      (await rowsOfTable('submission_transitions')).map(({ submissionId, from, to }) => [
        submissionId,
        from,
        to,
      ]),
    );
  });
});

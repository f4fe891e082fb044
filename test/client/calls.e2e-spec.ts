import { type Hold, IntegrationApi, type PullState } from '../../client/src/index.js';
import { aBlockedSubmission, aSubmission } from '../factories/submissions.js';
import { TestService, type TestTenant } from '../support/service.js';
import { all, student } from './people.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;
let api: IntegrationApi;

beforeEach(async () => {
  tenant = await service.tenant();
  const { apiKey, apiSecret } = tenant;
  api = new IntegrationApi({ url: service.baseUrl, apiKey, apiSecret });
});

describe('the client', () => {
  it('says which university the credential is for', async () => {
    const { tenantId, message } = await api.root();
    expect(tenantId).toBe(tenant.tenantId);
    expect(message).toBe('Integration API is operational');
  });

  it('creates, updates, reads, de-provisions and restores a person', async () => {
    const created = await api.users.createOrUpdate(student(1));
    const updated = await api.users.createOrUpdate(student(1, { degree: 'EdD' }));
    const { data: stored } = await api.users.get('S-1');
    const gone = await api.users.setStatus(created.data.id, 'inactive');
    const back = await api.users.setStatus('S-1', 'active');

    expect(created).toMatchObject({ status: 201, message: 'DATA INSERTED', meta: { matchedBy: null } });
    expect(updated).toMatchObject({ status: 200, meta: { matchedBy: 'legacyNumber', changed: ['degree'] } });
    expect(stored).toMatchObject({ id: created.data.id, degree: 'EdD', legacyNumber: 'S-1' });
    expect(gone).toMatchObject({ message: 'USER DEPROVISIONED', meta: { previousStatus: 'active' } });
    expect(back).toMatchObject({ message: 'USER RESTORED', data: { accountStatus: 'active' } });
  });

  it('names every field that is wrong, and the request', async () => {
    const wrong = { ...student(1), email: 'nowhere', monthOfEntry: 13 };
    await expect(api.users.createOrUpdate(wrong, { requestId: 'night-7' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 400,
      requestId: 'night-7',
      details: [{ field: 'email' }, { field: 'monthOfEntry' }],
    });
  });

  it('gives warnings', async () => {
    const { warnings } = await api.users.createOrUpdate(student(1, { facultyProfile: { tools: ['R'] } }));
    expect(warnings).toMatchObject([{ field: 'facultyProfile', code: 'IGNORED' }]);
  });

  it('asks for a hold', async () => {
    const unknown: Promise<{ data: Hold }> = api.users.hold('hd_00112233445566778899aabbcc');
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('reads every run, page by page, and one by its name', async () => {
    for (const run of ['one', 'two', 'three']) await api.users.createOrUpdate(student(1), { run });
    const names = (await all(api.runs.all({ limit: 1 }))).map(({ name }) => name);
    expect(names.sort()).toEqual(['one', 'three', 'two']);
    expect((await api.runs.get('one')).data).toMatchObject({ calls: 1, inserted: 1 });
  });

  it('reads every failed row of a run, page by page', async () => {
    const bad = { ...student(1), accountType: 'Studnet' } as unknown as ReturnType<typeof student>;
    await all(api.users.bulk([bad, bad], { run: 'bad' }));
    const rows = await all(api.runs.failures('bad', { limit: 1 }));
    expect(rows.map(({ line, field }) => [line, field])).toEqual([
      [1, 'accountType'],
      [2, 'accountType'],
    ]);
  });

  it('walks the progress records, and continues the next day where it ended', async () => {
    await all(api.users.bulk([1, 2, 3, 4, 5].map((number) => student(number))));
    const walk = api.progress.records({ limit: 2 });
    expect(walk.nextSince).toBeUndefined();
    const records = await all(walk);
    expect(new Set(records.map(({ legacyNumber }) => legacyNumber)).size).toBe(5);

    await api.users.createOrUpdate(student(3, { degree: 'PhD' }));
    await api.users.createOrUpdate(student(4, { accountType: 'Staff' }));
    const next = api.progress.records({ since: walk.nextSince ?? '', includeRemoved: true });
    expect(await all(next)).toMatchObject([
      { legacyNumber: 'S-3', degree: 'PhD' },
      { legacyNumber: 'S-4', removed: true },
    ]);
  });

  it('does not say where to continue when a walk was left early', async () => {
    await all(api.users.bulk([1, 2, 3].map((number) => student(number))));
    const walk = api.progress.records({ limit: 1 });
    for await (const record of walk) if (record.legacyNumber !== '') break;
    expect(walk.nextSince).toBeUndefined();
  });

  it('reads the records of some students, and those since a time', async () => {
    await all(api.users.bulk([1, 2, 3].map((number) => student(number))));
    const some = await api.progress.page({ studentId: ['S-1', 'S-3'] });
    const later = await api.progress.page({ since: new Date(Date.now() + 86_400_000) });
    expect(some.data.map(({ legacyNumber }) => legacyNumber)).toEqual(['S-1', 'S-3']);
    expect(later.meta.count).toBe(0);
  });

  it('walks the people, and continues the next day where it ended', async () => {
    await all(api.users.bulk([1, 2, 3].map((number) => student(number))));
    const walk = api.users.list({ limit: 2, externalId: ['S-1', 'S-2', 'S-3'] });
    expect((await all(walk)).map(({ legacyNumber }) => legacyNumber)).toEqual(['S-1', 'S-2', 'S-3']);
    await api.users.createOrUpdate(student(2, { degree: 'PhD' }));
    const next = await all(api.users.list({ since: walk.nextSince ?? '' }));
    expect(next).toMatchObject([{ legacyNumber: 'S-2', degree: 'PhD' }]);
  });

  it('keeps a copy of the people that is whole after the process ended between storing and saving', async () => {
    await all(api.users.bulk([1, 2, 3, 4, 5].map((number) => student(number))));
    const copy = new Map<string, unknown>();
    let saved: PullState = {};
    /** Ends after so many pages, the last of which is stored and not saved. */
    const run = async (pages: number): Promise<string[]> => {
      const came: string[] = [];
      for await (const { users, state } of api.users.pull(saved, { limit: 2 })) {
        for (const user of users) copy.set(user.id, user);
        came.push(...users.map(({ id }) => id));
        if ((pages -= 1) === 0) return came;
        saved = state;
      }
      return came;
    };
    const first = await run(2);
    await api.users.createOrUpdate(student(1, { degree: 'PhD' }));
    const second = await run(10);
    expect({ first: first.length, second: second.length }).toEqual({ first: 4, second: 3 });
    expect(second.slice(0, 2)).toEqual(first.slice(2));
    await run(10);
    const { data } = await api.users.page();
    expect([...copy.values()]).toEqual(expect.arrayContaining(data));
    expect(copy.size).toBe(data.length);
    expect(await run(10)).toEqual([]);
  });

  it('begins a pull again whose page is too old', async () => {
    await all(api.users.bulk([1, 2].map((number) => student(number))));
    const pulled = await all(api.users.pull({ cursor: 'of another day' }));
    expect(pulled.flatMap(({ users }) => users)).toHaveLength(2);
  });

  it('follows what changes, and gets a page again whose place was not saved', async () => {
    let place = (await api.events.page()).meta.nextAfter;
    const ids: string[] = [];
    for (const number of [1, 2, 3]) ids.push((await api.users.createOrUpdate(student(number))).data.id);
    const save = (after: string): void => {
      place = after;
    };
    /** Takes so many events, as a program that ends behind the last one. */
    const take = async (count: number): Promise<string[]> => {
      const came: string[] = [];
      for await (const { subject } of api.events.follow({
        after: place,
        save,
        types: ['user.*'],
        limit: 2,
      })) {
        came.push(subject);
        if (came.length === count) break;
      }
      return came;
    };
    expect(await take(2)).toEqual(ids.slice(0, 2));
    expect(await take(3)).toEqual(ids);
    expect(await take(1)).toEqual(ids.slice(2));
  });

  it('follows until its signal ends it, from a place that it saves first', async () => {
    const stop = new AbortController();
    const saved: string[] = [];
    const save = (after: string): void => {
      saved.push(after);
      stop.abort();
    };
    expect(await all(api.events.follow({ save, signal: stop.signal }))).toEqual([]);
    expect(saved).toEqual([expect.any(String)]);
  });

  it('writes progress part by part, or for many students at once', async () => {
    await api.users.createOrUpdate(student(1));
    await api.users.createOrUpdate(student(2, { accountType: 'Faculty' }));
    await api.students.putDissertation('S-1', { title: 'Reading', status: 'in_progress' });
    await api.students.putVersion('S-1', 1, { stage: 'proposal', status: 'submitted' });
    await api.students.putMilestone('S-1', 'candidacy', { status: 'completed', result: 'passed' });
    await api.students.putCommittee('S-1', {
      members: [{ facultyId: 'S-2', role: 'chair', status: 'accepted' }],
    });
    const milestones = [{ code: 'irb_approval', status: 'submitted' as const }];
    await all(api.students.bulk([{ studentId: 'S-1', milestones }]));

    const [record] = await all(api.progress.records());
    expect(record).toMatchObject({ dissertation: { title: 'Reading', versions: [{ number: 1 }] } });
    expect(record?.committee.members).toMatchObject([{ role: 'chair' }]);
    const done = record?.milestones.filter(({ status }) => status !== 'not_started');
    expect(done?.map(({ code }) => code)).toEqual(['candidacy', 'irb_approval']);
  });

  it('brings a submission through its review into the queue', async () => {
    await api.users.createOrUpdate(student(1));
    const form = { formType: 'name_change', studentId: 'S-1', fields: { lastName: 'Lee b' } };
    const put = await api.submissions.put('sub-1', form);
    for (const status of ['submitted', 'approved'] as const)
      await api.submissions.changeStatus('sub-1', { status });
    const { data: envelope, meta } = await api.sync.payload('sub-1');

    expect(put).toMatchObject({ status: 201, data: { status: 'draft' } });
    expect((await api.submissions.get('sub-1')).data.status).toBe('approved');
    expect(envelope.data).toMatchObject({ fields: { lastName: 'Lee b' }, student: { legacyNumber: 'S-1' } });
    expect(meta).toMatchObject({ preview: true, syncStatus: 'queued', blockedBy: [] });
  });

  it('decides about a discrepancy', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const { discrepancies } = (await api.submissions.get(submissionId)).data;
    const decision = { resolution: 'keep_record' as const };
    const { data } = await api.submissions.resolve(submissionId, discrepancies[0]?.id ?? '', decision);
    expect(data).toMatchObject({ field: 'degree', resolution: 'keep_record' });
    expect((await api.sync.page({ status: 'queued' })).data).toMatchObject([{ submissionId }]);
  });

  it('reads the queue, reports deliveries, and queues again', async () => {
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push(await aSubmission(tenant, { status: 'approved' }));
    const items = await all(api.sync.items({ limit: 1 }));
    const [first = ''] = ids;
    await api.sync.ack({ submissionId: first, status: 'processing', targetSystem: 'SIS' });
    const failed = await api.sync.ack({ submissionId: first, status: 'failed', lastError: 'It is closed.' });
    const again = await api.sync.replay({ submissionId: first });

    expect(items.map(({ submissionId }) => submissionId).sort()).toEqual([...ids].sort());
    expect(failed.data).toMatchObject({ syncStatus: 'failed', attempts: 1, lastError: 'It is closed.' });
    expect(again).toMatchObject({ message: 'SUBMISSION QUEUED', data: { syncStatus: 'queued' } });
    expect((await api.sync.page()).meta.totals).toMatchObject({ queued: 3, failed: 0 });
    const causes = (await api.sync.history(first)).data.map(({ cause }) => cause);
    expect(causes).toEqual(['approved', 'ack', 'ack', 'replay']);
  });
});

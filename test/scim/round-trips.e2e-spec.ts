import { changeAsAdministrator } from '../factories/claims.js';
import { setLimits } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { enterprise, storedPerson } from '../factories/scim-person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { type Row, rowsOf } from '../support/answers.js';
import { letPassIn } from '../support/clock.js';
import { DeltaReader, pullEntries } from '../support/progress-reader.js';
import { connectionForEachTest } from '../support/each-test.js';
import { connect, ENTERPRISE, EXTENSION, type ScimBody, type ScimClient } from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';
import { undoRun } from '../support/undo.js';

const PROGRAM = { accountType: 'Student', programId: 'P-1', schoolProgram: 'Law' } as const;

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;
let apiKey: string;

connectionForEachTest((given) => {
  ({ service, tenant, scim, apiKey } = given);
});

const created = (overrides: Record<string, unknown> = {}): Promise<ScimBody> => storedPerson(scim, overrides);

async function seen(id: string): Promise<ScimBody> {
  return (await scim.get(`/Users/${id}`)).body;
}

const stored = (id: string): Promise<Row> => userOf(tenant, id);

async function sisUser(overrides: Record<string, unknown> = {}): Promise<Row> {
  return (await tenant.sis.post('/users', person(overrides))).body.data;
}

function patch(id: string, ...operations: object[]): Promise<unknown> {
  return scim.patch(`/Users/${id}`, operations);
}

/** Undoes a run. @returns the IDs of the people whom it put back */
const undone = async (run: string): Promise<string[]> =>
  (await undoRun(service, tenant, run)).map(({ user }) => user.id);

async function administrator(): Promise<Browser['api']> {
  const { api } = await new Administrators(service).open(tenant, { role: 'application_admin' });
  return api;
}

describe('what an identity provider changes', () => {
  it('stands in GET /users/:id, in the list of the pages and in the history at once', async () => {
    const api = await administrator();
    const { id } = await created({ name: { givenName: 'Zadie', familyName: 'Quill' } });
    await patch(
      id,
      { op: 'replace', path: 'name.familyName', value: 'Quillfeather' },
      { op: 'add', path: `${ENTERPRISE}:department`, value: 'Law' },
      { op: 'add', path: `${EXTENSION}:degree`, value: 'EdD' },
    );
    const named = { lastName: 'Quillfeather', name: 'Zadie Quillfeather' };
    expect(await stored(id)).toMatchObject({ ...named, schoolProgram: 'Law', degree: 'EdD' });
    const list = rowsOf(await api.get('/users?q=quillfeather'));
    expect(list.map((one) => [one['id'], one['lastName']])).toEqual([[id, 'Quillfeather']]);
    const [latest] = rowsOf(await api.get(`/users/${id}/changes`));
    expect(latest).toMatchObject({ actor: `key:${apiKey}` });
  });

  it('stands in the export of progress, and in its next delta', async () => {
    const delta = new DeltaReader(tenant.sis, true);
    const { id } = await created({ userType: 'Student', [EXTENSION]: { programId: 'P-1', degree: 'EdD' } });
    await delta.sync();
    expect(delta.copy.get(id)).toMatchObject({ studentId: id, firstName: 'Ann', accountStatus: 'active' });
    await patch(
      id,
      { op: 'replace', path: 'name.givenName', value: 'Anna' },
      { op: 'replace', path: 'active', value: 'False' },
      { op: 'add', path: `${ENTERPRISE}:employeeNumber`, value: 'E-1' },
    );
    const [record, ...others] = await delta.sync();
    expect(others).toEqual([]);
    const changed = { firstName: 'Anna', accountStatus: 'inactive', legacyNumber: 'E-1' };
    expect(record).toMatchObject({ studentId: id, ...changed });
    await patch(id, { op: 'replace', path: 'userType', value: 'Staff' });
    await delta.sync();
    expect([...delta.copy.keys()]).toEqual([]);
    const { records } = await pullEntries(tenant.sis);
    expect(records).toMatchObject([{ studentId: id, removed: true }]);
  });

  it('ends the sessions of a person who is disabled or deleted', async () => {
    const { scim: trusted } = await connect(service, tenant, { mayAdminister: true });
    const administrators = new Administrators(service);
    for (const leave of [
      (id: string) => trusted.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }]),
      (id: string) => trusted.delete(`/Users/${id}`),
    ]) {
      const { id, browser } = await administrators.open(tenant, { role: 'application_admin' });
      expect((await browser.whoAmI()).status).toBe(200);
      await leave(id);
      expect((await browser.whoAmI()).status).toBe(401);
    }
  });

  it('belongs to the run that it names, and is undone with it', async () => {
    const { id } = await created();
    const off = [{ op: 'replace', path: 'active', value: false }];
    await scim.patch(`/Users/${id}`, off, { 'X-Sync-Run': 'scim-night' });
    await service.settle(tenant);
    const { body } = await tenant.sis.get('/runs/scim-night');
    expect(body.data).toMatchObject({ updated: 1, deprovisioned: 1 });
    expect(await undone('scim-night')).toEqual([id]);
    expect((await seen(id))['active']).toBe(true);
    const wrong = await scim.patch(`/Users/${id}`, off, { 'X-Sync-Run': 'no name!' });
    expect(wrong.status).toBe(400);
  });

  it('counts for the SIS: the same body of the SIS writes its own values again', async () => {
    const input = person({ externalId: 'S-1', firstName: 'Ann' });
    const id = await storedId(tenant, input);
    await patch(id, { op: 'replace', path: 'name.givenName', value: 'Anna' });
    const { body } = await tenant.sis.post('/users', input);
    expect(body.meta['changed']).toEqual(['firstName']);
    expect((await seen(id))['name']).toMatchObject({ givenName: 'Ann' });
  });

  it('leaves defaults as they are when the whole is put back: they follow what they depend on', async () => {
    const { id } = await created({ userType: undefined });
    const put = await scim.put(`/Users/${id}`, await seen(id));
    expect(put.status).toBe(200);
    await changeAsAdministrator(service, tenant, { emailDomain: 'moved.example.edu' });
    const { email } = await stored(id);
    await tenant.sis.post('/users', { email, firstName: 'Bo', lastName: 'Xu', accountType: 'Staff' });
    expect(await stored(id)).toMatchObject({ name: 'Bo Xu', role: 'staff', domain: 'moved.example.edu' });
  });
});

describe('what others change', () => {
  it.each<[string, (id: string) => Promise<unknown>, object]>([
    [
      'the SIS by POST',
      async (id) => {
        const { email, accountType } = await stored(id);
        const names = { firstName: 'Bo', lastName: 'Xu' };
        return tenant.sis.post('/users', { email, accountType, ...names, degree: 'EdD' });
      },
      { name: { givenName: 'Bo', familyName: 'Xu', formatted: 'Bo Xu' }, [EXTENSION]: { degree: 'EdD' } },
    ],
    ['the SIS by PATCH', (id) => tenant.sis.patch(`/users/${id}`), { active: false }],
    [
      'an administrator',
      async (id) => (await administrator()).patch(`/users/${id}`, { accountStatus: 'inactive' }),
      { active: false },
    ],
    [
      'the nightly file',
      async (id) => {
        const { email, firstName, lastName } = await stored(id);
        return tenant.sis.bulk('/users/bulk', [{ email, firstName, lastName, ...PROGRAM }]);
      },
      { [ENTERPRISE]: { department: 'Law' }, [EXTENSION]: { programId: 'P-1' } },
    ],
  ])('%s is seen by the provider at once, with another version and time', async (_, change, expected) => {
    const { id, meta } = await created();
    await letPassIn(service, tenant, 1000);
    await change(id);
    const after = await seen(id);
    expect(after).toMatchObject(expected);
    expect(after.meta.version).not.toBe(meta.version);
    expect(after.meta.lastModified > meta.lastModified).toBe(true);
    expect(after.meta.created).toBe(meta.created);
    const changed = await scim.find(`meta.lastModified gt "${meta.lastModified}"`);
    expect(changed.map((one) => one.id)).toContain(id);
    const again = await scim.get(`/Users/${id}`, { 'If-None-Match': after.meta.version });
    expect(again.status).toBe(304);
    const title = [{ op: 'add', path: 'title', value: 'x' }];
    const stale = await scim.patch(`/Users/${id}`, title, { 'If-Match': meta.version });
    expect(stale.status).toBe(412);
  });

  it('that changes nothing leaves version and time as they are', async () => {
    const { id, meta } = await created();
    await letPassIn(service, tenant, 1000);
    const { email, firstName, lastName, accountType } = await stored(id);
    await tenant.sis.post('/users', { email, firstName, lastName, accountType });
    expect((await seen(id)).meta).toEqual(meta);
    await patch(id, { op: 'replace', path: 'name.givenName', value: firstName });
    expect((await seen(id)).meta).toEqual(meta);
  });

  it('is seen in lists and by filters: a person of the SIS is there before the provider sends them', async () => {
    const { id, email } = await sisUser({ email: 'ann@x.example', externalId: 'S-1' });
    await tenant.sis.post('/users', facultyMember({ email: 'bo@x.example' }));
    const found = await scim.find('userName eq "ann@x.example" and active eq true');
    expect(found.map((one) => [one.id, one['userName']])).toEqual([[id, email]]);
    expect((await scim.get('/Users?count=1')).body.totalResults).toBe(2);
    await tenant.sis.patch(`/users/${String(id)}`);
    expect(await scim.find('userName eq "ann@x.example" and active eq true')).toEqual([]);
    const inactive = await scim.find('active eq false');
    expect(inactive.map((one) => one.id)).toEqual([id]);
  });

  it('and an undo puts back is seen again as the provider sent it', async () => {
    const { id, meta } = await created({ userType: 'Employee', [EXTENSION]: { degree: 'EdD' } });
    const { email, firstName, lastName } = await stored(id);
    const input = { email, firstName, lastName, accountType: 'Staff', degree: 'PhD' };
    await tenant.sis.post('/users', input, { 'X-Sync-Run': 'nightly' });
    expect(await seen(id)).toMatchObject({ userType: 'Staff', [EXTENSION]: { degree: 'PhD' } });
    expect(await undone('nightly')).toEqual([id]);
    const after = await seen(id);
    expect(after).toMatchObject({ userType: 'Employee', [EXTENSION]: { degree: 'EdD' } });
    expect(after.meta.version).toBe(meta.version);
  });

  it('as an administrator releases a held de-provisioning is seen as inactive', async () => {
    const api = await administrator();
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 0 } });
    const { id, meta } = await created(enterprise({ employeeNumber: 'E-1' }));
    await patch(id, { op: 'replace', path: 'active', value: false });
    expect(await seen(id)).toMatchObject({ active: true, meta: { version: meta.version } });
    const ids = rowsOf(await api.get('/holds')).map((hold) => hold['id']);
    expect(ids.length).toBe(1);
    await api.post('/holds/decide', { decision: 'release', ids });
    const after = await seen(id);
    expect(after['active']).toBe(false);
    expect(after.meta.version).not.toBe(meta.version);
    expect((await stored(id))['accountStatus']).toBe('inactive');
  });
});

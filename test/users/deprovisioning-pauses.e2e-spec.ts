import { changeAsAdministrator } from '../factories/claims.js';
import { activePeople, idOf, inactive, inactiveCount } from '../factories/deprovisioning-limits.js';
import { scimPerson } from '../factories/scim-person.js';
import { statusOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { codesOf, problemsOf, type Row, rowsOf } from '../support/answers.js';
import { inMs, letPassIn } from '../support/clock.js';
import { previewOf } from '../support/file-previews.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let people: Row[];

beforeEach(async () => {
  tenant = await service.tenant();
  await changeAsAdministrator(service, tenant, { deprovisioningPauses: [pause(0, 3)] });
  people = await activePeople(tenant, 2);
});

/** Days from now, in UTC, which is the time zone of a tenant that has set none. */
function pause(from: number, until: number): { from: string; until: string; note: string } {
  const day = (days: number): string => inMs(days * DAY_MS).slice(0, 10);
  return { from: day(from), until: day(until), note: 'winter break' };
}

async function reasonOf(holdId: unknown): Promise<unknown> {
  const { data } = (await tenant.sis.get(`/holds/${String(holdId)}`)).body;
  return [data['status'], data['reason']];
}

describe('within a pause of de-provisionings', () => {
  it('a PATCH and a post are held with the reason, and say so', async () => {
    const [one, other] = people;
    const patched = await tenant.sis.patch(`/users/${idOf(one)}`);
    const posted = await tenant.sis.post('/users', { ...other, accountStatus: 'inactive' });
    for (const answer of [patched, posted]) {
      expect([answer.status, ...codesOf(answer.body)]).toEqual([202, 'DEPROVISIONINGS_PAUSED']);
      expect(await reasonOf(answer.body.meta['holdId'])).toEqual(['held', 'pause']);
    }
    expect(JSON.stringify(patched.body.warnings)).toContain('winter break');
    expect(await inactiveCount(tenant, people)).toBe(0);
  });

  it('an upload is held line by line in the mode observe too, and a repetition is the same hold', async () => {
    const first = await tenant.sis.bulk('/users/bulk', inactive(people));
    expect(first.at(-1)).toMatchObject({ summary: { held: 2 } });
    const again = await tenant.sis.bulk('/users/bulk', inactive(people));
    expect(again.map(({ holdId }) => holdId)).toEqual(first.map(({ holdId }) => holdId));
    for (const { holdId } of first.slice(0, -1)) expect(await reasonOf(holdId)).toEqual(['held', 'pause']);
    expect(await inactiveCount(tenant, people)).toBe(0);
  });

  it('a dry run and the plan of a file say who would be held, and hold no one', async () => {
    const dry = await tenant.sis.bulk('/users/bulk?dryRun=true', inactive(people));
    expect(dry.at(-1)).toMatchObject({ summary: { held: 2 } });
    const { totals } = await previewOf(service, tenant, inactive(people));
    expect(totals).toMatchObject({ held: 2, deprovisioned: 0 });
    const { api } = await admins.open(tenant);
    expect((await api.get('/holds')).body.data).toEqual([]);
  });

  it('PATCH, PUT and DELETE of an identity provider are held', async () => {
    const { scim } = await connect(service, tenant);
    const { api } = await admins.open(tenant);
    const ids: string[] = [];
    for (const name of ['patched', 'put', 'deleted']) {
      const resource = scimPerson({ name: { givenName: 'Ann', familyName: name } });
      const { id } = await scim.create('/Users', resource);
      ids.push(id);
      if (name === 'patched')
        await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
      else if (name === 'put') await scim.put(`/Users/${id}`, { ...resource, active: false });
      else await scim.delete(`/Users/${id}`);
    }
    const holds = rowsOf(await api.get('/holds?order=ASC'));
    expect(holds.map(({ userId, reason }) => [userId, reason])).toEqual(ids.map((id) => [id, 'pause']));
    for (const id of ids) expect(await statusOf(tenant, id)).toBe('active');
  });

  it('an administrator may de-provision', async () => {
    const { api } = await admins.open(tenant);
    const answer = await api.patch(`/users/${idOf(people[0])}`, { accountStatus: 'inactive' });
    expect(answer.status).toBe(200);
    expect(await inactiveCount(tenant, people)).toBe(1);
  });
});

describe('after a pause', () => {
  it('whom it held stays held until an administrator decides; others are de-provisioned again', async () => {
    const [one, other] = people;
    const { holdId } = (await tenant.sis.patch(`/users/${idOf(one)}`)).body.meta;
    await letPassIn(service, tenant, 4 * DAY_MS);
    const again = await tenant.sis.patch(`/users/${idOf(one)}`);
    expect(again).toMatchObject({ status: 202, body: { meta: { holdId } } });
    expect((await tenant.sis.patch(`/users/${idOf(other)}`)).status).toBe(200);
    const { api } = await admins.open(tenant);
    await api.post('/holds/decide', { decision: 'release', ids: [holdId] });
    expect(await inactiveCount(tenant, people)).toBe(2);
  });

  it('a call that says active withdraws its hold', async () => {
    const [one] = people;
    const { holdId } = (await tenant.sis.patch(`/users/${idOf(one)}`)).body.meta;
    await letPassIn(service, tenant, 4 * DAY_MS);
    const { body } = await tenant.sis.post('/users', { ...one, accountStatus: 'active' });
    expect(codesOf(body)).toEqual(['HOLD_WITHDRAWN']);
    expect(await reasonOf(holdId)).toEqual(['withdrawn', 'pause']);
  });
});

describe('the setting', () => {
  it('keeps the pauses; null takes them away, and says how many people stay held', async () => {
    const { api } = await admins.open(tenant);
    const pauses = [pause(0, 3), { from: '2030-12-20', until: '2031-01-05' }];
    const set = await api.patch('/settings', { deprovisioningPauses: pauses });
    expect(set).toMatchObject({ status: 200, body: { data: { deprovisioningPauses: pauses } } });
    await tenant.sis.patch(`/users/${idOf(people[0])}`);
    const cleared = await api.patch('/settings', { deprovisioningPauses: null });
    expect(cleared.body.data['deprovisioningPauses']).toEqual([]);
    expect(cleared.body.meta['openHolds']).toBe(1);
    expect(codesOf(cleared.body)).toEqual(['HOLDS_OPEN']);
  });

  it('refuses reversed days and pauses that overlap, and names both', async () => {
    const { api } = await admins.open(tenant);
    const refused = async (...deprovisioningPauses: Row[]): Promise<string> => {
      const answer = await api.patch('/settings', { deprovisioningPauses });
      expect(problemsOf(answer)[0]).toBe(400);
      return JSON.stringify(answer.body);
    };
    const winter = { from: '2030-12-20', until: '2031-01-05' };
    expect(await refused({ from: winter.until, until: winter.from })).toContain(
      'ends on 2030-12-20, before its first day 2031-01-05',
    );
    expect(await refused(winter, { from: '2031-01-05', until: '2031-01-09' })).toContain(
      'deprovisioningPauses[1] (2031-01-05 to 2031-01-09) overlaps deprovisioningPauses[0] (2030-12-20 to 2031-01-05)',
    );
  });
});

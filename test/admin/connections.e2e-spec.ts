import { aStudent } from '../factories/progress-people.js';
import { scimPerson } from '../factories/scim-person.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { connect, type TestConnection } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli, command } from '../support/terminal.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;
let entra: TestConnection;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ api } = await admins.open(tenant));
  entra = await connect(service, tenant);
});

const SETTINGS = { defaultAccountType: 'Student', mayAdminister: false, adopts: true, visible: 'all' };

async function shown(): Promise<Row> {
  await service.settle(tenant);
  return (await api.get(`/connections/${entra.apiKey}`)).body.data;
}

const refusals = async (): Promise<Row[]> => (await shown())['refusals'] as Row[];

describe('connections', () => {
  it('are listed with settings, keys and what they hold, and no other keys are', async () => {
    const people = [scimPerson(), scimPerson(), scimPerson()];
    const ids: string[] = [];
    for (const one of people) ids.push((await entra.scim.post('/Users', one)).body.id);
    await entra.scim.post('/Groups', { displayName: 'Tutors', members: [{ value: ids[0] }] });
    await entra.scim.delete(`/Users/${ids[2] ?? ''}`);
    const key = { apiKey: entra.apiKey, status: 'active', expiresAt: null };
    const { body } = await api.get('/connections');
    expect(body.meta['total']).toBe(1);
    expect(body.data).toMatchObject([
      { id: entra.apiKey, label: 'provider', ...SETTINGS, people: 2, groups: 1, keys: [key] },
    ]);
    expect(Date.parse(String(rowsOf(await api.get('/connections'))[0]?.['lastRequestAt']))).not.toBeNaN();
  });

  it('have all keys of a rotation, and outlive the first one', async () => {
    const { body } = await api.post(`/keys/${entra.apiKey}/rotate`, { overlapHours: 0 });
    const successor = body.data['apiKey'];
    expect(await shown()).toMatchObject({
      id: entra.apiKey,
      keys: [
        { apiKey: entra.apiKey, status: 'expired' },
        { apiKey: successor, status: 'active' },
      ],
    });
  });

  it('are changed for all of their keys; what is omitted stays, null is the default, and it is audited', async () => {
    const at = `/connections/${entra.apiKey}`;
    await api.post(`/keys/${entra.apiKey}/rotate`, {});
    const change = { label: 'Entra ID', visible: 'linked', mayAdminister: true };
    expect((await api.patch(at, change)).body.data).toMatchObject({ ...SETTINGS, ...change });
    const { keys } = await shown();
    for (const { apiKey } of keys as Row[])
      expect((await api.get(`/keys/${String(apiKey)}`)).body.data).toMatchObject({
        label: 'Entra ID',
        connection: { ...SETTINGS, visible: 'linked', mayAdminister: true },
      });
    await api.patch(at, { visible: null, defaultAccountType: null });
    expect(await shown()).toMatchObject({ ...SETTINGS, defaultAccountType: null, mayAdminister: true });
    await api.patch(at, { visible: 'all', label: 'Entra ID' });
    const entries = await auditPage(api, '&action=connection.changed');
    const target = `connection:${entra.apiKey}`;
    expect(entries.map((entry) => entry['target'])).toEqual([target, target]);
    expect(entries.map(({ before, after }) => ({ before, after }))).toEqual([
      {
        before: { visible: 'linked', defaultAccountType: 'Student' },
        after: { visible: 'all', defaultAccountType: null },
      },
      { before: { label: 'provider', visible: 'all', mayAdminister: false }, after: change },
    ]);
  });

  it('follow a change at once', async () => {
    await aStudent(tenant, { accountType: 'Staff' });
    expect((await entra.scim.get('/Users')).body.totalResults).toBe(2);
    await api.patch(`/connections/${entra.apiKey}`, { visible: 'linked' });
    expect((await entra.scim.get('/Users')).body.totalResults).toBe(0);
  });

  it.each<[Row, string]>([
    [{ label: null }, 'label'],
    [{ label: '' }, 'label'],
    [{ visible: 'some' }, 'visible'],
    [{ defaultAccountType: 'Dean' }, 'defaultAccountType'],
    [{ adopts: 'yes' }, 'adopts'],
    [{ scopes: ['users'] }, 'scopes'],
  ])('are not changed to %j', async (change, field) => {
    expect(problemsOf(await api.patch(`/connections/${entra.apiKey}`, change))).toEqual([400, field]);
    expect(await shown()).toMatchObject({ ...SETTINGS, label: 'provider' });
  });

  it('of another tenant, and keys that are none, are unknown', async () => {
    const other = await connect(service, await service.tenant());
    for (const id of [other.apiKey, tenant.apiKey, 'ik_0', 'x y']) {
      const at = `/connections/${encodeURIComponent(id)}`;
      expect((await api.get(at)).status).toBe(404);
      expect((await api.patch(at, { visible: 'linked' })).status).toBe(404);
    }
  });
});

describe('what was refused', () => {
  it('is reported with scimType and detail, which names the attribute and no value', async () => {
    const { body } = await entra.scim.post('/Users', scimPerson());
    const at = `/Users/${body.id}`;
    await entra.scim.patch(at, [{ op: 'replace', path: 'active', value: 'Zebedee' }]);
    await entra.scim.patch(at, [{ op: 'replace', path: 'groups', value: 'Zebedee' }]);
    await entra.scim.post('/Users', scimPerson({ userName: 'Zebedee', emails: [{ value: 'Zebedee' }] }));
    await entra.scim.get('/Users?filter=userName%20xx%20%22Zebedee%22');
    await entra.scim.get('/Users/Zebedee%40x.example');
    const reported = await refusals();
    const columns = ['method', 'route', 'status', 'scimType', 'detail'];
    expect(reported.map((row) => columns.map((name) => row[name]))).toEqual([
      ['GET', '/scim/v2/Users/:id', 404, null, 'There is no person with the id •••'],
      ['GET', '/scim/v2/Users', 400, 'invalidFilter', expect.stringContaining('The filter cannot be used')],
      ['POST', '/scim/v2/Users', 400, 'invalidValue', expect.stringContaining('emails')],
      ['PATCH', '/scim/v2/Users/:id', 400, 'mutability', 'The attribute groups cannot be changed.'],
      ['PATCH', '/scim/v2/Users/:id', 400, 'invalidValue', 'active must be true or false.'],
    ]);
    expect(JSON.stringify(reported)).not.toContain('Zebedee');
  });

  it('is reported for the operations of a bulk request, which is answered 200', async () => {
    const Operations = [
      { method: 'POST', path: '/Users', bulkId: 'a', data: scimPerson() },
      { method: 'POST', path: '/Users', bulkId: 'b', data: scimPerson({ active: 'Zebedee' }) },
      { method: 'DELETE', path: '/Groups/unknown' },
    ];
    expect((await entra.scim.post('/Bulk', { Operations })).status).toBe(200);
    const reported = await refusals();
    expect(reported).toMatchObject([
      { status: 200, operation: 2, scimType: 'invalidValue', detail: 'active must be true or false.' },
      { status: 200, operation: 3, scimType: null },
    ]);
    expect(JSON.stringify(reported)).not.toContain('Zebedee');
  });

  it('is that of the own connection alone, the newest first, at most 20', async () => {
    const other = await connect(service, tenant);
    await other.scim.get('/Users?count=x');
    for (let index = 0; index < 22; index += 1) await entra.scim.get(`/Users?count=${'x'.repeat(index + 1)}`);
    const reported = await refusals();
    expect(reported).toHaveLength(20);
    const ids = reported.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((one, next) => next - one));
  });
});

describe('in a terminal', () => {
  it('connections are listed, shown and changed', async () => {
    await entra.scim.get('/Users?count=x');
    await service.settle(tenant);
    const ofTenant = { tenant: tenant.tenantId };
    expect(await command(service, 'connection list', ofTenant)).toMatchObject([
      { id: entra.apiKey, label: 'provider', ...SETTINGS, people: 0, groups: 0 },
    ]);
    expect(await command(service, `connection show ${entra.apiKey}`)).toMatchObject({
      id: entra.apiKey,
      refusals: [{ route: '/scim/v2/Users', status: 400, scimType: 'invalidValue' }],
    });
    const change = {
      'default-account-type': 'staff',
      visible: 'linked',
      adopt: 'off',
      'may-administer': 'on',
    };
    const words = `connection change ${entra.apiKey}`;
    expect(await command(service, words, { ...change, label: 'Okta' })).toMatchObject({
      label: 'Okta',
      defaultAccountType: 'Staff',
      visible: 'linked',
      adopts: false,
      mayAdminister: true,
    });
    const back = { 'default-account-type': 'none', adopt: 'on', 'may-administer': 'off', visible: 'all' };
    expect(await command(service, words, back)).toMatchObject({ ...SETTINGS, defaultAccountType: null });
    const [{ actor } = {}] = await auditPage(api, '&action=connection.changed');
    expect(actor).toBe('terminal');
  });

  it('wrong words are refused with what to do', async () => {
    const words = `connection change ${entra.apiKey}`;
    for (const [at, values, message] of [
      [words, {}, /^Give one of --label/],
      [words, { adopt: 'yes' }, /^--adopt must be one of on, off/],
      [words, { 'default-account-type': 'Dean' }, /^--default-account-type must be one of .*none/],
      [words, { label: 'x'.repeat(101) }, /^--label must be at most 100/],
      [`connection show ${tenant.apiKey}`, {}, /no such connection/],
      ['connection show ik_none', {}, /^There is no API key/],
    ] as const)
      await expect(command(service, at, values)).rejects.toMatchObject({
        message: expect.stringMatching(message) as unknown,
      });
  });

  it('the texts are those of a person who reads', async () => {
    await entra.scim.get('/Users?count=x');
    await service.settle(tenant);
    const list = await cli(['connection', 'list', '--tenant', tenant.tenantId]);
    expect({ code: list.code, heading: list.stdout.split('\n')[0] }).toEqual({
      code: 0,
      heading: expect.stringMatching(/^connection +label +people +groups/) as unknown,
    });
    const show = await cli(['connection', 'show', entra.apiKey]);
    expect(show).toMatchObject({ code: 0, stdout: expect.stringContaining('invalidValue') as unknown });
    const change = await cli(['connection', 'change', entra.apiKey, '--label', 'Okta']);
    expect(change).toMatchObject({ code: 0, stdout: expect.stringContaining('within 5 seconds') as unknown });
  });
});

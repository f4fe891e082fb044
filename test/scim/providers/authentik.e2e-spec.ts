import { randomUUID } from 'node:crypto';

import { type ScimBody, USER } from '../../support/scim.js';
import {
  type Connected,
  connectProvider,
  filtered,
  signInName,
  stored,
} from '../../support/scim-providers.js';
import { TestService } from '../../support/service.js';

const HEADERS = { Accept: 'application/scim+json', 'User-Agent': 'authentik.io' };
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const service = await TestService.ofWorker();
let authentik: Connected;

beforeEach(async () => {
  authentik = await connectProvider(service, HEADERS);
});

/** A person by authentik's default mapping. */
function aPerson(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const address = signInName();
  return {
    schemas: [USER],
    externalId: randomUUID().replaceAll('-', ''),
    userName: address.split('@')[0],
    name: { formatted: 'Ann Lee', familyName: 'Lee', givenName: 'Ann' },
    displayName: 'Ann Lee',
    photos: [{ value: `https://x.example/${randomUUID()}.svg`, type: 'photo' }],
    locale: 'en',
    active: true,
    emails: [{ value: address, type: 'other', primary: true }],
    ...overrides,
  };
}

const created = (overrides: Record<string, unknown> = {}): Promise<ScimBody> =>
  authentik.scim.create('/Users', aPerson(overrides));

const aGroup = (displayName: string): Promise<ScimBody> =>
  authentik.scim.create('/Groups', { schemas: [GROUP], externalId: randomUUID(), displayName });

const member = (op: 'add' | 'remove', value: string): object => ({ op, path: 'members', value: [{ value }] });

describe('the configuration that authentik reads', () => {
  it('has every member without which authentik would send no PATCH and no filter', async () => {
    const { body } = await authentik.scim.get('/ServiceProviderConfig');
    const config = body as unknown as Record<string, Record<string, unknown>> & {
      authenticationSchemes: object[];
    };
    expect(config['patch']).toEqual({ supported: true });
    expect(config['filter']).toEqual({ supported: true, maxResults: 500 });
    expect(config['bulk']).toEqual({ supported: true, maxOperations: 1000, maxPayloadSize: 1_048_576 });
    for (const name of ['changePassword', 'sort', 'etag'])
      expect({ name, type: typeof config[name]?.['supported'] }).toEqual({ name, type: 'boolean' });
    const text: unknown = expect.any(String);
    for (const scheme of config.authenticationSchemes)
      expect(scheme).toMatchObject({ name: text, description: text, specUri: text, type: text });
  });
});

describe('a person of authentik', () => {
  it('is posted without a look-up, and found by userName after a 409', async () => {
    const sent = aPerson();
    const { id } = await created(sent);
    const { status, body } = await authentik.scim.post('/Users', sent);
    expect({ status, scimType: body.scimType }).toEqual({ status: 409, scimType: 'uniqueness' });
    const found = await authentik.scim.find(`userName eq "${String(sent['userName'])}"`);
    expect(found.map((one) => one.id)).toEqual([id]);
  });

  it('is put with their id, and left as they are by a PUT that repeats it', async () => {
    const sent = aPerson();
    const { id, meta } = await created(sent);
    expect((await authentik.scim.put(`/Users/${id}`, { ...sent, id })).body.meta).toEqual(meta);
    const name = { formatted: 'Ann Cruz', familyName: 'Cruz', givenName: 'Ann' };
    const changed = { ...sent, id, name, displayName: 'Ann Cruz' };
    expect((await authentik.scim.put(`/Users/${id}`, changed)).status).toBe(200);
    expect(await stored(authentik, id)).toMatchObject({ lastName: 'Cruz', name: 'Ann Cruz' });
  });

  it('is put as inactive, or deleted', async () => {
    const sent = aPerson();
    const { id } = await created(sent);
    await authentik.scim.put(`/Users/${id}`, { ...sent, id, active: false });
    expect((await stored(authentik, id))['accountStatus']).toBe('inactive');
    await authentik.scim.put(`/Users/${id}`, { ...sent, id });
    expect((await stored(authentik, id))['accountStatus']).toBe('active');
    expect((await authentik.scim.delete(`/Users/${id}`)).status).toBe(204);
    expect((await stored(authentik, id))['accountStatus']).toBe('inactive');
    expect((await authentik.scim.delete(`/Users/${id}`)).status).toBe(404);
  });
});

describe('a group of authentik', () => {
  it('gets its members after it is created, one operation for each', async () => {
    const people = [await created(), await created()].map(({ id }) => id);
    const { id } = await aGroup('Doctoral students');
    const at = `/Groups/${id}`;
    expect(
      (
        await authentik.scim.patch(
          at,
          people.map((one) => member('add', one)),
        )
      ).status,
    ).toBe(204);
    const [first = '', second = ''] = people;
    await authentik.scim.patch(at, [member('remove', first)]);
    const { body } = await authentik.scim.get(at);
    expect(body['members']).toMatchObject([{ value: second }]);
  });

  it('says that it has no members, or else authentik would add none', async () => {
    const { id } = await aGroup('Empty');
    expect((await authentik.scim.get(`/Groups/${id}`)).body['members']).toEqual([]);
  });

  it('is replaced whole without a path, which leaves its members', async () => {
    const { id: person } = await created();
    const { id, ...group } = await aGroup('Old');
    await authentik.scim.patch(`/Groups/${id}`, [member('add', person)]);
    const value = { schemas: [GROUP], id, externalId: group['externalId'], displayName: 'New' };
    const { status } = await authentik.scim.patch(`/Groups/${id}`, [{ op: 'replace', value }]);
    expect(status).toBe(204);
    const { body } = await authentik.scim.get(`/Groups/${id}`);
    expect(body).toMatchObject({ displayName: 'New', members: [{ value: person }] });
  });

  it('is found by its name after a 409', async () => {
    const { id } = await aGroup('Doctoral students');
    const again = { schemas: [GROUP], externalId: randomUUID(), displayName: 'Doctoral students' };
    const { status, body } = await authentik.scim.post('/Groups', again);
    expect({ status, scimType: body.scimType }).toEqual({ status: 409, scimType: 'uniqueness' });
    const { body: list } = await authentik.scim.get(
      `/Groups${filtered('displayName eq "Doctoral students"')}`,
    );
    expect(list.Resources.map((one) => one.id)).toEqual([id]);
  });
});

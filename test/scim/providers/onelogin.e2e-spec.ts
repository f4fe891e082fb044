import { ENTERPRISE, type ScimBody, USER } from '../../support/scim.js';
import {
  type Connected,
  connectProvider,
  filtered,
  signInName,
  stored,
} from '../../support/scim-providers.js';
import { TestService } from '../../support/service.js';

const HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' };

const service = await TestService.ofWorker();
let onelogin: Connected;

beforeEach(async () => {
  onelogin = await connectProvider(service, HEADERS, { defaultAccountType: 'Staff' });
});

/** What an administrator's JSON template makes of a person; blanks are attributes without a value. */
function fromTemplate(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const userName = signInName();
  return {
    schemas: [USER, ENTERPRISE],
    userName,
    name: { givenName: 'Ann', familyName: 'Lee', formatted: 'Ann Lee' },
    emails: [{ value: userName, type: 'work', primary: true }],
    phoneNumbers: [{ value: '', type: 'work' }],
    title: '',
    [ENTERPRISE]: { department: 'Law', manager: { value: '' } },
    ...overrides,
  };
}

async function created(overrides: Record<string, unknown> = {}): Promise<ScimBody> {
  const body = JSON.stringify(fromTemplate(overrides));
  const { status, body: person, text } = await onelogin.scim.send('POST', '/Users', body, HEADERS);
  if (status !== 201) throw new Error(text);
  return person;
}

describe('a person of OneLogin', () => {
  it('is looked up, and created by the template with its blanks', async () => {
    expect(await onelogin.scim.find('userName eq "ann@x.example"')).toEqual([]);
    const { id, userName, ...echo } = await created();
    expect(echo[ENTERPRISE]).toEqual({ department: 'Law' });
    for (const blank of ['title', 'phoneNumbers']) expect(echo).not.toHaveProperty([blank]);
    expect((await onelogin.scim.find(`userName eq "${String(userName)}"`)).map((one) => one.id)).toEqual([
      id,
    ]);
    expect(await stored(onelogin, id)).toMatchObject({
      accountType: 'Staff',
      accountStatus: 'active',
      schoolProgram: 'Law',
    });
  });

  it('may be sent by a template of SCIM 1.1, whose URN is kept', async () => {
    const { id } = await created({ schemas: ['urn:scim:schemas:core:1.0'] });
    const { body } = await onelogin.scim.get(`/Users/${id}`);
    expect(body['schemas']).toEqual(expect.arrayContaining([USER, 'urn:scim:schemas:core:1.0']));
  });

  it('is updated by PUT of the template, which says nothing of the status', async () => {
    const { id, userName } = await created();
    await onelogin.scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    const changed = fromTemplate({
      userName,
      emails: [{ value: userName, primary: true }],
      name: { givenName: 'Ann', familyName: 'Cruz' },
    });
    const { status } = await onelogin.scim.send('PUT', `/Users/${id}`, JSON.stringify(changed), HEADERS);
    expect(status).toBe(200);
    expect(await stored(onelogin, id)).toMatchObject({ lastName: 'Cruz', accountStatus: 'inactive' });
  });

  it.each<[string, (id: string) => Promise<number>]>([
    [
      'suspended',
      async (id) => {
        const operations = [{ op: 'replace', path: 'active', value: 'false' }];
        return (await onelogin.scim.patch(`/Users/${id}`, operations, HEADERS)).status;
      },
    ],
    ['deleted', async (id) => (await onelogin.scim.delete(`/Users/${id}`)).status],
  ])('cannot log in after they are %s, and can after they are created again', async (kind, remove) => {
    const sent = fromTemplate();
    const { id } = await created(sent);
    expect(await remove(id)).toBe(kind === 'deleted' ? 204 : 200);
    expect((await stored(onelogin, id))['accountStatus']).toBe('inactive');
    expect((await created(sent)).id).toBe(id);
    expect((await stored(onelogin, id))['accountStatus']).toBe('active');
  });
});

describe('a group of OneLogin', () => {
  const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';

  it('is read for the list of rules, and changed member by member', async () => {
    const { id: member } = await created();
    const { body } = await onelogin.scim.post('/Groups', { schemas: [group], displayName: 'Staff' }, HEADERS);
    const { body: list } = await onelogin.scim.get('/Groups');
    expect(list.Resources.map((one) => [one.id, one['displayName']])).toEqual([[body.id, 'Staff']]);
    const at = `/Groups/${body.id}`;
    for (const [op, members] of [
      ['add', [member]],
      ['remove', []],
    ] as const) {
      const operations = [{ op, path: 'members', value: [{ value: member }] }];
      expect((await onelogin.scim.patch(at, operations, HEADERS)).status).toBe(204);
      const { body: read } = await onelogin.scim.get(at);
      expect(((read['members'] ?? []) as { value: string }[]).map(({ value }) => value)).toEqual(members);
    }
    const { body: found } = await onelogin.scim.get(`/Groups${filtered('displayName eq "Staff"')}`);
    expect(found.totalResults).toBe(1);
  });
});

import { setLimits } from '../factories/deprovisioning-limits.js';
import { scimPerson, storedPerson } from '../factories/scim-person.js';
import { statusOf } from '../factories/stored-people.js';
import { connectionForEachTest } from '../support/each-test.js';
import { PATCH_OP, type ScimAnswer, type ScimClient } from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';

const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ service, tenant, scim } = given);
});

const bulk = (operations: readonly unknown[], more: object = {}): Promise<ScimAnswer> =>
  scim.post('/Bulk', { schemas: [BULK], Operations: operations, ...more });
const statuses = ({ body }: ScimAnswer): unknown[] => body.Operations.map(({ status }) => status);
const post = (bulkId: string, overrides: Record<string, unknown> = {}): object => ({
  method: 'POST',
  path: '/Users',
  bulkId,
  data: scimPerson(overrides),
});
/** Sets one attribute. */
const patch = (path: string, attribute: string, value: unknown): object => ({
  method: 'PATCH',
  path,
  data: { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: attribute, value }] },
});
const postGroup = (bulkId: string, data: object): object => ({
  method: 'POST',
  path: '/Groups',
  bulkId,
  data,
});

/** Lists within lists. */
function nested(levels: number): unknown {
  return levels === 0 ? [] : [nested(levels - 1)];
}

describe('a bulk request', () => {
  it('creates a group of people who are created with it, in whatever order they come', async () => {
    const members = [{ value: 'bulkId:ann' }, { value: 'bulkId:bo' }];
    const group = postGroup('g', { displayName: 'Tutors', members });
    const answer = await bulk([group, post('ann'), post('bo')]);
    expect(answer.status).toBe(200);
    expect(statuses(answer)).toEqual(['201', '201', '201']);
    const [made] = answer.body.Operations;
    expect(made).toMatchObject({ method: 'POST', bulkId: 'g', version: 'W/"1"' });
    const { body } = await scim.get(String(made?.['location']).split('/scim/v2')[1] ?? '');
    expect(body['members']).toHaveLength(2);
  });

  it('replaces, patches and deletes, each operation by itself', async () => {
    const [ann, bo] = [await storedPerson(scim), await storedPerson(scim)];
    const rename = (value: unknown): object => patch(`/Users/${ann.id}`, 'name.givenName', value);
    const put = { method: 'PUT', path: `/Users/${bo.id}`, data: scimPerson({ title: 'Dean' }) };
    const answer = await bulk([
      { ...rename('Anna'), method: 'patch' },
      rename(5),
      { ...put, version: 'W/"old"' },
      { ...put, version: bo.meta.version },
      { method: 'DELETE', path: '/Users/950000999' },
      { method: 'DELETE', path: `/Users/${ann.id}` },
      { method: 'POST', path: '/Nothing', bulkId: 'x', data: {} },
    ]);
    expect(statuses(answer)).toEqual(['200', '400', '412', '200', '404', '204', '404']);
    const refused = { status: '400', scimType: 'invalidValue' };
    expect(answer.body.Operations[1]?.['response']).toMatchObject(refused);
    expect((await scim.get(`/Users/${ann.id}`)).status).toBe(404);
    expect((await scim.get(`/Users/${bo.id}`)).body['title']).toBe('Dean');
  });

  it('ends after as many failures as it says', async () => {
    const wrong = post('w', { userName: ' ' });
    const operations = [wrong, { ...wrong, bulkId: 'v' }, post('ann'), { ...wrong, bulkId: 'u' }];
    const answer = await bulk(operations, { failOnErrors: 2 });
    expect(statuses(answer)).toEqual(['400', '400']);
    expect((await scim.get('/Users')).body.totalResults).toBe(0);
  });

  it('refuses references to nothing and to each other, and nothing else', async () => {
    const group = (bulkId: string, value: string): object =>
      postGroup(bulkId, { displayName: bulkId, members: [{ value }] });
    const groups = [group('a', 'bulkId:b'), group('b', 'bulkId:a'), group('c', 'bulkId:no')];
    const answer = await bulk([...groups, post('d')]);
    expect(statuses(answer)).toEqual(['400', '400', '400', '201']);
  });

  it('refuses an operation with a text that cannot be stored alone', async () => {
    const answer = await bulk([
      post('a', { title: 'x\u0000' }),
      post('b', { 'x\u0001': 'y' }),
      postGroup('c', { displayName: 'Tutors\u0007' }),
      post('d'),
    ]);
    expect(answer.status).toBe(200);
    expect(statuses(answer)).toEqual(['400', '400', '400', '201']);
    expect((await scim.get('/Users')).body.totalResults).toBe(1);
  });

  it('takes whole values and parts of a path for references, and no others', async () => {
    const texts = { title: 'see bulkId:no', nickName: 'xbulkId:no', locale: 'bulkid:no' };
    const patches = ['bulkId:bo', 'xbulkId:bo', 'bulkId:no'].map((id) =>
      patch(`/Users/${id}`, 'title', 'by reference'),
    );
    const answer = await bulk([...patches, post('ann', texts), post('bo')]);
    expect(statuses(answer)).toEqual(['200', '404', '400', '201', '201']);
    const { body } = await scim.get('/Users?sortBy=meta.lastModified');
    expect(body.Resources.map((one) => one['title']).sort()).toEqual(['by reference', 'see bulkId:no']);
    expect(body.Resources).toContainEqual(expect.objectContaining(texts));
  });

  it('may have 1 MiB, and no byte more', async () => {
    const text = JSON.stringify({ schemas: [BULK], Operations: [post('a')] });
    const send = (bytes: number): Promise<ScimAnswer> => scim.send('POST', '/Bulk', text.padEnd(bytes));
    expect((await send(1024 * 1024 + 1)).status).toBe(413);
    expect((await scim.get('/Users')).body.totalResults).toBe(0);
    expect(statuses(await send(1024 * 1024))).toEqual(['201']);
  });

  it.each<[string, unknown, number]>([
    ['data that nests too deep', { Operations: [post('a'), post('b', { x: nested(30) })] }, 400],
    ['no operations', {}, 400],
    ['an unknown method', { Operations: [{ method: 'GET', path: '/Users' }] }, 400],
    ['a POST without a bulkId', { Operations: [{ method: 'POST', path: '/Users', data: {} }] }, 400],
    ['a bulkId twice', { Operations: [post('a'), post('a')] }, 400],
    ['a wrong failOnErrors', { Operations: [], failOnErrors: 0 }, 400],
    ['more than 1,000 operations', { Operations: Array(1001).fill({}) }, 413],
  ])('with %s is refused as a whole', async (_, body, status) => {
    expect((await scim.post('/Bulk', body)).status).toBe(status);
  });

  it('obeys the limits on de-provisioning person by person', async () => {
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 1 } });
    const made = await bulk([post('a'), post('b'), post('c')]);
    const ids = made.body.Operations.map(({ location }) => String(location).split('/').at(-1) ?? '');
    const answer = await bulk(ids.map((id) => ({ method: 'DELETE', path: `/Users/${id}` })));
    expect(statuses(answer)).toEqual(['204', '204', '204']);
    const after = await Promise.all(ids.map((id) => statusOf(tenant, id)));
    expect(after.sort()).toEqual(['active', 'active', 'inactive']);
  });
});

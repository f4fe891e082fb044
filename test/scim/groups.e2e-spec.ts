import { jest } from '@jest/globals';

import { MembersRepository } from '../../src/scim/groups/members.repository.js';
import { person } from '../factories/person.js';
import { deactivate, scimPerson, storedPeople } from '../factories/scim-person.js';
import { storedId } from '../factories/stored-people.js';
import { connectionForEachTest } from '../support/each-test.js';
import { Gate } from '../support/gate.js';
import { connect, type ScimAnswer, type ScimBody, type ScimClient } from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';
import { until } from '../support/until.js';

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ service, tenant, scim } = given);
});

const refusalOf = ({ status, body }: ScimAnswer): unknown[] => [status, body.scimType];

const people = (count: number): Promise<string[]> => storedPeople(scim, count);

const of = (ids: readonly string[]): object[] => ids.map((value) => ({ value }));

const group = (displayName: string, ids: readonly string[] = []): Promise<ScimBody> =>
  scim.create('/Groups', { displayName, externalId: 'G-1', members: of(ids) });

const found = async (filter: string): Promise<string[]> =>
  (await scim.get(`/Groups?filter=${encodeURIComponent(filter)}`)).body.Resources.map(({ id }) => id);

/** Whether a statement with this text is under way. */
async function isWaiting(text: string): Promise<boolean> {
  const running: { Info: string | null }[] = await service.query('SHOW FULL PROCESSLIST');
  return running.some(({ Info }) => Info?.includes(text) === true);
}

describe('a group', () => {
  it('is answered with its people and their names', async () => {
    const [ann = ''] = await people(1);
    const body = await group('Tutors', [ann]);
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Tutors',
      externalId: 'G-1',
      members: [{ value: ann, type: 'User', display: 'Ann Lee' }],
      meta: { resourceType: 'Group' },
    });
    const { headers, body: read } = await scim.get(`/Groups/${body.id}`);
    expect(headers.get('etag')).toBe(body.meta.version);
    expect(read).toEqual(body);
    expect(body.meta.location).toContain(`/scim/v2/Groups/${body.id}`);
  });

  it('has a name of its own, whatever the case, within the connection', async () => {
    const { id } = await group('Tutors');
    expect(refusalOf(await scim.post('/Groups', { displayName: 'TUTORS' }))).toEqual([409, 'uniqueness']);
    const other = await group('Deans');
    const rename = [{ op: 'replace', path: 'displayName', value: 'tutors' }];
    expect(refusalOf(await scim.patch(`/Groups/${other.id}`, rename))).toEqual([409, 'uniqueness']);
    expect((await scim.patch(`/Groups/${id}`, rename)).status).toBe(204);
    const { scim: another } = await connect(service, tenant);
    expect((await another.post('/Groups', { displayName: 'Tutors' })).status).toBe(201);
    expect((await another.get(`/Groups/${id}`)).status).toBe(404);
  });

  it.each<[string, Record<string, unknown>]>([
    ['without a name', { displayName: ' ' }],
    ['with an unknown member', { members: [{ value: '950000999' }] }],
    ['with a member that is no ID', { members: [{ value: 'é' }] }],
    ['with a group as a member', { members: [{ value: '950000001', type: 'Group' }] }],
    ['with a member without a value', { members: [{ display: 'Ann' }] }],
    ['with a long name', { displayName: 'x'.repeat(255) }],
  ])('is refused %s, and nothing is written', async (_, overrides) => {
    await people(1);
    const answer = await scim.post('/Groups', { displayName: 'Tutors', ...overrides });
    expect(refusalOf(answer)).toEqual([400, 'invalidValue']);
    expect((await scim.get('/Groups')).body.totalResults).toBe(0);
  });

  it('takes no person of another tenant, and none whom the connection has given up', async () => {
    const otherTenant = await service.tenant();
    const elsewhere = await storedId(otherTenant, person({ externalId: '950777001' }));
    const [gone = ''] = await people(1);
    await scim.delete(`/Users/${gone}`);
    for (const id of [elsewhere, gone]) {
      const answer = await scim.post('/Groups', { displayName: 'Tutors', members: of([id]) });
      expect({ id, refusal: refusalOf(answer) }).toEqual({ id, refusal: [400, 'invalidValue'] });
    }
  });

  it('is changed by PATCH as Entra ID and Okta send it: 204, or 200 with attributes', async () => {
    const [one = '', two = '', three = ''] = await people(3);
    const { id } = await group('Tutors', [one]);
    const at = `/Groups/${id}`;
    const add = await scim.patch(at, [{ op: 'Add', path: 'members', value: of([one, two]) }]);
    expect(add).toMatchObject({ status: 204, text: '' });
    expect(await scim.membersOf(id)).toEqual([one, two]);
    await scim.patch(at, [{ op: 'Remove', path: 'members', value: of([one]) }]);
    expect(await scim.membersOf(id)).toEqual([two]);
    await scim.patch(at, [
      { op: 'add', path: 'members', value: of([three]) },
      { op: 'remove', path: `members[value eq "${two}"]` },
    ]);
    expect(await scim.membersOf(id)).toEqual([three]);
    await scim.patch(at, [{ op: 'replace', value: { id, displayName: 'Coaches' } }]);
    const shown = await scim.patch(`${at}?attributes=displayName`, [
      { op: 'replace', path: 'members', value: of([one, two]) },
    ]);
    expect(shown).toMatchObject({ status: 200, body: { displayName: 'Coaches' } });
    expect(shown.body).not.toHaveProperty('members');
    expect(await scim.membersOf(id)).toEqual([one, two]);
    await scim.patch(at, [{ op: 'remove', path: 'members' }]);
    expect(await scim.membersOf(id)).toEqual([]);
  });

  it('is changed whole or not at all', async () => {
    const [one = ''] = await people(1);
    const { id } = await group('Tutors', [one]);
    const answer = await scim.patch(`/Groups/${id}`, [
      { op: 'replace', path: 'displayName', value: 'Coaches' },
      { op: 'add', path: 'members', value: of(['950000999']) },
    ]);
    expect(refusalOf(answer)).toEqual([400, 'invalidValue']);
    expect((await scim.get(`/Groups/${id}`)).body['displayName']).toBe('Tutors');
    expect(await scim.membersOf(id)).toEqual([one]);
  });

  it('is replaced by PUT, guarded by its version, and deleted', async () => {
    const [one = '', two = ''] = await people(2);
    const { id, meta } = await group('Tutors', [one]);
    const at = `/Groups/${id}`;
    const input = { displayName: 'Coaches', members: of([two]) };
    const { status, body } = await scim.put(at, input, { 'If-Match': meta.version });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('externalId');
    expect(await scim.membersOf(id)).toEqual([two]);
    expect((await scim.put(at, input, { 'If-Match': meta.version })).status).toBe(412);
    expect((await scim.put(at, input)).body.meta).toEqual(body.meta);
    expect((await scim.get(at, { 'If-None-Match': body.meta.version })).status).toBe(304);
    expect((await scim.delete(at, { 'If-Match': meta.version })).status).toBe(412);
    expect((await scim.delete(at)).status).toBe(204);
    for (const answer of [await scim.get(at), await scim.put(at, input), await scim.delete(at)])
      expect(answer.status).toBe(404);
    expect((await scim.get(`/Users/${two}`)).status).toBe(200);
  });

  it('loses a person whom the connection gives up', async () => {
    const [one = '', two = ''] = await people(2);
    const before = await group('Tutors', [one, two]);
    const other = await group('Deans', [two]);
    await scim.delete(`/Users/${one}`);
    const at = `/Groups/${before.id}`;
    const { status, body } = await scim.get(at, { 'If-None-Match': before.meta.version });
    expect(status).toBe(200);
    expect(await scim.membersOf(before.id)).toEqual([two]);
    expect(body.meta.version).not.toBe(before.meta.version);
    expect(body.meta.lastModified >= before.meta.lastModified).toBe(true);
    const stale = { 'If-Match': before.meta.version };
    expect((await scim.put(at, { displayName: 'Tutors', members: of([one]) }, stale)).status).toBe(412);
    expect((await scim.get(`/Groups/${other.id}`)).body.meta).toEqual(other.meta);
  });

  it('has another version after the userName of a member who has left is given away', async () => {
    const [one = '', two = ''] = await people(2);
    const { id, meta } = await group('Tutors', [one, two]);
    const { body: gone } = await deactivate(scim, one);
    await scim.post('/Users', scimPerson({ userName: gone['userName'] }));
    expect(await scim.membersOf(id)).toEqual([two]);
    expect((await scim.get(`/Groups/${id}`)).body.meta.version).not.toBe(meta.version);
  });

  it('takes no person whom the connection is about to give up', async () => {
    const [one = ''] = await people(1);
    const { id } = await group('Tutors');
    const [reached, allowed] = [new Gate(), new Gate()];
    const members = service.app.get(MembersRepository);
    const removePeople = members.removePeople.bind(members);
    jest.spyOn(members, 'removePeople').mockImplementation(async (...given) => {
      await removePeople(...given);
      reached.open();
      await allowed.opened;
    });
    const deletion = scim.delete(`/Users/${one}`);
    await reached.opened;
    let isAnswered = false;
    const adding = scim.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: of([one]) }]);
    void adding.finally(() => (isAnswered = true));
    await until(
      'the change is answered or waits for the deletion',
      async () => isAnswered || (await isWaiting('LOCK IN SHARE MODE')),
    );
    allowed.open();
    expect((await deletion).status).toBe(204);
    expect(refusalOf(await adding)).toEqual([400, 'invalidValue']);
    expect(await scim.membersOf(id)).toEqual([]);
  });

  it('loses no change of twenty that come at once', async () => {
    const ids = await people(20);
    const { id } = await group('Tutors');
    const answers = await Promise.all(
      ids.map((value) => scim.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value }] }])),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 204));
    expect(await scim.membersOf(id)).toEqual([...ids].sort());
  });
});

describe('groups', () => {
  it('are found by name, member and ID, and listed without members where these are not asked for', async () => {
    const [one = '', two = ''] = await people(2);
    const tutors = await group('Tutors', [one]);
    const deans = (await scim.post('/Groups', { displayName: 'Deans', members: of([one, two]) })).body;
    const both = [tutors.id, deans.id].sort();
    expect(await found('displayName eq "TUTORS"')).toEqual([tutors.id]);
    expect(await found('externalId eq "G-1"')).toEqual([tutors.id]);
    expect(await found(`members.value eq "${two}"`)).toEqual([deans.id]);
    expect(await found(`members[value eq "${one}"]`)).toEqual(both);
    expect(await found(`id eq "${deans.id}" and members eq "${two}"`)).toEqual([deans.id]);
    expect(await found(`id eq "${deans.id}" and members eq "950000999"`)).toEqual([]);
    expect(await found('displayName sw "t" or displayName ew "ANS"')).toEqual(both);
    expect(await found('id eq "é"')).toEqual([]);
    const { body } = await scim.get('/Groups?excludedAttributes=members&sortBy=displayName');
    expect(body.Resources).toMatchObject([{ displayName: 'Deans' }, { displayName: 'Tutors' }]);
    for (const listed of body.Resources) expect(listed).not.toHaveProperty('members');
    const page = await scim.post('/Groups/.search', { startIndex: 2, count: 1, sortBy: 'displayName' });
    expect(page.body).toMatchObject({ totalResults: 2, Resources: [{ id: tutors.id }] });
  });

  it('of a person are shown where they are asked for', async () => {
    const [one = ''] = await people(2);
    const { id } = await group('Tutors', [one]);
    const $ref = expect.stringContaining(id) as unknown;
    const groups = [{ value: id, display: 'Tutors', type: 'direct', $ref }];
    expect((await scim.get(`/Users/${one}?attributes=groups`)).body['groups']).toEqual(groups);
    const { body } = await scim.get('/Users?attributes=userName,groups');
    expect(body.Resources.map((person_) => person_['groups'])).toEqual([groups, undefined]);
    expect((await scim.get(`/Users/${one}`)).body['groups']).toBeUndefined();
  });

  it('are found together with people', async () => {
    const ids = await people(3);
    const { id } = await group('Tutors', ids);
    const page = async (body: object): Promise<unknown[]> => {
      const answer = await scim.post('/.search', body);
      return [answer.body.totalResults, answer.body.Resources.map((one) => one.id)];
    };
    expect(await page({})).toEqual([4, [...ids, id]]);
    expect(await page({ startIndex: 3, count: 1 })).toEqual([4, ids.slice(2)]);
    expect(await page({ startIndex: 3, count: 2 })).toEqual([4, [...ids.slice(2), id]]);
    expect(await page({ startIndex: 4, count: 5 })).toEqual([4, [id]]);
    expect(await page({ filter: 'displayName eq "tutors"' })).toEqual([1, [id]]);
  });

  it('may be large: a body of 1 MiB is taken, and a larger one is not', async () => {
    const lines = Array.from({ length: 2000 }, (_, n) => person({ email: `m${n}@x.example` }));
    const rows = await tenant.sis.bulk('/users/bulk', lines);
    const ids = rows.flatMap((row) => (typeof row['id'] === 'string' ? [row['id']] : []));
    const filler = 'x'.repeat(200);
    const members = ids.map((value) => ({ value, display: filler }));
    const { status, body } = await scim.post('/Groups', { displayName: 'All', members });
    expect(status).toBe(201);
    expect(body['members']).toHaveLength(2000);
    const tooLarge = await scim.post('/Groups', { displayName: 'More', notes: 'x'.repeat(1024 * 1024) });
    expect(tooLarge.status).toBe(413);
  });
});

describe('a PATCH of a large group', () => {
  const conditions = Array<string>(200).fill('value co "n"').join(' or ');

  it('that names its members reads those alone', async () => {
    const ids = await people(5);
    const [ann = '', bo = '', cy = '', di = '', eve = ''] = ids;
    const { id } = await group('Tutors', [ann, bo, cy]);
    const operations = [
      { op: 'Add', path: 'members', value: [{ value: di }, { value: ann }] },
      { op: 'remove', path: `Members[VALUE eq "${bo}" or value eq "none"]` },
      { op: 'remove', path: 'members', value: [{ value: cy }] },
      { op: 'add', value: { members: [{ value: eve }], displayName: 'Deans' } },
      { op: 'remove', path: 'members', value: [{ value: di }] },
    ];
    expect((await scim.patch(`/Groups/${id}`, operations)).status).toBe(204);
    expect(await scim.membersOf(id)).toEqual([ann, eve].sort());
    expect((await scim.get(`/Groups/${id}`)).body['displayName']).toBe('Deans');
  });

  it('may replace all its members, and change them again', async () => {
    const [ann = '', bo = '', cy = ''] = await people(3);
    const { id } = await group('Tutors', [ann]);
    const operations = [
      { op: 'replace', path: 'members', value: of([bo, cy]) },
      { op: 'remove', path: `members[value eq "${cy}" and value pr]` },
      { op: 'add', path: 'members', value: of([ann]) },
    ];
    expect((await scim.patch(`/Groups/${id}`, operations)).status).toBe(204);
    expect(await scim.membersOf(id)).toEqual([ann, bo].sort());
  });

  it('is refused when its conditions would look at members too often, and changes nothing', async () => {
    const ids = await people(4);
    const { id } = await group('Tutors', ids);
    const operations = Array<object>(260).fill({ op: 'remove', path: `members[${conditions}]` });
    const named = [{ op: 'add', path: 'displayName', value: 'Deans' }];
    expect(refusalOf(await scim.patch(`/Groups/${id}`, [...named, ...operations]))).toEqual([400, 'tooMany']);
    expect(await found('displayName eq "Tutors"')).toEqual([id]);
    expect((await scim.patch(`/Groups/${id}`, operations.slice(0, 200))).status).toBe(204);
    expect(await scim.membersOf(id)).toHaveLength(4);
  });
});

import { jest } from '@jest/globals';

import { PeopleRepository } from '../../src/scim/people/people.repository.js';
import { person } from '../factories/person.js';
import { scimPerson, storedPerson } from '../factories/scim-person.js';
import { connectionForEachTest } from '../support/each-test.js';
import { memoryNow } from '../support/memory.js';
import { type ScimAnswer, type ScimClient } from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;
let apiKey: string;

connectionForEachTest((given) => {
  ({ service, tenant, scim, apiKey } = given);
});

async function sql(statement: string, values: readonly unknown[]): Promise<void> {
  await service.query(statement, [...values]);
}

async function sisPeople(count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, n) => person({ email: `p${n}@x.example` }));
  await tenant.sis.bulk('/users/bulk', lines);
}

/** So many groups without members, named n0, n1 and so on. */
async function manyGroups(count: number): Promise<void> {
  const now = new Date();
  const rows = Array.from({ length: count }, (_, n) => {
    const [id, name] = [`gr_${n.toString(16).padStart(26, '0')}`, `n${n}`];
    return [tenant.tenantId, apiKey, id, name, name, null, '{}', 1, now, now];
  });
  await sql(
    'INSERT INTO scim_groups (tenantId, connectionId, id, displayName, displayNameKey, externalId, kept, version, ' +
      'createdAt, updatedAt) VALUES ?',
    [rows],
  );
}

const refusalOf = ({ status, body }: ScimAnswer): unknown[] => [status, body.scimType];
const groups = (query: Record<string, string>): Promise<ScimAnswer> =>
  scim.get(`/Groups?${new URLSearchParams(query).toString()}`);
const peopleWith = (query: Record<string, string>): Promise<ScimAnswer> =>
  scim.get(`/Users?${new URLSearchParams(query).toString()}`);

describe('a search that reads people one after the other', () => {
  it('holds no more of them than a part and a page', async () => {
    const PEOPLE = 2000;
    await sisPeople(PEOPLE);
    const kept = JSON.stringify({ notes: 'x'.repeat(32 * 1024) });
    await sql(
      `INSERT INTO scim_links
         (tenantId, connectionId, userId, userName, userNameKey, kept, writtenFields, createdAt, updatedAt)
       SELECT tenantId, ?, id, CONCAT('u', id), CONCAT('u', id), ?, '{}', updatedAt, updatedAt
       FROM users WHERE tenantId = ?`,
      [apiKey, kept, tenant.tenantId],
    );
    const people = service.app.get(PeopleRepository);
    const find = people.find.bind(people);
    const heaps: number[] = [];
    const spy = jest.spyOn(people, 'find').mockImplementation((scope, ids) => {
      // It would hold what it has returned.
      spy.mockClear();
      heaps.push(memoryNow().heapMiB);
      return find(scope, ids);
    });
    const { body } = await peopleWith({
      filter: 'notes pr',
      sortBy: 'userName',
      startIndex: '990',
      count: '2',
    });
    expect({ totalResults: body.totalResults, resources: body.Resources.length }).toEqual({
      totalResults: PEOPLE,
      resources: 2,
    });
    expect(body.Resources.map((one) => String(one['notes']).length)).toEqual([32 * 1024, 32 * 1024]);
    // From the first part on. All of them are 63 MiB.
    const [, begun = 0, ...later] = heaps;
    expect(Math.max(...later) - begun).toBeLessThan(20);
    // 2,000 people are stored, with 63 MiB.
  }, 120_000);

  it('shows those of the page as they are when they are shown', async () => {
    await sisPeople(3);
    const people = service.app.get(PeopleRepository);
    const find = people.find.bind(people);
    let isFirst = true;
    jest.spyOn(people, 'find').mockImplementation(async (scope, ids) => {
      const found = await find(scope, ids);
      if (isFirst) await tenant.sis.patch(`/users/${String(ids[1])}`);
      isFirst = false;
      return found;
    });
    const { body } = await peopleWith({ filter: 'active eq true and name.givenName pr' });
    expect({ totalResults: body.totalResults, resources: body.Resources.length }).toEqual({
      totalResults: 3,
      resources: 2,
    });
    expect(body.Resources.map((one) => one['active'])).toEqual([true, true]);
  });
});

describe('groups', () => {
  it('with too many members together are refused as a page, and shown without them or one by one', async () => {
    await sisPeople(2000);
    await manyGroups(51);
    await sql(
      `INSERT INTO scim_group_members (tenantId, connectionId, groupId, userId)
       SELECT g.tenantId, g.connectionId, g.id, u.id FROM scim_groups g JOIN users u ON u.tenantId = g.tenantId
       WHERE g.tenantId = ?`,
      [tenant.tenantId],
    );
    expect(refusalOf(await groups({}))).toEqual([400, 'tooMany']);
    expect((await groups({ excludedAttributes: 'members' })).body.Resources).toHaveLength(51);
    const { body } = await groups({ count: '10' });
    expect(body.Resources.map((one) => (one['members'] as unknown[]).length)).toEqual(Array(10).fill(2000));
    // A filter that names members reads these alone; any other one has to read all.
    const [first] = body.Resources[0]?.['members'] as { value: string }[];
    const named = { filter: `members.value eq "${first?.value ?? ''}" and members.value ne "x"` };
    expect((await groups({ ...named, excludedAttributes: 'members' })).body.totalResults).toBe(51);
    const searched = { filter: 'members.display co "x"', excludedAttributes: 'members' };
    expect(refusalOf(await groups(searched))).toEqual([400, 'tooMany']);
    const limited = { ...searched, filter: 'members.display co "x" and displayName eq "n7"' };
    expect((await groups(limited)).body.totalResults).toBe(0);
  });

  it('are found by any of several names, members and IDs, however many there are', async () => {
    const { id: ann } = await storedPerson(scim);
    const { body: own } = await scim.post('/Groups', { displayName: 'Own', members: [{ value: ann }] });
    await manyGroups(10_001);
    const found = async (filter: string): Promise<unknown[]> => {
      const { status, body } = await groups({ filter, sortBy: 'displayName' });
      return status === 200
        ? body.Resources.map((one) => one['displayName'])
        : refusalOf({ status, body } as ScimAnswer);
    };
    expect(await found('displayName eq "N7" or displayName eq "n8" or displayName eq "none"')).toEqual([
      'n7',
      'n8',
    ]);
    expect(await found(`members.value eq "${ann}" or displayName eq "n8"`)).toEqual(['n8', 'Own']);
    expect(await found(`(id eq "${own.id}" or members eq "é") and displayName sw "o"`)).toEqual(['Own']);
    expect(await found(`members[value eq "${ann}"] and (displayName eq "n8" or externalId eq "x")`)).toEqual(
      [],
    );
    expect(await found('displayName eq "n8" or meta.created pr')).toEqual([400, 'tooMany']);
  });
});

describe('a userName that is the address of another person', () => {
  it('finds the person whom the connection calls so', async () => {
    const { body: sis } = await tenant.sis.post('/users', person({ email: 'ann@x.example' }));
    const other = String(sis.data['id']);
    const { body: held } = await scim.post(
      '/Users',
      scimPerson({ userName: 'Ann@x.example', externalId: 'X-1' }),
    );
    const found = async (filter: string): Promise<string[]> => (await scim.find(filter)).map(({ id }) => id);
    expect(await found('userName eq "ann@X.example"')).toEqual([held.id]);
    expect(await found('userName eq "ann@x.example" and active eq true')).toEqual([held.id]);
    expect(await found('userName eq "ann@x.example" or externalId eq "X-1"')).toEqual([held.id]);
    expect(await found('userName eq "ann@x.example" or active eq false')).toEqual([held.id]);
    expect(await found('emails.value eq "ann@x.example"')).toEqual([other]);
    expect(await found('userName eq "ann@x.example" or emails.value eq "ann@x.example"')).toEqual(
      [held.id, other].sort(),
    );
    await scim.delete(`/Users/${held.id}`);
    expect(await found('userName eq "ann@x.example"')).toEqual([other]);
  });
});

import { storedPeople } from '../factories/scim-person.js';
import { connectionForEachTest } from '../support/each-test.js';
import { connect, type ScimAnswer, type ScimClient } from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ service, tenant, scim } = given);
});

async function groups(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const displayName = `${n % 2 === 0 ? 'Even' : 'Odd'} ${n}`;
    ids.push((await scim.create('/Groups', { displayName })).id);
  }
  return ids.sort();
}

const people = (count: number): Promise<string[]> => storedPeople(scim, count);

const query = (path: string, search: object): Promise<ScimAnswer> =>
  scim.get(`${path}?${new URLSearchParams({ ...search }).toString()}`);

/** The IDs of every page of a walk by cursor. */
async function walked(
  page: (search: object) => Promise<ScimAnswer>,
  search: object,
  total: number,
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const { status, body }: ScimAnswer = await page({ ...search, cursor });
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalResults: total, itemsPerPage: body.Resources.length });
    expect(body).not.toHaveProperty('startIndex');
    pages.push(body.Resources.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  return pages;
}

const sizes = (pages: readonly (readonly string[])[]): number[] => pages.map(({ length }) => length);

describe('groups', () => {
  it.each<[object, number[]]>([
    [{}, [3, 3, 1]],
    [{ sortBy: 'displayName' }, [3, 3, 1]],
    [{ filter: 'displayName sw "even"' }, [3, 1]],
    [{ filter: 'displayName eq "odd 1"' }, [1]],
    [{ filter: 'displayName eq "none"' }, [0]],
  ])('are walked by cursor, each once: %j', async (search, expected) => {
    await groups(7);
    const total = expected.reduce((sum, size) => sum + size, 0);
    const asked = { ...search, count: 3 };
    const byQuery = await walked((page) => query('/Groups', page), asked, total);
    const byBody = await walked((page) => scim.post('/Groups/.search', page), asked, total);
    expect(sizes(byQuery)).toEqual(expected);
    expect(new Set(byQuery.flat()).size).toBe(total);
    expect(byBody).toEqual(byQuery);
  });

  it('that come and go do not move the others of a walk', async () => {
    const ids = await groups(5);
    const { body: first } = await query('/Groups', { cursor: '', count: 2 });
    await scim.delete(`/Groups/${ids[0]}`);
    await scim.delete(`/Groups/${ids[1]}`);
    const { body } = await query('/Groups', { cursor: String(first.nextCursor), count: 5 });
    expect(body.Resources.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(body.nextCursor).toBeUndefined();
  });

  it('have pages by startIndex as before', async () => {
    const ids = await groups(5);
    const { body } = await query('/Groups', { startIndex: 4, count: 9 });
    expect(body).toMatchObject({ totalResults: 5, startIndex: 4 });
    expect(body).not.toHaveProperty('nextCursor');
    expect(body.Resources.map(({ id }) => id)).toEqual(ids.slice(3));
    const { body: beyond } = await query('/Groups', { startIndex: 6 });
    expect(beyond).toMatchObject({ totalResults: 5, Resources: [] });
    const { body: none } = await query('/Groups', { count: 0 });
    expect(none).toMatchObject({ totalResults: 5, Resources: [] });
  });

  it('take a cursor of the same search among groups of the same connection alone', async () => {
    await groups(3);
    await people(3);
    const ofGroups = String((await query('/Groups', { cursor: '', count: 1 })).body.nextCursor);
    const ofPeople = String((await query('/Users', { cursor: '', count: 1 })).body.nextCursor);
    const { scim: other } = await connect(service, tenant);
    const refused = [
      await query('/Groups', { cursor: ofPeople }),
      await query('/Users', { cursor: ofGroups }),
      await query('/Groups', { cursor: ofGroups, filter: 'displayName pr' }),
      await query('/Groups', { cursor: ofGroups, sortBy: 'displayName' }),
      await query('/Groups', { cursor: `${ofGroups}x` }),
      await query('/Groups', { cursor: 'x' }),
      await other.get(`/Groups?cursor=${ofGroups}`),
    ];
    for (const { status, body } of refused)
      expect({ status, scimType: body.scimType }).toEqual({ status: 400, scimType: 'invalidCursor' });
    const both = await query('/Groups', { cursor: ofGroups, startIndex: 1 });
    expect(both).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  });
});

describe('people and groups together', () => {
  const all = (asked: object): Promise<ScimAnswer> => scim.post('/.search', asked);

  it.each([1, 2, 3, 4, 7, 10])('are walked by cursor, people first, in pages of %d', async (count) => {
    const expected = [...(await people(4)), ...(await groups(3))];
    const pages = await walked(all, { count }, 7);
    expect(pages.flat()).toEqual(expected);
    expect(sizes(pages)).toEqual(
      Array.from({ length: Math.ceil(7 / count) }, (_, n) => Math.min(count, 7 - n * count)),
    );
  });

  it('are walked where there are only some of them', async () => {
    expect(await walked(all, { count: 2 }, 0)).toEqual([[]]);
    const made = await groups(3);
    expect(await walked(all, { count: 2 }, 3)).toEqual([made.slice(0, 2), made.slice(2)]);
    const search = { count: 2, filter: 'displayName eq "even 2"' };
    expect((await walked(all, search, 1)).flat()).toHaveLength(1);
  });

  it('take a cursor of the same search alone', async () => {
    await people(2);
    await groups(2);
    const cursor = String((await all({ cursor: '', count: 1 })).body.nextCursor);
    const refused = [
      await all({ cursor, filter: 'displayName pr' }),
      await all({ cursor: cursor.replace('people', 'groups') }),
      await all({ cursor: `x${cursor}` }),
      await all({ cursor: 'groups' }),
    ];
    for (const { status, body } of refused)
      expect({ status, scimType: body.scimType }).toEqual({ status: 400, scimType: 'invalidCursor' });
  });
});

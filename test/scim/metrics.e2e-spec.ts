import { scimPerson } from '../factories/scim-person.js';
import { type Scrape, scrape, scrapeOnce } from '../support/metrics.js';
import { bearer, connect, type ScimClient } from '../support/scim.js';
import { TestService } from '../support/service.js';

const REQUESTS = 'scim_requests_total';
const OPERATIONS = 'scim_bulk_operations_total';
const REFUSALS = 'scim_refusals_total';

let service: TestService;
let scim: ScimClient;
let before: Scrape;

// Its own, whose counters no other file has moved.
beforeAll(async () => {
  service = await TestService.start();
  ({ scim } = await connect(service, await service.tenant()));
});

afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  before = await scrape(service);
});

type Labels = Record<string, string>;

/** Waits until these labels have grown by so much since the test began. */
async function grown(name: string, labels: Labels, by = 1): Promise<void> {
  const expected = before.value(name, labels) + by;
  const found = await scrapeOnce(service, (now) => now.value(name, labels) >= expected);
  expect(found.value(name, labels)).toBe(expected);
}

const labels = (resource: string, operation: string, outcome = 'succeeded'): Labels => ({
  resource,
  operation,
  outcome,
});

describe('requests of identity providers', () => {
  it('are counted by resource, operation and outcome', async () => {
    const { body } = await scim.post('/Users', scimPerson());
    const at = `/Users/${body.id}`;
    await scim.get(at);
    await scim.get('/Users?filter=active%20eq%20true');
    await scim.post('/Users/.search', {});
    await scim.patch(at, [{ op: 'add', path: 'title', value: 'x' }]);
    await scim.put(at, scimPerson());
    await scim.delete(at);
    const group = await scim.post('/Groups', { displayName: 'metered' });
    await scim.patch(`/Groups/${group.body.id}`, [{ op: 'add', path: 'externalId', value: 'x' }]);
    await scim.post('/.search', {});
    await scim.get('/Schemas');
    await scim.get('/Nothing');
    for (const [resource, operation, outcome, count] of [
      ['User', 'create', 'succeeded', 1],
      ['User', 'read', 'succeeded', 1],
      ['User', 'list', 'succeeded', 2],
      ['User', 'patch', 'succeeded', 1],
      ['User', 'replace', 'succeeded', 1],
      ['User', 'delete', 'succeeded', 1],
      ['Group', 'create', 'succeeded', 1],
      ['Group', 'patch', 'succeeded', 1],
      ['all', 'list', 'succeeded', 1],
      ['discovery', 'list', 'succeeded', 1],
      ['other', 'other', 'refused', 1],
    ] as const)
      await grown(REQUESTS, labels(resource, operation, outcome), count);
  });

  it('count tokens, and refusals by scimType, else by status', async () => {
    await scim.get('/Users?filter=x');
    await scim.post('/Users', scimPerson({ active: 'perhaps' }));
    await scim.get('/Users/950999999');
    await bearer(service, 'ik_none.is_none').get('/Users');
    await fetch(`${service.baseUrl}/oauth/token`, { method: 'POST' });
    await grown(REQUESTS, labels('token', 'create', 'refused'));
    await grown(REQUESTS, labels('User', 'list', 'refused'), 2);
    for (const reason of ['invalidFilter', 'invalidValue', '404']) await grown(REFUSALS, { reason });
    await grown(REFUSALS, { reason: '401' }, 2);
  });

  it('count the operations of a bulk request, and the people in it', async () => {
    const person = scimPerson();
    const Operations = [
      { method: 'POST', path: '/Users', bulkId: 'a', data: person },
      { method: 'POST', path: '/Users', bulkId: 'b', data: person },
      { method: 'POST', path: '/Users', bulkId: 'c', data: scimPerson() },
      { method: 'POST', path: '/Groups', bulkId: 'g', data: { displayName: 'in bulk' } },
      { method: 'PATCH', path: '/Users/bulkId:c', data: { Operations: [] } },
      { method: 'DELETE', path: '/Zebras/1' },
    ];
    await scim.post('/Bulk', { Operations });
    await grown(REQUESTS, labels('Bulk', 'bulk'));
    await grown(OPERATIONS, labels('User', 'create'), 2);
    await grown(OPERATIONS, labels('User', 'create', 'refused'));
    await grown(OPERATIONS, labels('User', 'patch', 'refused'));
    await grown(OPERATIONS, labels('Group', 'create'));
    await grown(OPERATIONS, labels('other', 'delete', 'refused'));
    await grown(REFUSALS, { reason: 'uniqueness' });
    const route = '/scim/v2/Bulk';
    await grown('rows_total', { route, dry_run: 'false', outcome: 'inserted' }, 2);
    await grown('rows_total', { route, dry_run: 'false', outcome: 'failed' }, 2);
  });

  it('have no label that a caller can write', async () => {
    const mark = 'zebedee';
    await scim.get(`/${mark}`);
    await scim.get(`/Users/${mark}?filter=${mark}`);
    await scim.send('PURGE', `/Users/${mark}`);
    await scim.post('/Bulk', { Operations: [{ method: 'DELETE', path: `/${mark}` }] });
    await grown(OPERATIONS, labels('other', 'delete', 'refused'));
    expect((await scrape(service)).text).not.toContain(mark);
  });
});

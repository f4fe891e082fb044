import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, type Row } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { TestService, type TestTenant } from '../support/service.js';

const NOTHING = { people: [], runs: [], submissions: [], keys: [], requests: [], views: [] };

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;

beforeAll(async () => {
  tenant = await service.tenant();
  ({ api } = await admins.open(tenant));
  await tenant.sis.bulk('/users/bulk', [
    person({ externalId: 'S-100', firstName: 'Ann', lastName: 'Zoller', email: 'ann.z@search.example.edu' }),
    person({ externalId: 'S-101', firstName: 'Zoe', lastName: 'Adams', email: 'zoe@search.example.edu' }),
    person({ externalId: 'S-102', firstName: 'Ana', lastName: 'de la Cruz' }),
    person({ externalId: 'S-103', firstName: '小明', lastName: '王' }),
    ...Array.from({ length: 8 }, (_, n) => person({ externalId: `M-${n}`, lastName: `Many${n}` })),
  ]);
  for (const day of ['1119', '1121', '1120'])
    await inRun(service, tenant, `nightly-${day}`).post('/users', person({ externalId: 'N-1' }), {
      'X-Request-Id': `req-${day}`,
    });
  await tenant.workflow.put('/submissions/sub-77', { formType: 'x', studentId: 'S-100', fields: {} });
  await api.post('/keys', { label: 'Nightly feed', scopes: ['users'] });
  await service.settle(tenant);
});

async function find(q: string, by = api): Promise<Record<string, Row[]>> {
  const answer = await by.get(`/search?q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  return answer.body.data as Record<string, Row[]>;
}

const namesOf = (found: Row[] | undefined, field: string): unknown[] =>
  (found ?? []).map((one) => one[field]);

describe('people are found', () => {
  it.each([
    ['the last name', 'zoll', ['S-100']],
    ['the first name', 'zoe', ['S-101']],
    ['the last and the first name', 'Zoller, Ann', ['S-100']],
    ['the first and the last name', 'ann zoll', ['S-100']],
    ['a part of the last name', 'cruz', ['S-102']],
    ['several words of the last name', 'de la cr', ['S-102']],
    ['any part of a name without spaces', '小明', ['S-103']],
    ['the beginning of the address', 'Ann.Z@', ['S-100']],
    ['the number of the SIS in any case', 's-10', ['S-100', 'S-101', 'S-102', 'S-103']],
    ['nothing that is a pattern', '%', []],
  ])('by %s', async (_, q, expected) => {
    expect(namesOf((await find(q))['people'], 'legacyNumber').sort()).toEqual(expected);
  });

  it('by the ID', async () => {
    const { id } = (await tenant.sis.get('/users/S-101')).body.data;
    expect(namesOf((await find(String(id)))['people'], 'name')).toEqual(['Zoe Adams']);
  });

  it('once each, and no more than five', async () => {
    const people = (await find('many'))['people'];
    expect(new Set(namesOf(people, 'id')).size).toBe(5);
  });
});

describe('by their beginnings', () => {
  it('runs are found, of a series the latest first', async () => {
    expect(namesOf((await find('nightly-'))['runs'], 'name')).toEqual([
      'nightly-1121',
      'nightly-1120',
      'nightly-1119',
    ]);
  });

  it('submissions and request IDs are found', async () => {
    expect((await find('sub-'))['submissions']).toEqual([
      expect.objectContaining({ submissionId: 'sub-77', formType: 'x' }),
    ]);
    expect(namesOf((await find('req-1'))['requests'], 'requestId')).toEqual([
      'req-1121',
      'req-1120',
      'req-1119',
    ]);
  });

  it('a request ID that many calls have is found once', async () => {
    for (let n = 0; n < 3; n += 1) await tenant.sis.get('/users/S-100', { 'X-Request-Id': 'same-again' });
    await service.settle(tenant);
    expect(namesOf((await find('same'))['requests'], 'requestId')).toEqual(['same-again']);
  });
});

describe('keys', () => {
  it('are found by a part of the label, and by the beginning of the key', async () => {
    const [key] = (await find('feed'))['keys'] ?? [];
    expect(key).toMatchObject({ label: 'Nightly feed', status: 'active' });
    expect(namesOf((await find(String(key?.['apiKey'])))['keys'], 'label')).toEqual(['Nightly feed']);
  });

  it.each([
    ['operator', 0],
    ['auditor', 1],
  ])('an %s finds %i of them', async (role, keys) => {
    const { api: theirs } = await admins.open(tenant, { role: `application_${role}` });
    const found = await find('nightly', theirs);
    expect({ keys: found['keys']?.length, runs: found['runs']?.length }).toEqual({ keys, runs: 3 });
  });
});

describe('a search', () => {
  it('finds nothing of another tenant', async () => {
    const { api: other } = await admins.open(await service.tenant());
    for (const q of ['Zoller', '小明', 'S-100', 'nightly', 'sub-77', 'req-1120', 'ann.z@search.example.edu'])
      expect(await find(q, other)).toEqual(NOTHING);
  });

  it('finds nothing when nothing is looked for', async () => {
    for (const path of ['/search', `/search?q=${encodeURIComponent(',')}`])
      expect((await api.get(path)).body.data).toEqual(NOTHING);
  });

  it.each(['q=', `q=${'x'.repeat(101)}`, 'q=a&q=b', 'kind=people'])('refuses %s', async (query) => {
    expect(problemsOf(await api.get(`/search?${query}`))).toEqual([400, query.split('=')[0]]);
  });
});

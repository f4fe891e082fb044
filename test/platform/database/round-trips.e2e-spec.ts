import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import type { SettingsChange } from '../../../src/settings/settings.js';
import { TenancyService } from '../../../src/tenancy/tenants/tenancy.service.js';
import { person } from '../../factories/person.js';
import { packetsOf, partsOf } from '../../support/packet.js';
import { TestService, type TestTenant } from '../../support/service.js';

const service = await TestService.ofWorker();
const database = service.app.get<DataSource>(getDataSourceToken());
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** The number of statements about people; periodic statements are not counted. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const packets = await packetsOf(database, work);
  const aboutPeople = new Set(
    packets.filter(({ sql }) => sql.includes('`users`')).map(({ runner }) => runner),
  );
  return packets.filter(({ runner }) => aboutPeople.has(runner)).length;
}

it('a new user takes two round trips, once the tenant is known to add people and has a block of IDs', async () => {
  for (let index = 0; index < 3; index += 1) await tenant.sis.post('/users', person());
  expect(await roundTripsOf(() => tenant.sis.post('/users', person()))).toBe(2);
});

it.each<SettingsChange>([
  {},
  { emailDomain: 'Own.example.edu', requiredCommitteeRoles: ['chair', 'member'], pacing: { aheadDays: 7 } },
])('a new user takes one, once there are no other calls, where the settings are %j', async (settings) => {
  const tenancy = service.app.get(TenancyService);
  await tenancy.changeSettings(await tenancy.scopeOfKey(tenant.apiKey), settings);
  for (let index = 0; index < 9; index += 1) await tenant.sis.post('/users', person());
  expect(await roundTripsOf(() => tenant.sis.post('/users', person()))).toBe(1);
});

it('a changed user takes three, once the tenant is known to change people', async () => {
  const someone = person();
  await tenant.sis.post('/users', someone);
  await tenant.sis.post('/users', { ...someone, degree: 'PhD 1' });
  expect(await roundTripsOf(() => tenant.sis.post('/users', { ...someone, degree: 'PhD 2' }))).toBe(3);
});

it('an unchanged user takes one', async () => {
  const someone = person();
  for (let index = 0; index < 3; index += 1) await tenant.sis.post('/users', someone);
  expect(await roundTripsOf(() => tenant.sis.post('/users', someone))).toBe(1);
});

it('many are written in as few as their size allows', async () => {
  await tenant.sis.bulk('/users/bulk', [person()]);
  const people = Array.from({ length: 100 }, () => person());
  expect(await roundTripsOf(() => tenant.sis.bulk('/users/bulk', people))).toBeLessThan(20);
});

/** The statements that `work` sends about this table. */
async function statementsAbout(table: string, work: () => Promise<unknown>): Promise<string[]> {
  const packets = await packetsOf(database, work);
  const parts = packets.flatMap(({ sql, parameters }) => partsOf(sql, parameters));
  return parts.map(({ sql }) => sql).filter((sql) => sql.includes(`\`${table}\``));
}

describe('what is written names no more than it needs:', () => {
  const someone = { userTags: ['a'], languages: ['b'], customFields: { c: 1 }, genderPronoun: 'they' };

  it('of a person, what differs', async () => {
    const before = person(someone);
    await tenant.sis.post('/users', before);
    const change = { ...before, userTags: ['z'] };
    const sent = await statementsAbout('users', () => tenant.sis.post('/users', change));
    const [write = '', ...others] = sent.filter((sql) => sql.startsWith('INSERT'));
    expect(others).toEqual([]);
    expect(write).toContain('`userTags` = VALUES(`userTags`)');
    expect(write).not.toMatch(/languages|customFields|genderPronoun|facultyProfile/);
  });

  it('of a new user, the fields that were sent', async () => {
    const sent = await statementsAbout('users', () => tenant.sis.post('/users', person(someone)));
    const write = sent.find((sql) => sql.startsWith('INSERT')) ?? '';
    for (const name of [...Object.keys(someone), 'legacyNumber']) expect(write).toContain(`\`${name}\``);
    expect(write).not.toMatch(/nationalities|middleInitial|facultyProfile/);
  });

  it('of a record, what it says of the person, and the rest is not even read', async () => {
    const before = person();
    await tenant.sis.post('/users', before);
    const sent = await statementsAbout('progress_documents', () =>
      tenant.sis.post('/users', { ...before, degree: 'PhD' }),
    );
    const [read = '', write = '', ...others] = sent;
    expect(others).toEqual([]);
    expect(read).toMatch(/^SELECT `studentId`, `changedAt`, `columnsAt` FROM/);
    expect(write).toContain('`person` = VALUES(`person`)');
    expect(write).not.toMatch(/VALUES\(`(progress|pacingStatus|reviewOn)`\)/);
  });
});

it.each([
  ['short', 'a thousand', {}, [1000, 1000]],
  [
    'long',
    'fewer',
    { degree: 'D'.repeat(255), schoolProgram: 'P'.repeat(255), firstName: 'F'.repeat(100) },
    [251, 999],
  ],
])(
  'of %s records a page reads %s at once, as soon as 250 have shown their length',
  async (_, __, fields, [least = 0, most = 0]) => {
    const people = Array.from({ length: 300 }, () => person(fields));
    await tenant.sis.bulk('/users/bulk', people);
    const packets = await packetsOf(database, () => tenant.sis.get('/progress?limit=5000'));
    const pages = packets.filter(({ sql }) => sql.includes('STRAIGHT_JOIN `progress_documents`'));
    const [first, second = 0, ...others] = pages.map(({ parameters }) => Number(parameters.at(-1)));
    expect({ first, others }).toEqual({ first: 250, others: [] });
    expect(second).toBeGreaterThanOrEqual(least);
    expect(second).toBeLessThanOrEqual(most);
  },
);

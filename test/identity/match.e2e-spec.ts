import { readFileSync } from 'node:fs';

import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import { MATCH_OUTCOMES, type MatchDto } from '../../src/identity/match/match.dto.js';
import { aLimitedTenant } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { fullScansOf, StatementWatch } from '../platform/database/hot-queries/statement-watch.js';
import { scrape } from '../support/metrics.js';
import { TestService, type TestTenant } from '../support/service.js';

/** One name is this often in a tenant; more than any block may be read. */
const NAMESAKES = 3000;
/** As many rows as all blocks together may read: index entries, what the union keeps of them, and the rows. */
const MOST_READ = 2000;

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

const database = service.app.get<DataSource>(getDataSourceToken());

type Sent = Record<string, unknown>;

/** Asks the tenant of the test. */
async function match(sent: Sent): Promise<MatchDto> {
  const { status, body } = await tenant.sis.post('/users/match', sent);
  expect(status).toBe(200);
  return body.data as unknown as MatchDto;
}

/** Everything of the tenant that a post writes. */
async function written(): Promise<unknown> {
  const tables = ['users', 'programs', 'user_numbers', 'user_changes', 'runs', 'provisioning_days'];
  const select = (table: string): string => `SELECT * FROM \`${table}\` WHERE \`tenantId\` = ?`;
  return Promise.all(tables.map((table) => service.query(select(table), [tenant.tenantId])));
}

const MAYA = {
  email: 'maya.okafor@test.example.edu',
  firstName: 'Maya',
  lastName: 'Okafor',
  accountType: 'Student',
  externalId: 'S-1001',
  monthOfEntry: 9,
  yearOfEntry: 2024,
  programId: 'edd',
  schoolProgram: 'Education',
};

const storedMaya = (): Promise<string> => storedId(tenant, MAYA);

describe('what a post would do', () => {
  it('is an insertion where no key is known', async () => {
    expect(await match(MAYA)).toEqual({
      matchedBy: null,
      user: null,
      changed: [],
      warnings: [],
      outcome: 'DATA INSERTED',
      candidates: [],
    });
  });

  it('is an update of the stored user, who is answered as they are now', async () => {
    const id = await storedMaya();
    const answer = await match({ ...MAYA, lastName: 'Okafor-Lind', degree: 'EdD' });

    expect(answer).toMatchObject({ matchedBy: 'legacyNumber', outcome: 'DATA UPDATED', warnings: [] });
    expect(answer.user).toMatchObject({ id, lastName: 'Okafor', legacyNumber: 'S-1001' });
    expect([...answer.changed].sort()).toEqual(['degree', 'lastName']);
  });

  it('is a conflict where two users have the keys, and names both', async () => {
    const id = await storedMaya();
    const otherId = await storedId(tenant, person({ email: 'owner@test.example.edu' }));

    const answer = await match({ ...MAYA, email: 'owner@test.example.edu' });

    expect(answer).toMatchObject({ outcome: 'IDENTITY_CONFLICT', matchedBy: 'legacyNumber', user: { id } });
    const [warning] = answer.warnings;
    expect(warning).toMatchObject({ field: 'email', code: 'IDENTITY_CONFLICT' });
    expect(warning?.message).toContain(id);
    expect(warning?.message).toContain(otherId);
  });

  it('warns of a number that was probably given to another person, as the post would', async () => {
    const id = await storedMaya();
    const named = { firstName: 'Bartholomew', lastName: 'Quintanilla' };
    const answer = await match({ ...MAYA, email: 'bart@test.example.edu', ...named, yearOfEntry: 2031 });
    expect(answer).toMatchObject({ outcome: 'DATA UPDATED', user: { id } });
    expect(answer.warnings).toEqual([expect.objectContaining({ code: 'POSSIBLE_REASSIGNMENT' })]);
    expect((await tenant.sis.get('/conflicts')).body.data).toEqual([]);
  });

  it('carries the warnings of the post', async () => {
    await storedMaya();
    const { warnings } = await match({ ...MAYA, externalId: '950777777' });
    expect(warnings).toEqual([expect.objectContaining({ code: 'EXTERNAL_ID_NOT_FOUND' })]);
  });

  it.each<[string, Sent]>([
    ['a new person', { ...MAYA, externalId: 'S-2', email: 'new@test.example.edu' }],
    ['a changed one', { ...MAYA, degree: 'PhD' }],
    ['an unchanged one', MAYA],
    ['a re-keyed one', { ...MAYA, externalId: 'S-1002' }],
  ])('is what the post of %s then does', async (_, sent) => {
    await storedMaya();
    const { outcome, matchedBy, changed } = await match(sent);
    const post = await tenant.sis.post('/users', sent);
    expect({ outcome, matchedBy, changed }).toEqual({ outcome: post.body.message, ...post.body.meta });
  });

  it('is not done', async () => {
    await storedMaya();
    const before = await written();
    await match({ ...MAYA, lastName: 'Lind', programId: 'new-program' });
    await match({ ...MAYA, externalId: 'S-3', email: 'unseen.yet@test.example.edu' });
    expect(await written()).toEqual(before);
  });

  it('would be held beyond a threshold, and says so', async () => {
    tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
    await tenant.sis.post('/users', MAYA);

    const { warnings, changed } = await match({ ...MAYA, accountStatus: 'inactive' });

    expect(warnings).toEqual([expect.objectContaining({ code: 'DEPROVISIONING_HELD' })]);
    expect(changed).toEqual([]);
  });
});

describe('a candidate', () => {
  const unknown = { ...MAYA, externalId: 'T-77', email: 'someone.else@other.example.edu' };

  it.each<[string, Sent, string[]]>([
    ['is misspelled alike', { ...unknown, lastName: 'Okaphor' }, ['lastName sounds']],
    ['has the name without its accents', { ...unknown, firstName: 'Mäya' }, ['firstName same']],
    ['has the names swapped', { ...unknown, firstName: 'Okafor', lastName: 'Maya' }, ['name swapped']],
    ['has two first names', { ...unknown, firstName: 'Maya Ifeoma' }, ['firstName begins']],
    [
      'has another first name of the same last name',
      { ...unknown, firstName: 'Anaya', externalId: 'S-1010' },
      ['lastName same', 'number close'],
    ],
    [
      'has married and changed provider',
      { ...unknown, lastName: 'Lindqvist', email: 'maya.okafor@other.example.edu' },
      ['email localPart', 'firstName same'],
    ],
    [
      'has married, with another number and address',
      { ...unknown, lastName: 'Lindqvist' },
      ['firstName same', 'entry same', 'program same', 'lastName different'],
    ],
    [
      'has come back to another program, with another number and address',
      { ...unknown, yearOfEntry: 2029, monthOfEntry: 1, programId: 'phd', schoolProgram: 'Law' },
      ['lastName same', 'firstName same', 'entry different', 'program different'],
    ],
    ['has two letters of the last name exchanged', { ...unknown, lastName: 'Koafor' }, ['lastName close']],
    [
      'has the number',
      { ...unknown, lastName: 'Xu', firstName: 'Li', externalId: 'S-1001' },
      ['number same'],
    ],
  ])('is a stored person who %s', async (_, sent, expected) => {
    const id = await storedMaya();
    const { candidates } = await match(sent);

    expect(candidates.map(({ user }) => user.id)).toEqual([id]);
    const reasons = candidates[0]?.reasons.map(({ field, agreement }) => `${field} ${agreement}`) ?? [];
    expect(reasons).toEqual(expect.arrayContaining(expected));
  });

  it('may have a name in any script', async () => {
    const stored = { ...MAYA, firstName: '小明', lastName: '王' };
    const id = await storedId(tenant, stored);
    const { candidates } = await match({ ...stored, externalId: 'T-1', email: 'w@other.example.edu' });
    expect(candidates.map(({ user }) => user.id)).toEqual([id]);
  });

  it('is found again under a new name, and no longer under the old one', async () => {
    const id = await storedMaya();
    await tenant.sis.post('/users', { ...MAYA, lastName: 'Lindqvist', firstName: 'Sara' });
    const renamed = await match({ ...unknown, lastName: 'Lindkvist', firstName: 'Sara' });
    expect(renamed.candidates.map(({ user }) => user.id)).toEqual([id]);
    expect((await match(unknown)).candidates).toEqual([]);
  });

  it('is not everyone with the first name or the last name alone', async () => {
    await storedMaya();
    for (const name of [{ lastName: 'Bauer' }, { firstName: 'Tobias' }]) {
      const { candidates } = await match({ ...unknown, ...name, yearOfEntry: 2019 });
      expect({ name, candidates }).toEqual({ name, candidates: [] });
    }
  });

  it('is likely where that is more probable than not, else possible', async () => {
    await storedMaya();
    const bandOf = async (sent: Sent): Promise<unknown> => (await match(sent)).candidates[0]?.band;
    expect(await bandOf({ ...unknown, lastName: 'Okaphor' })).toBe('likely');
    expect(await bandOf({ ...unknown, lastName: 'Lindqvist' })).toBe('possible');
  });

  it('is never linked: a post of the same body makes a new person', async () => {
    const id = await storedMaya();
    const { outcome, candidates } = await match(unknown);
    expect(outcome).toBe('DATA INSERTED');
    expect(candidates.map(({ user }) => user.id)).toEqual([id]);
    expect((await tenant.sis.post('/users', unknown)).body.data['id']).not.toBe(id);
  });

  it('is never of another tenant', async () => {
    await storedId(await service.tenant(), MAYA);
    expect(await match(MAYA)).toMatchObject({ outcome: 'DATA INSERTED', candidates: [] });
  });
});

it('the example of the documents is true', async () => {
  await storedMaya();
  const [, text = ''] = readFileSync('docs/matching.md', 'utf8').split(
    /^## (?:Asking before posting|Candidates)$/m,
  );
  const [sent, answer] = [...text.matchAll(/^```json\n(.*?)^```$/gms)].map(
    ([, json = '']) => JSON.parse(json) as Sent,
  );
  const { body } = await tenant.sis.post('/users/match', sent ?? {});
  expect(body).toEqual(answer);
});

describe('bad input', () => {
  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['an unknown property', { ...MAYA, acountStatus: 'inactive' }],
    ['wrong types', { ...MAYA, yearOfEntry: '2024', firstName: 7 }],
    ['an ID of another account type', { ...MAYA, email: 'x@test.example.edu', externalId: '951000777' }],
    ['an externalId that is a call', { ...MAYA, externalId: 'match' }],
    ['a list', [MAYA]],
  ])('%s is refused as a post of it is', async (_, sent) => {
    const asked = await tenant.sis.post('/users/match', sent);
    const posted = await tenant.sis.post('/users', sent);
    for (const { status } of [asked, posted]) expect(status).toBe(400);
    expect(asked.body.message).toBe(posted.body.message);
    expect(asked.body.error).toEqual(posted.body.error);
  });
});

describe('a name that thousands have', () => {
  let ofNamesakes: TestTenant;
  let watch: StatementWatch;

  beforeAll(async () => {
    ofNamesakes = await service.tenant();
    const crowd = Array.from({ length: NAMESAKES }, (_, index) =>
      person({
        firstName: ['Joan', 'John', 'Jules'][index % 3],
        lastName: 'Smith',
        email: `john.smith@d${index}.example.edu`,
        ...(index % 5 === 0 ? {} : { monthOfEntry: 1 + (index % 12), yearOfEntry: 2000 + (index % 25) }),
      }),
    );
    await ofNamesakes.sis.bulk('/users/bulk', crowd);
    await database.query('ANALYZE TABLE `users`');
    watch = new StatementWatch(database);
  });

  beforeEach(() => {
    tenant = ofNamesakes;
  });

  const john = { firstName: 'John', lastName: 'Smith', accountType: 'Student' };

  it.each<[string, Sent]>([
    ['with an entry', { ...john, email: 'john.smith@x.example.edu', monthOfEntry: 9, yearOfEntry: 2012 }],
    ['without an entry', { ...john, email: 'john.smith@x.example.edu' }],
    ['exchanged letters', { ...john, lastName: 'Msith', email: 'a@x.example.edu', yearOfEntry: 2012 }],
    ['swapped', { ...john, firstName: 'Smith', lastName: 'John', email: 'a@x.example.edu', externalId: 'q' }],
  ])('is read up to a limit: %s', async (_, sent) => {
    watch.statements.length = 0;
    await match(sent);

    const about = watch.statements.filter(({ sql }) => sql.includes('FROM `users`'));
    expect(about.flatMap((one) => fullScansOf(one, (table) => table === 'users'))).toEqual([]);
    expect(Math.max(...about.map(({ read }) => read))).toBeLessThan(MOST_READ);
    expect(about).toHaveLength(1);
  });

  it('is answered with ten people, the nearest entry first', async () => {
    const sent = { ...john, email: 'js@x.example.edu', monthOfEntry: 2, yearOfEntry: 2001 };
    const { candidates } = await match(sent);
    expect(candidates).toHaveLength(10);
    expect(candidates.map(({ user }) => user.firstName)).toEqual(Array.from({ length: 10 }, () => 'John'));
    const confidences = candidates.map(({ confidence }) => confidence);
    expect(confidences).toEqual(confidences.toSorted((one, other) => other - one));
    const entry = expect.objectContaining({ field: 'entry', agreement: 'same' }) as unknown;
    expect(candidates[0]?.reasons).toContainEqual(entry);
  });
});

describe('the metrics', () => {
  it('count calls by outcome', async () => {
    await storedMaya();
    const before = await scrape(service);
    await match(MAYA);
    const after = await scrape(service);
    const growth = (outcome: string): number =>
      after.value('match_calls_total', { outcome }) - before.value('match_calls_total', { outcome });
    expect(MATCH_OUTCOMES.map((outcome) => [outcome, growth(outcome)])).toEqual(
      MATCH_OUTCOMES.map((outcome) => [outcome, outcome === 'DATA UPDATED' ? 1 : 0]),
    );
  });
});

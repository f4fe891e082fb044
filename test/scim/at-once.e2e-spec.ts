import { PersonWriter } from '../../src/scim/people/person-writer.js';
import { person } from '../factories/person.js';
import { atWork, deactivate, enterprise, scimPerson, storedPerson } from '../factories/scim-person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { rowsOf } from '../support/answers.js';
import { connectionForEachTest } from '../support/each-test.js';
import { inOrder } from '../support/in-order.js';
import { type ScimBody, type ScimClient } from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';

/** More than one batch. */
const MANY = 20;

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ service, tenant, scim } = given);
});

const created = (overrides: Record<string, unknown> = {}): Promise<ScimBody> => storedPerson(scim, overrides);

const many = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: MANY }, (_, index) => make(index)));

const titled = (value: string): object[] => [{ op: 'replace', path: 'title', value }];

describe('people who are written at once', () => {
  it('are each answered as themselves, and stored so', async () => {
    const answers = await many((index) => scim.post('/Users', scimPerson({ title: `Tutor ${index}` })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(answers.map(({ body }) => body['title'])).toEqual(answers.map((_, index) => `Tutor ${index}`));

    const patched = await many((index) =>
      scim.patch(`/Users/${answers[index]?.body.id ?? ''}`, titled(`Reader ${index}`)),
    );
    for (const [index, { body }] of patched.entries()) {
      const { id } = answers[index]?.body ?? {};
      expect(body).toMatchObject({ id, title: `Reader ${index}` });
      expect((await scim.get(`/Users/${body.id}`)).body).toEqual(body);
    }
  });

  it('are refused alone, whether by their version, a key of another person or what they lack', async () => {
    const owner = await created(enterprise({ employeeNumber: 'E-1' }));
    const people = await many(() => created());
    const idAt = (index: number): string => people[index]?.id ?? '';
    const [{ value: address }] = owner['emails'] as [{ value: string }];
    const set = (path: string, value: unknown): object[] => [{ op: 'replace', path, value }];
    const wrong = new Map<number, [status: number, ...sent: Parameters<ScimClient['patch']>]>([
      [2, [412, `/Users/${idAt(2)}`, titled('x'), { 'If-Match': 'W/"other"' }]],
      [5, [409, `/Users/${idAt(5)}`, set('userName', owner['userName'])]],
      [8, [409, `/Users/${idAt(8)}`, set('emails[type eq "work"].value', address)]],
      [11, [409, `/Users/${idAt(11)}`, [{ op: 'add', value: enterprise({ employeeNumber: 'E-1' }) }]]],
      [14, [400, `/Users/${idAt(14)}`, [{ op: 'remove', path: 'userName' }]]],
      [17, [404, '/Users/950999999', titled('x')]],
    ]);

    const answers = await many((index) => {
      const [, ...sent] = wrong.get(index) ?? [200, `/Users/${idAt(index)}`, titled('Dr')];
      return scim.patch(...sent);
    });

    expect(answers.map(({ status }) => status)).toEqual(
      people.map((_, index) => wrong.get(index)?.[0] ?? 200),
    );
    for (const [index, one] of people.entries()) {
      const { body } = await scim.get(`/Users/${one.id}`);
      const title = wrong.has(index) ? undefined : 'Dr';
      expect({ index, title: body['title'] }).toEqual({ index, title });
      const isSameVersion = body.meta.version === one.meta.version;
      expect({ index, isSameVersion }).toEqual({ index, isSameVersion: wrong.has(index) });
    }
  });

  it.each<[string, () => Record<string, unknown>]>([
    ['everything alike', () => ({})],
    ['one userName and different addresses', () => scimPerson()],
  ])('with %s are one person', async (_, own) => {
    const sent = scimPerson();
    const { userName } = sent;
    const answers = await many(() => scim.post('/Users', { ...sent, ...own(), userName }));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...statuses.slice(1).map(() => 409)]);
    expect((await scim.get('/Users')).body.totalResults).toBe(1);
  });

  it('change one person one after the other, and none loses the change of another', async () => {
    const { id } = await created();
    const known = ['title', 'nickName', 'locale', 'timezone', 'preferredLanguage', 'displayName'];
    const names = [...known, ...Array.from({ length: MANY }, (_, n) => `x${n}`)];
    const answers = await Promise.all(
      names.map((path) => scim.patch(`/Users/${id}`, [{ op: 'add', path, value: `the ${path}` }])),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { body } = await scim.get(`/Users/${id}`);
    expect(body).toMatchObject(Object.fromEntries(names.map((name) => [name, `the ${name}`])));
  });
});

it('an address that two people are given at once is the one of the first', async () => {
  const [one, other] = [await created(), await created()];
  const given = [{ op: 'replace', path: 'emails', value: atWork('shared@test.example.edu') }];
  const calls = [one, other].map(
    ({ id }) =>
      () =>
        scim.patch(`/Users/${id}`, given),
  );
  const answers = await inOrder(service.app.get(PersonWriter), 'write', calls);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect((await scim.get(`/Users/${other.id}`)).body).toMatchObject({ emails: other['emails'] });
});

it('a person who came from the SIS is adopted, also after many new ones', async () => {
  await many(() => created());
  const sent = person();
  const id = await storedId(tenant, sent);
  const answer = await scim.post('/Users', scimPerson({ emails: atWork(sent['email']) }));
  expect(answer).toMatchObject({ status: 201, body: { id } });
});

it('a person who has left keeps the userName when the one who is to take it is refused', async () => {
  const gone = await created();
  await deactivate(scim, gone.id);
  const owner = await created(enterprise({ employeeNumber: 'E-1' }));
  const taker = await created();
  const conflict = { ...taker, userName: gone['userName'], ...enterprise({ employeeNumber: 'E-1' }) };
  expect((await scim.put(`/Users/${taker.id}`, conflict)).status).toBe(409);
  expect((await scim.get(`/Users/${gone.id}`)).body).toMatchObject({ userName: gone['userName'] });
  expect((await scim.get(`/Users/${owner.id}`)).status).toBe(200);

  const answer = await scim.put(`/Users/${taker.id}`, { ...taker, userName: gone['userName'] });
  expect(answer.status).toBe(200);
  expect((await scim.get(`/Users/${gone.id}`)).status).toBe(404);
});

it('an ID with other characters than letters and digits of ASCII is unknown to every call', async () => {
  const calls = [
    scim.get('/Users/%C3%A9'),
    scim.patch('/Users/%C3%A9', titled('Dr')),
    scim.put('/Users/%C3%A9', scimPerson()),
    scim.delete('/Users/%C3%A9'),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

it('a person who is sent twice at once under one externalId, and has left by the first, is taken back', async () => {
  const sent = scimPerson({ externalId: 'object-1', active: false });
  const { emails: _, ...rest } = sent;
  const emails = atWork('back@test.example.edu');
  const answers = await inOrder(service.app.get(PersonWriter), 'write', [
    () => scim.post('/Users', sent),
    () => scim.post('/Users', { ...rest, emails, active: true }),
  ]);
  const [first, second] = answers.map(({ status, body }) => ({ status, id: body.id }));
  expect(second).toEqual(first);
  expect((await scim.get('/Users')).body.totalResults).toBe(1);
});

it('people whom the SIS and the provider send at once are one person each, and no call fails', async () => {
  const people = Array.from({ length: MANY }, () => person());
  const [ofSis, ofProvider] = await Promise.all([
    Promise.all(people.map((one) => tenant.sis.post('/users', one))),
    Promise.all(people.map(({ email }) => scim.post('/Users', scimPerson({ emails: atWork(email) })))),
  ]);
  expect(ofProvider.map(({ status }) => status)).toEqual(people.map(() => 201));
  expect(ofProvider.map(({ body }) => body.id)).toEqual(ofSis.map(({ body }) => String(body.data['id'])));
});

it('a decision about an address holds also when its owner is changed at once', async () => {
  const { api } = await new Administrators(service).open(tenant, { role: 'application_admin' });
  const [one, owner] = [await created(), await created()];
  const taken = [{ op: 'replace', value: { title: 'Dr', emails: owner['emails'] } }];
  expect((await scim.patch(`/Users/${one.id}`, taken)).status).toBe(409);
  const [conflict] = rowsOf(await api.get('/conflicts'));
  const path = `/conflicts/${String(conflict?.['id'])}/decide`;
  expect((await api.post(path, { decision: 'same_person' })).body.error).toBeUndefined();

  const answers = await Promise.all([
    scim.patch(`/Users/${one.id}`, taken),
    scim.patch(`/Users/${owner.id}`, titled('Prof')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [{ value: email }] = one['emails'] as [{ value: string }];
  expect(await userOf(tenant, one.id)).toMatchObject({ email });
});

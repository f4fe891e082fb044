import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DataSource } from 'typeorm';

import { acceptedForm } from '../factories/approvals.js';
import { successorOf } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import { scimPerson } from '../factories/scim-person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { outcomeOf, type Row, rowsOf } from '../support/answers.js';
import { CANARY, canariesIn } from '../support/canary.js';
import { beginErasure, finishErasures } from '../support/erasures.js';
import { anInbox, decide, idOf, type Inbox, pathOf, soleConflict, takeBack } from '../support/inbox.js';
import { credentialOptions, runFeed } from '../support/run-feed.js';
import { connect } from '../support/scim.js';
import { TestService } from '../support/service.js';

let desk: Inbox;

/** Everything of the person who is erased. */
const ANN = {
  accountType: 'Student',
  externalId: `${CANARY}-1`,
  email: `${CANARY}@test.example.edu`,
  firstName: `${CANARY} Ann`,
  lastName: `${CANARY} Lee`,
  degree: `${CANARY} degree`,
  facultyProfile: null,
  customFields: { note: `${CANARY} note` },
};
const FORMER = { ...ANN, email: `${CANARY}.former@test.example.edu`, externalId: `${CANARY}-0` };

const service = await TestService.ofWorker();

async function openDesk(settings: Parameters<typeof anInbox>[1] = {}): Promise<void> {
  desk = await anInbox(service, settings);
}

const stored = (input: Row): Promise<string> => storedId(desk, input);

async function erase(id: string): Promise<void> {
  await service.settle(desk.tenant);
  await beginErasure(desk.api, id);
  await service.settle(desk.tenant);
  await finishErasures(service);
  expect((await desk.api.get(`/users/${id}/erase`)).body.data['state']).toBe('finished');
}

const traces = (): Promise<Record<string, number>> =>
  canariesIn(service.app.get(DataSource), desk.tenant.tenantId);
const historyOf = async (id: string): Promise<string> =>
  JSON.stringify(rowsOf(await desk.api.get(`/users/${id}/changes`)));

const ndjson = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function fed(rows: readonly Row[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mistakes-'));
  const path = join(folder, 'people.ndjson');
  await writeFile(path, ndjson(rows));
  const { apiKey, apiSecret } = desk.tenant;
  await runFeed([path, ...credentialOptions(service.baseUrl, apiKey, apiSecret)]);
  await rm(folder, { recursive: true });
}

async function sentInThePages(rows: readonly Row[]): Promise<void> {
  const body = `${JSON.stringify({ name: 'people.ndjson' })}\n${ndjson(rows)}`;
  for (const step of ['plan', 'apply'])
    await desk.api.send('POST', `/files/${step}`, body, { 'Content-Type': 'application/octet-stream' });
}

describe('a row that named another person by mistake and was corrected later', () => {
  const BEN = { firstName: 'Ben', lastName: 'Cole', degree: 'MSc', customFields: { note: 'his' } };

  const aBen = (): Row => person({ ...BEN, externalId: 'ben-1' });

  /** @returns the ID of the person who was named by mistake */
  async function corrected(mistake: (ben: Row) => Row, { isAnnFirst = false } = {}): Promise<string> {
    const ben = aBen();
    if (isAnnFirst) await stored(ANN);
    const benId = await stored(ben);
    await desk.sis.post('/users', { ...ben, degree: 'BSc' });
    await desk.sis.post('/users', mistake(ben));
    await desk.sis.post('/users', { ...mistake(ben), degree: `${CANARY} other degree` });
    await desk.sis.post('/users', ben);
    await stored(ANN);
    return benId;
  }

  it.each<[string, (ben: Row) => Row]>([
    ['number', ({ externalId }) => ({ ...ANN, externalId })],
    ['number and address', ({ externalId, email }) => ({ ...ANN, externalId, email })],
    ['address', ({ email }) => ({ ...ANN, email })],
  ])('by %s leaves nothing of the erased person with the other one', async (_, mistake) => {
    await openDesk({ possibleReassignment: 'warn' });
    const benId = await corrected(mistake);
    expect(Object.keys(await traces())).toContain('user_changes.fields');
    expect((await historyOf(benId)).toLowerCase()).toContain(CANARY);
    await erase(await idOf(desk, ANN));
    expect(await traces()).toEqual({});
    const history = await historyOf(benId);
    expect(history.toLowerCase()).not.toContain(CANARY);
    expect(history).toContain('BSc');
    expect(await userOf(desk, benId)).toMatchObject({ ...BEN, lastName: 'Cole' });
  });

  it.each([
    ['the feed', fed],
    ['the pages', sentInThePages],
  ])('in a file of %s leaves nothing of the erased person, refused rows included', async (_, send) => {
    await openDesk({ possibleReassignment: 'warn' });
    const ben = aBen();
    await send([ben]);
    await send([{ ...ANN, externalId: ben['externalId'], email: ben['email'] }]);
    await send([ben, { ...ANN, accountType: 'Guest' }, ANN]);
    await service.settle(desk.tenant);
    const found = Object.keys(await traces());
    expect(found).toEqual(expect.arrayContaining(['user_changes.fields', 'failed_rows.externalId']));
    await erase(await idOf(desk, ANN));
    expect(await traces()).toEqual({});
    expect(await userOf(desk, 'ben-1')).toMatchObject({ ...BEN, lastName: 'Cole' });
  });

  it('is forgotten in a question that waits, and the other person is the same', async () => {
    await openDesk({ possibleReassignment: 'hold' });
    const benId = await corrected(({ externalId }) => ({ ...ANN, email: FORMER.email, externalId }));
    await stored({ ...ANN, email: FORMER.email });
    await stored(ANN);
    const { id } = await soleConflict(desk);
    await erase(await idOf(desk, ANN));
    expect(await traces()).toEqual({});
    expect((await desk.api.get(`/conflicts/${String(id)}`)).body.data).toMatchObject({ offered: ['ignore'] });
    expect((await desk.sis.get(pathOf(benId))).status).toBe(200);
  });

  it('is forgotten in a question that has no more of the erased person than a short number', async () => {
    await openDesk({ possibleReassignment: 'warn' });
    const ben = aBen();
    const short = { ...ANN, externalId: 'A7' };
    await stored(ben);
    await desk.sis.post('/users', { ...short, email: ben['email'] });
    await desk.sis.post('/users', ben);
    await desk.sis.post('/users', { ...ben, email: 'ben.moved@test.example.edu' });
    await stored(short);
    await erase(await idOf(desk, short));
    expect(await traces()).toEqual({});
  });

  it('is no question in which another text is the same as a number of the erased person', async () => {
    await openDesk({ possibleReassignment: 'hold' });
    const input = aBen();
    await stored(input);
    await stored(successorOf(input, { customFields: { cohort: '2024' } }));
    const { id } = await soleConflict(desk);
    await erase(await stored({ ...ANN, externalId: '2024' }));
    expect((await decide(desk, id, 'another_person')).status).toBe(200);
  });

  it('is not what an approved correction waits for', async () => {
    await openDesk({ possibleReassignment: 'off', awaitSourceDays: 30 });
    const ben = aBen();
    const benId = await stored(ben);
    await stored({ ...ben, email: ANN.email, firstName: ANN.firstName, lastName: ANN.lastName });
    await acceptedForm(desk.tenant, benId, { firstName: 'Ben', lastName: 'Cole', email: ben['email'] });
    await stored(ANN);
    await erase(await idOf(desk, ANN));
    expect(await traces()).toEqual({});
    expect(await userOf(desk, benId)).toMatchObject({ firstName: 'Ben', lastName: 'Cole' });
  });

  it('of an identity provider leaves nothing in what is kept for the connection', async () => {
    await openDesk();
    const { scim } = await connect(service, desk.tenant);
    const ben = scimPerson({ name: { givenName: 'Ben', familyName: 'Cole' } });
    const benId = (await scim.post('/Users', ben)).body.id;
    const { email } = await userOf(desk, benId);
    const mistake = scimPerson({
      userName: ben['userName'],
      externalId: ben['externalId'],
      name: { givenName: ANN.firstName, familyName: ANN.lastName },
      emails: [{ value: ANN.email, type: 'work', primary: true }],
      nickName: `${CANARY} nick`,
    });
    expect((await scim.put(`/Users/${benId}`, mistake)).status).toBe(200);
    await stored(person({ externalId: benId, email, firstName: 'Ben', lastName: 'Cole' }));
    await stored(ANN);
    expect(Object.keys(await traces())).toContain('scim_links.kept');
    await erase(await idOf(desk, ANN));
    expect(await traces()).toEqual({});
    expect((await scim.get(`/Users/${benId}`)).body).toMatchObject({
      name: { givenName: 'Ben', familyName: 'Cole' },
      emails: [{ value: email }],
    });
  });

  it('leaves what a namesake was called before', async () => {
    await openDesk({ possibleReassignment: 'off' });
    const namesake = person({ firstName: 'Wei', lastName: 'Wang', externalId: 'wang-2' });
    const id = await stored(namesake);
    await stored({ ...namesake, lastName: 'Wang-Meier', degree: 'PhD' });
    const before = await historyOf(id);
    expect(before).toContain('Wang-Meier');
    await erase(await stored(person({ firstName: 'Wei', lastName: 'Wang', externalId: 'wang-1' })));
    expect(await historyOf(id)).toBe(before);
  });
});

describe('a person who was erased', () => {
  /** Has had another address and another number. */
  async function renamed(): Promise<string> {
    const id = await stored(FORMER);
    await stored({ ...FORMER, email: ANN.email });
    await stored(ANN);
    return id;
  }

  it('comes back by no former address or number, by no door', async () => {
    await openDesk({ possibleReassignment: 'off', adoptByEmail: 'always' });
    const { scim } = await connect(service, desk.tenant);
    const linked = scimPerson({
      userName: `${CANARY}.name@test.example.edu`,
      emails: [{ value: FORMER.email, type: 'work', primary: true }],
    });
    const id = await renamed();
    await scim.post('/Users', { ...linked, emails: [{ value: ANN.email, type: 'work', primary: true }] });
    const other = await scim.post('/Users', scimPerson());
    await erase(id);
    expect(await traces()).toEqual({});

    const unrelated = { email: 'else@test.example.edu', externalId: 'else-1' };
    for (const keys of [
      { email: FORMER.email, externalId: 'else-1' },
      { ...unrelated, externalId: FORMER.externalId },
      { email: String(linked['userName']), externalId: 'else-1' },
    ]) {
      const input = person({ ...keys, firstName: `${CANARY} A` });
      expect(outcomeOf(await desk.sis.post('/users', input))).toEqual([409, 'ERASED']);
      const [line] = await desk.sis.bulk('/users/bulk', [input]);
      expect(line).toMatchObject({ error: { code: 'ERASED' } });
      const [planned] = await desk.sis.bulk('/users/bulk?dryRun=true', [input]);
      expect(planned).toMatchObject({ error: { code: 'ERASED' } });
    }
    for (const userName of [ANN.email, FORMER.email, String(linked['userName'])]) {
      const input = scimPerson({ userName });
      const refused = { status: 409, body: { scimType: 'uniqueness' } };
      expect(await scim.post('/Users', input)).toMatchObject(refused);
      const path = `/Users/${other.body.id}`;
      expect((await scim.put(path, input)).status).toBe(409);
      expect((await scim.patch(path, [{ op: 'replace', path: 'userName', value: userName }])).status).toBe(
        409,
      );
    }
    await service.settle(desk.tenant);
    expect(await traces()).toEqual({});
    expect(rowsOf(await desk.api.get('/conflicts?kind=erased'))).toMatchObject([{ userId: id }]);
  });

  it('comes back by no question that waits, before the background work and after it', async () => {
    await openDesk({ possibleReassignment: 'hold' });
    await stored(person({ firstName: 'Ben', lastName: 'Cole', externalId: 'ben-1' }));
    await desk.sis.post('/users', { ...FORMER, externalId: 'ben-1' });
    const { id: conflictId } = await soleConflict(desk);
    const id = await renamed();
    await beginErasure(desk.api, id);
    expect((await decide(desk, conflictId, 'another_person')).status).toBe(409);
    await finishErasures(service);
    expect((await decide(desk, conflictId, 'another_person')).status).toBe(409);
    expect(await traces()).toEqual({});
  });

  it('comes back by no decision that is taken back', async () => {
    await openDesk({ possibleReassignment: 'hold' });
    const ben = person({ firstName: 'Ben', externalId: 'ben-1', degree: 'MSc', customFields: {} });
    const benId = await stored(ben);
    await desk.sis.post('/users', { ...FORMER, externalId: 'ben-1' });
    const { id: conflictId } = await soleConflict(desk);
    await decide(desk, conflictId, 'same_person');
    await stored(ben);
    const id = await renamed();
    await erase(id);
    await takeBack(desk, conflictId);
    expect(await traces()).toEqual({});
    expect(await userOf(desk, benId)).toMatchObject({ firstName: 'Ben' });
  });

  it('does not keep an address from the person to whom it was given', async () => {
    await openDesk({ possibleReassignment: 'off' });
    const id = await renamed();
    const heir = person({ email: FORMER.email, firstName: 'Eva', lastName: 'Ruiz' });
    const heirId = await stored(heir);
    await erase(id);
    expect(await stored({ ...heir, degree: 'PhD' })).toBe(heirId);
  });
});

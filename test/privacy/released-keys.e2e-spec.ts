import { person } from '../factories/person.js';
import { scimPerson } from '../factories/scim-person.js';
import { storedId } from '../factories/stored-people.js';
import { Administrators, type OpenBrowser } from '../support/administrators.js';
import { problemsOf, outcomeOf, rowsOf } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { beginErasure, eraseToTheEnd, finishErasures } from '../support/erasures.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';
import { command } from '../support/terminal.js';

let tenant: TestTenant;
let admin: OpenBrowser;

/** The person who is erased, with a number and an address of before. */
const FORMER = person({ externalId: 'ann-0', email: 'ann.former@test.example.edu' });
const ANN = { ...FORMER, externalId: 'ann-1', email: 'ann@test.example.edu' };
const EMAIL = { kind: 'email', value: 'Ann@test.example.edu' };
const NUMBER = { kind: 'legacyNumber', value: 'ann-1' };

const service = await TestService.ofWorker();
const admins = new Administrators(service);

beforeEach(async () => {
  tenant = await service.tenant();
  admin = await admins.open(tenant);
});

/** Stores the person with the former address and number, then with the present ones. @returns the ID */
async function stored({ sis }: TestTenant): Promise<string> {
  await sis.post('/users', FORMER);
  await sis.post('/users', { ...FORMER, email: ANN.email });
  return storedId({ sis }, ANN);
}

async function erased(): Promise<string> {
  const id = await stored(tenant);
  await eraseToTheEnd(service, admin.api, id);
  return id;
}

const release = (id: string, key: object, { api } = admin): Promise<Answer<Body>> =>
  api.post(`/users/${id}/erase/release`, key);

/** Which of the person's keys are refused in a row of another person. */
async function refusedKeys({ sis }: TestTenant): Promise<unknown[]> {
  const rows = [
    ...[ANN.email, FORMER['email']].map((email) => ({ key: email, row: person({ email }) })),
    ...[ANN.externalId, FORMER['externalId']].map((key) => ({ key, row: person({ externalId: key }) })),
  ];
  const answers = await sis.bulk(
    '/users/bulk?dryRun=true',
    rows.map(({ row }) => row),
  );
  return rows.flatMap(({ key }, line) =>
    (answers[line]?.['error'] as { code?: string } | undefined)?.code === 'ERASED' ? [key] : [],
  );
}

describe('an address or number of an erased person that is released', () => {
  it.each([
    ['an address', EMAIL, person({ email: ANN.email, firstName: 'Eva' })],
    ['a number', NUMBER, person({ externalId: ANN.externalId, firstName: 'Eva' })],
  ])('lets its owner in: %s', async (_, key, owner) => {
    const id = await erased();
    expect(outcomeOf(await tenant.sis.post('/users', owner))).toEqual([409, 'ERASED']);
    expect((await release(id, key)).body).toEqual({ success: true, message: 'RELEASED' });
    expect((await tenant.sis.post('/users', owner)).status).toBe(201);
  });

  it('lets its owner in by SCIM', async () => {
    const { scim } = await connect(service, tenant);
    const owner = scimPerson({ userName: ANN.email });
    const id = await erased();
    expect((await scim.post('/Users', owner)).status).toBe(409);
    await release(id, EMAIL);
    expect((await scim.post('/Users', owner)).status).toBe(201);
  });

  it('is the only one: the others and the ID are refused as before', async () => {
    const id = await erased();
    const others = [FORMER['email'], ANN.externalId, FORMER['externalId']];
    expect(await refusedKeys(tenant)).toEqual([ANN.email, ...others]);
    await release(id, EMAIL);
    expect(await refusedKeys(tenant)).toEqual(others);
    expect(outcomeOf(await tenant.sis.post('/users', person({ externalId: id })))).toEqual([409, 'ERASED']);
  });

  it('is no key of another university', async () => {
    const other = await service.tenant();
    const { api } = await admins.open(other);
    await beginErasure(api, await stored(other));
    const id = await erased();
    await release(id, EMAIL);
    expect(await refusedKeys(other)).toContain(ANN.email);
  });

  it('is released by the terminal, too', async () => {
    const id = await erased();
    const values = { tenant: tenant.tenantId };
    await expect(command(service, `person release ${id}`, values)).rejects.toThrow('Give one of');
    await command(service, `person release ${id}`, { ...values, email: ANN.email });
    await command(service, `person release ${id}`, { ...values, number: FORMER['externalId'] as string });
    expect(await refusedKeys(tenant)).toEqual([FORMER['email'], ANN.externalId]);
  });

  it('is shown by the audit log without the address', async () => {
    const id = await erased();
    await release(id, EMAIL);
    const [entry] = rowsOf(await admin.api.get(`/audit?target=user:${id}`));
    const { actor } = admin;
    const released = { action: 'user.tombstone-released', actor, before: null, after: { kind: 'email' } };
    expect(entry).toMatchObject(released);
  });
});

describe('the release of an address or number', () => {
  it('is named by the refusal of its owner', async () => {
    const id = await erased();
    const { body } = await tenant.sis.post('/users', person({ email: ANN.email }));
    expect(body.message).toContain(`POST /api/v1/admin/users/${id}/erase/release`);
  });

  it.each([
    ['an address that the person never had', { kind: 'email', value: 'else@test.example.edu' }],
    ['a number as an address', { kind: 'email', value: ANN.externalId }],
    ['an address as a number', { kind: 'legacyNumber', value: ANN.email }],
  ])('is refused for %s', async (_, key) => {
    const id = await erased();
    expect(outcomeOf(await release(id, key))).toEqual([404, 'NOT_FOUND']);
    expect(await refusedKeys(tenant)).toHaveLength(4);
  });

  it('is refused the second time', async () => {
    const id = await erased();
    await release(id, NUMBER);
    expect(outcomeOf(await release(id, NUMBER))).toEqual([404, 'NOT_FOUND']);
  });

  it('is refused for the ID, which stays taken', async () => {
    const id = await erased();
    const answer = await release(id, { kind: 'legacyNumber', value: id });
    expect(outcomeOf(answer)).toEqual([409, 'INVALID_TRANSITION']);
  });

  it('is refused for a user who was not erased', async () => {
    const id = await stored(tenant);
    expect(outcomeOf(await release(id, EMAIL))).toEqual([404, 'NOT_FOUND']);
    expect(outcomeOf(await release('ann-1', EMAIL))).toEqual([404, 'NOT_FOUND']);
  });

  it('is refused until the erasure is finished, which would erase data of the owner', async () => {
    const id = await stored(tenant);
    await beginErasure(admin.api, id);
    expect(outcomeOf(await release(id, EMAIL))).toEqual([409, 'INVALID_TRANSITION']);
    await finishErasures(service);
    expect((await release(id, EMAIL)).status).toBe(200);
  });

  it('is refused to auditors, and by another university', async () => {
    const id = await erased();
    const auditor = await admins.open(tenant, { role: 'application_auditor' });
    expect(outcomeOf(await release(id, EMAIL, auditor))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const otherAdministrator = await admins.open(await service.tenant());
    expect(outcomeOf(await release(id, EMAIL, otherAdministrator))).toEqual([404, 'NOT_FOUND']);
    expect(await refusedKeys(tenant)).toHaveLength(4);
  });

  it.each([
    [{ kind: 'email' }, 'value'],
    [{ value: 'ann-1' }, 'kind'],
    [{ kind: 'name', value: 'Ann' }, 'kind'],
  ])('needs both what it is and its text: %j', async (key, field) => {
    expect(problemsOf(await release(await erased(), key))).toEqual([400, field]);
  });
});

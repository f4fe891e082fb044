import { person } from '../../factories/person.js';
import { enterprise, scimPerson } from '../../factories/scim-person.js';
import { connectionForEachTest } from '../../support/each-test.js';
import { EXTENSION, type ScimClient } from '../../support/scim.js';
import type { TestTenant } from '../../support/service.js';

// Rules about what is sent hold at every door by which people and events come in.

const JSON_TYPE = { 'Content-Type': 'application/json' };

let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ tenant, scim } = given);
});

/** The document with its first key once more at its end. */
function withKeyTwice(value: object): string {
  const [[key, first] = []] = Object.entries(value) as [string, unknown][];
  return `${JSON.stringify(value).slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(first)}}`;
}

async function people(): Promise<unknown> {
  return (await scim.get('/Users')).body.totalResults;
}

describe('a key that stands twice in an object', () => {
  const twice = (field: string): object => ({ field, code: 'isOnce' });

  it('is refused in a post and in a line of a bulk, with its name', async () => {
    const text = withKeyTwice(person());
    const { status, body } = await tenant.sis.send('POST', '/users', text, JSON_TYPE);
    expect({ status, details: body.error.details }).toMatchObject({ status: 400, details: [twice('email')] });
    const [line] = await tenant.sis.bulk('/users/bulk', [text]);
    expect(line).toMatchObject({ success: false, error: { details: [twice('email')] } });
    expect(await people()).toBe(0);
  });

  it('is refused deep in a document too', async () => {
    const text = JSON.stringify(person({ customFields: { a: [{}] } })).replace('{}', '{"b":1,"b":2}');
    const { status, body } = await tenant.sis.send('POST', '/users', text, JSON_TYPE);
    expect({ status, details: body.error.details }).toMatchObject({
      status: 400,
      details: [twice('customFields.a[0].b')],
    });
  });

  it('is refused over SCIM', async () => {
    const { status, body } = await scim.send('POST', '/Users', withKeyTwice(scimPerson()));
    expect({ status, detail: body.detail }).toMatchObject({
      status: 400,
      detail: expect.stringContaining('stands twice') as unknown,
    });
    expect(await people()).toBe(0);
  });

  it('is refused of a submission', async () => {
    const text = withKeyTwice({ formType: 'x', studentId: 'S-1', fields: {} });
    const { status, body } = await tenant.workflow.send('PUT', '/submissions/sub-1', text, JSON_TYPE);
    expect({ status, details: body.error.details }).toMatchObject({
      status: 400,
      details: [twice('formType')],
    });
  });
});

describe('customFields of more than 500 members', () => {
  const customFields = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`c${index}`, 'x']));
  const tooMany = 'must have at most 500 members';
  const named = [expect.objectContaining({ field: 'customFields', message: `customFields ${tooMany}` })];

  it('are refused in a post, in a line of a bulk and over SCIM, with the name of the field', async () => {
    const { status, body } = await tenant.sis.post('/users', person({ customFields }));
    expect({ status, details: body.error.details }).toEqual({ status: 400, details: named });
    const [line] = await tenant.sis.bulk('/users/bulk', [person({ customFields })]);
    expect(line).toMatchObject({ success: false, error: { details: named } });
    const sent = scimPerson({ [EXTENSION]: { customFields: JSON.stringify(customFields) } });
    const refused = await scim.post('/Users', sent);
    expect({ status: refused.status, detail: refused.body.detail }).toEqual({
      status: 400,
      detail: expect.stringContaining(`customFields ${tooMany}`) as unknown,
    });
    expect(await people()).toBe(0);
  });

  it('are refused of a submission, as its fields', async () => {
    const submission = { formType: 'x', studentId: 'S-1', fields: customFields };
    const { status, body } = await tenant.workflow.send(
      'PUT',
      '/submissions/sub-1',
      JSON.stringify(submission),
      JSON_TYPE,
    );
    expect({ status, message: body.error.details?.[0]?.message }).toEqual({
      status: 400,
      message: `fields ${tooMany}`,
    });
  });
});

describe('an address of a mobile network of Japan', () => {
  it.each(['ann..lee@docomo.example.jp', 'ann.@docomo.example.jp'])(
    '%s is stored as it is by every door, and finds its person',
    async (email) => {
      const { status, body } = await tenant.sis.post('/users', person({ email, externalId: undefined }));
      expect({ status, email: body.data.email }).toEqual({ status: 201, email });
      const [line] = await tenant.sis.bulk('/users/bulk', [person({ email, externalId: undefined })]);
      expect(line).toMatchObject({ success: true, id: body.data.id });
      const sent = scimPerson({ userName: email, emails: [{ value: email, primary: true }] });
      const { body: linked } = await scim.post('/Users', sent);
      expect(linked).toMatchObject({ id: body.data.id, userName: email });
    },
  );
});

describe('what stands in the place of a key', () => {
  it.each(['#N/A', 'NULL', '1.23457E+11'])('%s is no externalId, and makes no person', async (externalId) => {
    const { status, body } = await tenant.sis.post('/users', person({ externalId }));
    const named = [expect.objectContaining({ field: 'externalId' })];
    expect({ status, details: body.error.details }).toEqual({ status: 400, details: named });
    const [line] = await tenant.sis.bulk('/users/bulk', [person({ externalId })]);
    expect(line).toMatchObject({ success: false, error: { details: named } });
    const sent = scimPerson(enterprise({ employeeNumber: externalId }));
    expect((await scim.post('/Users', sent)).status).toBe(400);
    expect(await people()).toBe(0);
  });
});

it('a line end of another system within a text is stored as a line feed', async () => {
  const facultyProfile = { expertiseNotes: 'First line\r\nSecond line\rThird line' };
  const sent = person({ accountType: 'Faculty', facultyProfile });
  const id = String((await tenant.sis.post('/users', sent)).body.data['id']);
  const { body } = await tenant.sis.get(`/users/${id}`);
  expect(body.data).toMatchObject({
    facultyProfile: { expertiseNotes: 'First line\nSecond line\nThird line' },
  });
});

import { jest } from '@jest/globals';

import { scimPerson } from '../factories/scim-person.js';
import { fc } from '../support/fast-check.js';
import { hostileJson, hostilePart } from '../support/hostile-values.js';
import { seedOf } from '../support/random.js';
import { connect, PATCH_OP, type ScimAnswer } from '../support/scim.js';
import { TestService } from '../support/service.js';

/** `ATTACK_RUNS=20 ATTACK_SEED=1 npm test -- test/scim/hostile.e2e-spec.ts` tries more, or again. */
const numRuns = 15 * Number(process.env['ATTACK_RUNS'] ?? 1);
const seed = seedOf('ATTACK');

// The more runs, the longer.
jest.setTimeout(30_000 + numRuns * 1_000);
const INSIDE = /node_modules|\bat \S+ \(|\.[jt]s:\d+|\bER_[A-Z]{3}|QueryFailed/;

const service = await TestService.ofWorker();
const { scim } = await connect(service, await service.tenant());
const id = (await scim.post('/Users', scimPerson())).body.id;
const group = (await scim.post('/Groups', { displayName: 'Tutors' })).body.id;

/** An answer is a resource or an error in SCIM's shape, and never a failure of the service. */
function mustHold(sent: string, { status, headers, body, text }: ScimAnswer): void {
  const problem =
    status >= 500
      ? 'the service failed'
      : INSIDE.test(text)
        ? 'it shows our inside'
        : text !== '' && headers.get('content-type') !== 'application/scim+json; charset=utf-8'
          ? 'another media type'
          : status >= 400 && (body.status !== String(status) || !/^\S[^]*\.$/.test(body.detail))
            ? 'no error of SCIM'
            : undefined;
  if (problem !== undefined)
    throw new Error(`${problem}\nsent: ${sent.slice(0, 500)}\ncame: ${status} ${text.slice(0, 500)}`);
}

async function attack(
  values: fc.Arbitrary<string>,
  send: (value: string) => [sent: string, answer: Promise<ScimAnswer>],
): Promise<void> {
  const attempt = async (value: string): Promise<void> => {
    const [sent, answer] = send(value);
    mustHold(sent, await answer);
  };
  await fc.assert(fc.asyncProperty(values, attempt), { numRuns, seed });
}

const NAMES = [
  'schemas',
  'userName',
  'externalId',
  'name',
  'displayName',
  'emails',
  'active',
  'userType',
  'roles',
  'title',
  'groups',
  'meta',
  'id',
  '__proto__',
  'constructor',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  'urn:integration-api:scim:schemas:2.0:User',
  'urn:x:y',
];
const EXTENSION = 'urn:integration-api:scim:schemas:2.0:User';
const FIELDS = ['customFields', 'yearOfEntry', 'userTags', 'isExternal', 'domain', 'leaveUntil', 'programId'];

/** Composing them takes the square of their number, some seconds in which the service answers no one. */
const MARKS = '\u0301\u0323'.repeat(15_000);

it.each<[string, () => Promise<ScimAnswer>]>([
  [
    'an address',
    () => scim.post('/Users', scimPerson({ emails: [{ value: `a${MARKS}@test.example.edu` }] })),
  ],
  ['a filter by address', () => searched(`emails.value eq "${MARKS}"`)],
  ['a filter by a text', () => searched(`title eq "${MARKS}"`)],
])('30,000 marks on one letter in %s are answered without composing them', async (_, send) => {
  const normalize = jest.spyOn(String.prototype, 'normalize');
  const { status } = await send();
  const lengths = normalize.mock.contexts.map((text) => String(text).length);
  normalize.mockRestore();
  expect(status).toBeLessThan(500);
  expect(Math.max(0, ...lengths)).toBeLessThan(MARKS.length);
});

function searched(filter: string): Promise<ScimAnswer> {
  return scim.post('/Users/.search', { filter });
}

describe('whatever stands', () => {
  it.each(NAMES)('in %s of a person, the answer is a resource or an error', async (name) => {
    await attack(hostileJson, (json) => {
      const known = JSON.stringify(scimPerson({ [name]: undefined })).slice(1, -1);
      const body = `{${known},${JSON.stringify(name)}:${json}}`;
      return [body, scim.send('POST', '/Users', body)];
    });
    await attack(hostileJson, (json) => {
      const body = `{"userName":"ann",${JSON.stringify(name)}:${json}}`;
      return [body, scim.send('PUT', `/Users/${id}`, body)];
    });
  });

  it.each(FIELDS)('in %s of the extension', async (name) => {
    await attack(hostileJson, (json) => {
      const body = `{"userName":"ann","${EXTENSION}":{"${name}":${json}}}`;
      return [body, scim.send('PUT', `/Users/${id}`, body)];
    });
  });

  it.each(['op', 'path', 'value'])('in %s of an operation', async (part) => {
    for (const path of ['emails[type eq "work"].value', 'name', 'members', EXTENSION])
      await attack(hostileJson, (json) => {
        const operation = { op: 'replace', path, value: 'x' };
        const others = JSON.stringify({ ...operation, [part]: undefined }).slice(1, -1);
        const body = `{"schemas":["${PATCH_OP}"],"Operations":[{${others},"${part}":${json}}]}`;
        const at = path === 'members' ? `/Groups/${group}` : `/Users/${id}`;
        return [body, scim.send('PATCH', at, body)];
      });
  });

  it.each(['displayName', 'members', 'externalId', 'schemas', 'x'])('in %s of a group', async (name) => {
    await attack(hostileJson, (json) => {
      const body = `{"displayName":"Tutors",${JSON.stringify(name)}:${json}}`;
      return [body, scim.send('PUT', `/Groups/${group}`, body)];
    });
  });

  it.each(['Operations', 'failOnErrors'])('in %s of a bulk request', async (name) => {
    await attack(hostileJson, (json) => {
      const body = `{"${name}":${json},"x":[]}`;
      return [body, scim.send('POST', '/Bulk', body)];
    });
    for (const part of ['method', 'path', 'bulkId', 'data', 'version'])
      await attack(hostileJson, (json) => {
        const operation = { method: 'PUT', path: `/Users/${id}`, bulkId: 'a', data: {}, [part]: undefined };
        const others = JSON.stringify(operation).slice(1, -1);
        const body = `{"Operations":[{${others},"${part}":${json}}]}`;
        return [body, scim.send('POST', '/Bulk', body)];
      });
  });

  it.each([
    'filter',
    'startIndex',
    'count',
    'cursor',
    'sortBy',
    'sortOrder',
    'attributes',
    'excludedAttributes',
    'x',
  ])('in the parameter %s', async (name) => {
    for (const at of ['/Users', '/Groups', `/Users/${id}`, '/Schemas'])
      await attack(hostilePart, (part) => [part, scim.get(`${at}?${name}=${part}`)]);
    for (const at of ['/Users/.search', '/Groups/.search'])
      await attack(hostileJson, (json) => {
        const body = `{"${name}":${json}}`;
        return [body, scim.send('POST', at, body)];
      });
  });

  it('in a filter', async () => {
    const word = fc.constantFrom(
      ...[
        'userName',
        'active',
        'emails',
        '[',
        ']',
        '(',
        ')',
        'and',
        'or',
        'not',
        'eq',
        'co',
        'gt',
        'pr',
        'null',
      ],
      ...[
        '"a"',
        '"\\u0000"',
        '"%"',
        "'",
        '1',
        'true',
        'meta.lastModified',
        '"2026-01-01"',
        '.value',
        'id',
        '"é"',
      ],
    );
    const filters = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    await attack(filters, (filter) => [filter, scim.get(`/Users?filter=${encodeURIComponent(filter)}`)]);
    await attack(filters, (filter) => [filter, scim.get(`/Groups?filter=${encodeURIComponent(filter)}`)]);
  });

  it('in a path', async () => {
    for (const at of ['/Users', '/Groups', '/Schemas', '/ResourceTypes'])
      await attack(hostilePart, (part) => [part, scim.get(`${at}/${part}`)]);
  });

  it('in the headers of versions', async () => {
    const values = fc.constantFrom('*', 'W/', '""', ',,,', 'W/"1"', 'x'.repeat(5000), "'", '"a", "b"');
    await attack(values, (value) => [value, scim.get(`/Users/${id}`, { 'If-None-Match': value })]);
    await attack(values, (value) => [value, scim.put(`/Users/${id}`, scimPerson(), { 'If-Match': value })]);
  });

  it('the prototypes of objects stay as they are', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

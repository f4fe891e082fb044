import { Validator } from '@seriousme/openapi-schema-validator';

import { describeApplication } from '../../../src/bootstrap.js';
import { ACCESS } from '../../../src/http/access.js';
import { RouteTable } from '../../../src/http/server/route-table.js';
import { CsrfTokenMissing, NotLoggedIn } from '../../../src/errors/auth.errors.js';
import { RouteNotFound } from '../../../src/errors/request.errors.js';
import { person } from '../../factories/person.js';
import { aSubmission } from '../../factories/submissions.js';
import { Administrators } from '../../support/administrators.js';
import {
  documentOf,
  type DocumentedOperation,
  type Media,
  resolve,
  type Schema,
  textsIn,
} from '../../support/operations.js';
import { TestService } from '../../support/service.js';

const USERS = '/api/v1/integration/users';
const BOTH_HEADERS = [{ 'X-Service-API-Key': [], 'X-Service-API-Secret': [] }];
const STATUSES_OF_EVERY_CALL = ['401', '403', '429', '500', '503'];
/** It has no body. */
const NOT_MODIFIED = '304';
const ADMINISTRATION = '/api/v1/admin/';
const SESSION_COOKIE = { Session: [] };
const CSRF_TOKEN = { 'X-CSRF-Token': [] };

const service = await TestService.ofWorker();
const document = await documentOf(service.anonymous());
/** Every route with its documentation. */
const calls = service.app
  .get(RouteTable)
  .list()
  // Calls of identity providers are in a document of their own.
  .filter(({ path }) => !/^\/(scim|oauth)\//.test(path))
  .map(({ method, path, handler, controller }) => ({
    name: `${method} ${path}`,
    /** Whether it requires an API key. */
    isGuarded: path.startsWith('/api/v1/') && !path.startsWith(ADMINISTRATION),
    access: (Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller)) as unknown,
    operation: document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()],
  }));

function operationOf(method: string, path: string): DocumentedOperation {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`${method} ${path} is not documented`);
  return operation;
}

const hasExample = ({ example, examples }: Media): boolean =>
  example !== undefined || Object.keys(examples ?? {}).length > 0;

/** 303: a browser is redirected. */
const succeeds = (status: string): boolean => status.startsWith('2') || status === '303';

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(document as unknown as Record<string, unknown>);
    expect(result).toMatchObject({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('describes every route of the service and no other', () => {
    const missing = calls.filter(({ operation }) => operation === undefined).map(({ name }) => name);
    expect(missing).toEqual([]);
    const documented = Object.values(document.paths).flatMap((path) => Object.keys(path));
    expect(documented).toHaveLength(calls.length);
  });

  it('asks for the session on calls of the administration, and for its token where something changes', () => {
    const administration = calls.filter(({ name }) => name.includes(` ${ADMINISTRATION}`));
    expect(administration.length).toBeGreaterThan(5);
    for (const { name, access, operation } of administration) {
      const needed = name.startsWith('GET') ? SESSION_COOKIE : { ...SESSION_COOKIE, ...CSRF_TOKEN };
      const security = access === 'public' ? [] : [needed];
      expect({ name, security: operation?.security, tags: operation?.tags }).toEqual({
        name,
        security,
        tags: ['Administration'],
      });
    }
  });

  it('shows the refusals of a session, not those of an API key, on calls of the administration', () => {
    const { responses } = operationOf('delete', '/api/v1/admin/session');
    expect(Object.keys(responses).sort()).toEqual(['200', '401', '403', '500', '503']);
    const shown = (status: string): unknown =>
      Object.values(responses[status]?.content?.['application/json']?.examples ?? {}).map(
        ({ value }) => value,
      );
    expect(shown('401')).toMatchObject([{ message: new NotLoggedIn().message }]);
    expect(shown('403')).toMatchObject([{ message: new CsrfTokenMissing().message }]);
  });

  it('says that a call without credentials needs none, and that monitoring may send its token', () => {
    const open = calls.filter(({ access }) => access === 'public');
    const others = open.filter(({ operation }) => JSON.stringify(operation?.security) !== '[]');
    expect(others.map(({ name, operation }) => [name, operation?.security])).toEqual([
      ['GET /health/alerts', [{ MonitoringToken: [] }, {}]],
    ]);
    expect(open.length).toBeGreaterThan(10);
  });

  it('asks for both credential headers, together, on every call of the API', () => {
    const guarded = calls.filter(({ isGuarded }) => isGuarded);
    expect(guarded.map(({ name, operation }) => [name, operation?.security])).toEqual(
      guarded.map(({ name }) => [name, BOTH_HEADERS]),
    );
    expect(document.components.securitySchemes).toEqual({
      MonitoringToken: expect.objectContaining({ type: 'http', scheme: 'bearer' }) as unknown,
      Session: expect.objectContaining({ in: 'cookie', name: '__Host-integration_session' }) as unknown,
      'X-CSRF-Token': expect.objectContaining({ in: 'header', name: 'X-CSRF-Token' }) as unknown,
      'X-Service-API-Key': { type: 'apiKey', in: 'header', name: 'X-Service-API-Key' },
      'X-Service-API-Secret': { type: 'apiKey', in: 'header', name: 'X-Service-API-Secret' },
    });
  });

  it('shows an example of every body', () => {
    const without = calls
      .filter(({ operation }) => !Object.values(operation?.requestBody?.content ?? {}).every(hasExample))
      .map(({ name }) => name);
    expect(without).toEqual([]);
    expect(Object.keys(operationOf('post', USERS).requestBody?.content ?? {})).toEqual(['application/json']);
  });

  it('shows an example of a success and of every refusal', () => {
    const without = calls.flatMap(({ name, operation }) =>
      Object.entries(operation?.responses ?? {})
        .filter(([status]) => status !== NOT_MODIFIED)
        .filter(([, { content }]) => !Object.values(content ?? { none: {} }).every(hasExample))
        .map(([status]) => `${name} ${status}`),
    );
    expect(without).toEqual([]);
    for (const { name, isGuarded, operation } of calls) {
      const statuses = Object.keys(operation?.responses ?? {});
      expect({ name, hasSuccess: statuses.some(succeeds) }).toEqual({ name, hasSuccess: true });
      if (isGuarded)
        expect({ name, statuses }).toEqual({
          name,
          statuses: expect.arrayContaining(STATUSES_OF_EVERY_CALL) as unknown,
        });
    }
  });

  it('lists 304 with its headers where it is answered, and nowhere else', async () => {
    const listing = calls.filter(({ operation }) => NOT_MODIFIED in (operation?.responses ?? {}));
    expect(listing.map(({ name }) => name).sort()).toEqual([
      'GET /api/v1/integration/progress',
      'GET /api/v1/integration/users',
    ]);
    const { responses, parameters } = operationOf('get', '/api/v1/integration/progress');
    const { content, headers } = responses[NOT_MODIFIED] ?? {};
    expect({ content, headers: Object.keys(headers ?? {}) }).toEqual({
      content: undefined,
      headers: ['ETag', 'Cache-Control', 'Vary'],
    });
    expect(Object.keys(responses['200']?.headers ?? {})).toContain('ETag');
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }));
    const { sis } = await service.tenant();
    const tag = (await sis.get('/progress')).headers.get('etag') ?? '';
    const { status, headers: answered } = await sis.get('/progress', { 'If-None-Match': tag });
    expect({ status, missing: Object.keys(headers ?? {}).filter((name) => !answered.has(name)) }).toEqual({
      status: 304,
      missing: [],
    });
  });

  it('says that the export has records, and with includeRemoved removals', () => {
    const { responses } = operationOf('get', '/api/v1/integration/progress');
    expect(responses['200']?.content?.['application/json']?.schema).toMatchObject({
      properties: {
        data: {
          items: {
            anyOf: [
              { $ref: '#/components/schemas/ProgressRecordDto' },
              { $ref: '#/components/schemas/RemovedRecordDto' },
            ],
          },
        },
      },
    });
  });

  it('shows refusals as the service words them', async () => {
    const { status, body } = await service.anonymous().get('/api/v1/integration');
    const shown = operationOf('get', '/api/v1/integration').responses[String(status)]?.content;
    expect(shown?.['application/json']?.examples?.['MISSING_CREDENTIALS']?.value).toEqual({
      ...body,
      requestId: 'nightly-2026-11-20.1',
    });
  });
});

describe('the types of the pages', () => {
  it('are made from the document that is served, though without a database', async () => {
    const described = await describeApplication(service.baseUrl.replace('127.0.0.1', 'localhost'));
    expect(JSON.parse(JSON.stringify(described))).toEqual(document);
  });

  /** Fields of an answer that are not documented, or not documented as required. */
  function mismatches(schema: Schema, value: unknown, place: string): string[] {
    if (value === null || typeof value !== 'object') return [];
    if (Array.isArray(value))
      return value.flatMap((item: unknown) => mismatches(schema.items ?? {}, item, `${place}[]`));
    const { properties, required = [], anyOf, oneOf, additionalProperties } = schema;
    if ((anyOf ?? oneOf) !== undefined) return [];
    if (
      properties === undefined &&
      typeof additionalProperties === 'object' &&
      'properties' in additionalProperties
    )
      return Object.entries(value).flatMap(([name, member]) =>
        mismatches(additionalProperties, member, `${place}.${name}`),
      );
    if (properties === undefined) return Object.keys(value).length === 0 ? [] : [place];
    const undocumented = Object.keys(value).filter((name) => !(name in properties));
    const missing = Object.keys(properties).filter((name) => !required.includes(name) || !(name in value));
    const inner = Object.entries(value).flatMap(([name, member]) =>
      mismatches(properties[name] ?? {}, member, `${place}.${name}`),
    );
    return [...[...undocumented, ...missing].map((name) => `${place}.${name}`), ...inner];
  }

  it.each(['/settings', '/overview', '/users/{id}', '/queue', '/mappings', '/mappings/{formType}'])(
    'name every field that %s answers, each of them always there',
    async (path) => {
      const tenant = await service.tenant();
      const { api } = await new Administrators(service).open(tenant);
      await api.patch('/settings', { timeZone: 'Europe/Paris' });
      const faculty = await tenant.sis.post('/users', person({ accountType: 'Faculty' }));
      await aSubmission(tenant);
      await api.put('/mappings/degree_change', { links: [{ formField: 'degree', target: 'degree' }] });
      const filled = path
        .replace('{id}', String(faculty.body.data['id']))
        .replace('{formType}', 'degree_change');
      const { body } = await api.get(filled);
      const documented = operationOf('get', `/api/v1/admin${path}`).responses['200']?.content;
      const { properties = {} } = resolve(
        documented?.['application/json']?.schema ?? {},
        document.components.schemas,
      );
      expect([body.data].flat()).not.toEqual([]);
      expect(mismatches(properties['data'] ?? {}, body.data, 'data')).toEqual([]);
      expect(mismatches(properties['meta'] ?? {}, body.meta, 'meta')).toEqual([]);
    },
  );

  it('name the person whom an invitation is for', () => {
    const { content } = operationOf('post', '/api/v1/admin/invitations/show').responses['200'] ?? {};
    expect(content?.['application/json']?.schema?.required).toEqual(['success', 'data']);
  });
});

/** Compares texts without case, spaces and the full stop. */
const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Placeholders for texts that are still to be written. */
const PLACEHOLDER =
  /one sentence|a person can act on|lorem|\btodo\b|\btbd\b|\bxxx\b|^success$|^description|^\W*$|undefined|\[object/i;

describe('the words of the reference', () => {
  const documented = (): { name: string; operation: DocumentedOperation }[] =>
    calls.flatMap(({ name, operation }) => (operation === undefined ? [] : [{ name, operation }]));

  it('are a summary and a description of its own for every call', () => {
    for (const part of ['summary', 'description'] as const) {
      const said = documented().map(({ name, operation }) => [name, bare(operation[part] ?? '')] as const);
      const shared = said.filter(([, text]) => said.filter(([, other]) => other === text).length > 1);
      expect({ part, shared, tooShort: said.filter(([, text]) => text.length < 5) }).toEqual({
        part,
        shared: [],
        tooShort: [],
      });
    }
    const repeated = documented().filter(
      ({ operation: { summary = '', description = '' } }) => bare(description) === bare(summary),
    );
    expect(repeated.map(({ name }) => name)).toEqual([]);
  });

  it('are no placeholder anywhere: not of a call, an answer, an example or a field', () => {
    const ofCalls = documented().flatMap(({ name, operation }) => {
      const { summary = '', description = '', responses } = operation;
      const ofAnswers = Object.values(responses).flatMap((answer) => [
        answer.description ?? '',
        ...Object.values(answer.content ?? {}).flatMap((media) =>
          textsIn(media).flatMap(([path, text]) => (path.endsWith('.message') ? [text] : [])),
        ),
      ]);
      return [summary, description, ...ofAnswers].map((text) => [name, text] as const);
    });
    const ofFields = Object.entries(document.components.schemas).flatMap(([schema, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, { description }]) =>
        description === undefined ? [] : [[`${schema}.${field}`, description] as const],
      ),
    );
    expect([...ofCalls, ...ofFields].filter(([, text]) => PLACEHOLDER.test(text))).toEqual([]);
    const names = ofFields.filter(([path, text]) => bare(text) === bare(path.split('.')[1] ?? ''));
    expect(names).toEqual([]);
  });

  it('show for a body of lines a refusal that asks for lines', () => {
    const lines = documented().filter(
      ({ operation }) => operation.requestBody?.content['application/x-ndjson'] !== undefined,
    );
    expect(lines.map(({ name }) => name)).toHaveLength(2);
    for (const { operation } of lines) {
      const { examples } = operation.responses['415']?.content?.['application/json'] ?? {};
      expect(examples?.['UNSUPPORTED_MEDIA_TYPE']?.value).toMatchObject({
        message: expect.stringMatching(
          /^Send the body as application\/x-ndjson in UTF-8, .+ as application\/json\.$/,
        ) as unknown,
      });
    }
  });

  it('say of what is not there what it is, not that the address is unknown', () => {
    const wrong = documented().filter(({ operation }) => {
      const value = operation.responses['404']?.content?.['application/json']?.examples?.['NOT_FOUND']?.value;
      return (value as { message?: string } | undefined)?.message === new RouteNotFound().message;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe('"Try it out"', () => {
  const exampleOf = (operation: DocumentedOperation, type: string): unknown =>
    operation.requestBody?.content[type]?.example;
  const answerOf = (operation: DocumentedOperation, status: number): unknown =>
    operation.responses[String(status)]?.content?.['application/json']?.example;

  it('of POST /users creates and then updates the person of the example, and answers what it shows', async () => {
    const { sis } = await service.tenant();
    const operation = operationOf('post', USERS);
    const inserted = await sis.post('/users', exampleOf(operation, 'application/json'));
    const updated = await sis.post('/users', exampleOf(operation, 'application/json'));
    expect({ inserted: inserted.status, updated: updated.status }).toEqual({ inserted: 201, updated: 200 });
    expect(inserted.body).toMatchObject(answerOf(operation, 201) as object);
    expect(updated.body).toMatchObject(answerOf(operation, 200) as object);
    expect(inserted.body.warnings).toBeUndefined();
  });

  it('of the bulk upload creates the person of the example', async () => {
    const { sis } = await service.tenant();
    const ndjson = exampleOf(operationOf('post', `${USERS}/bulk`), 'application/x-ndjson') as string;
    const [line, summary] = await sis.bulk('/users/bulk', [ndjson]);
    expect(line).toMatchObject({ line: 1, success: true, message: 'DATA INSERTED' });
    expect(summary).toMatchObject({ summary: { received: 1, inserted: 1 } });
  });

  it('of GET and PATCH answers with the members that are shown; PATCH needs no body', async () => {
    const { sis } = await service.tenant();
    await sis.post('/users', exampleOf(operationOf('post', USERS), 'application/json'));
    const read = await sis.get('/users/S-77');
    const shown = answerOf(operationOf('get', `${USERS}/{id}`), 200) as { data: object };
    expect(Object.keys(read.body.data).sort()).toEqual(Object.keys(shown.data).sort());

    const patch = operationOf('patch', `${USERS}/{id}`);
    expect(patch.requestBody?.required).toBe(false);
    const restored = await sis.patch('/users/S-77', exampleOf(patch, 'application/json'));
    expect({ status: restored.status, fields: Object.keys(restored.body.data) }).toEqual({
      status: 200,
      fields: Object.keys((answerOf(patch, 200) as { data: object }).data),
    });
  });

  it('of the root answers with the members that are shown', async () => {
    const { sis } = await service.tenant();
    const shown = answerOf(operationOf('get', '/api/v1/integration'), 200) as object;
    expect(Object.keys((await sis.get('')).body)).toEqual(Object.keys(shown));
  });
});

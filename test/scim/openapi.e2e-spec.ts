import { Validator } from '@seriousme/openapi-schema-validator';

import { RouteTable } from '../../src/http/server/route-table.js';
import { DocumentedSchemas } from '../support/documented-schemas.js';
import { exchange } from '../support/exchange.js';
import { keepSecrets } from '../support/evidence.js';
import { connect, type ScimAnswer, type TestConnection } from '../support/scim.js';
import { TestService } from '../support/service.js';

interface Media {
  readonly schema: { readonly $ref: string };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers?: Readonly<Record<string, unknown>>;
        readonly content?: Readonly<Record<string, Media>>;
      }
    >
  >;
}

interface Described {
  readonly name: string;
  readonly mutability: string;
  readonly returned: string;
  readonly multiValued: boolean;
  readonly subAttributes?: readonly Described[];
}

interface Property {
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Property>> };
}

type Json = Record<string, unknown>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const ANSWER = 'application/scim+json; charset=utf-8';
const BASE = '/scim/v2';

const service = await TestService.ofWorker();
let connection: TestConnection;
let document: Document;
let schemas: DocumentedSchemas;

beforeAll(async () => {
  const answer = await fetch(`${service.baseUrl}/docs/scim.json`);
  expect({ status: answer.status, contentType: answer.headers.get('content-type') }).toEqual({
    status: 200,
    contentType: expect.stringContaining('application/json') as unknown,
  });
  document = (await answer.json()) as Document;
  schemas = new DocumentedSchemas(document);
});

beforeEach(async () => {
  connection = await connect(service, await service.tenant());
});

/** Each call of the document, with its name as the route table has it. */
function calls(): { name: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      return operation === undefined ? [] : [{ name, operation }];
    }),
  );
}

function problemsOf({ $ref }: { readonly $ref: string }, value: unknown): unknown[] {
  return schemas.problemsOf($ref.split('/').slice(1), value);
}

function operationOf(method: (typeof METHODS)[number], path: string): Operation {
  const operation = document.paths[BASE + path]?.[method];
  if (operation === undefined) throw new Error(`${method} ${path} is not documented`);
  return operation;
}

const examplesOf = ({ example, examples = {} }: Media): unknown[] =>
  example === undefined ? Object.values(examples).map(({ value }) => value) : [example];

describe('the document of SCIM', () => {
  it('is OpenAPI 3, with the address of the service', async () => {
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
    expect(document.servers).toEqual([{ url: service.baseUrl.replace('127.0.0.1', 'localhost') }]);
  });

  it('has every route of identity providers and nothing else', () => {
    const routes = service.app
      .get(RouteTable)
      .list()
      .filter(({ path }) => /^\/(scim|oauth)\//.test(path))
      .map(({ method, path }) => `${method} ${path}`);
    expect(routes.length).toBeGreaterThan(20);
    expect(
      calls()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(routes.sort());
  });

  it('is named by the page of the reference, whose document has none of its routes', async () => {
    const { body } = await service.anonymous().get('/docs/openapi.json');
    const other = body as unknown as { info: { description: string }; paths: object };
    expect(other.info.description).toContain('(/docs/scim.json)');
    expect(Object.keys(other.paths).filter((path) => /^\/(scim|oauth)/.test(path))).toEqual([]);
  });

  it('has an example in every body and answer, which is valid by its schema', () => {
    for (const { name, operation } of calls()) {
      const bodies = Object.entries(operation.requestBody?.content ?? {});
      const answers = Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(([type, media]) => [`${status} ${type}`, media] as const),
      );
      for (const [where, media] of [...bodies, ...answers]) {
        const examples = examplesOf(media);
        expect({ name, where, hasExamples: examples.length > 0 }).toEqual({ name, where, hasExamples: true });
        for (const example of examples)
          expect({ name, where, problems: problemsOf(media.schema, example) }).toEqual({
            name,
            where,
            problems: [],
          });
      }
    }
  });

  it('has both media types for every body, and the errors that any call may have', () => {
    for (const { name, operation } of calls().filter(({ name: one }) => one.includes(BASE))) {
      const types = Object.keys(operation.requestBody?.content ?? {});
      if (types.length > 0)
        expect({ name, types }).toEqual({ name, types: ['application/scim+json', 'application/json'] });
      for (const status of ['401', '403', '429', '500', '503']) {
        const answer = operation.responses[status];
        expect({ name, types: Object.keys(answer?.content ?? {}) }).toEqual({ name, types: [ANSWER] });
      }
      for (const status of ['429', '503'])
        expect(operation.responses[status]?.headers).toHaveProperty('Retry-After');
      const onBody = types.length === 0 ? [] : ['400', '413', '415'];
      expect({ name, statuses: Object.keys(operation.responses) }).toEqual({
        name,
        statuses: expect.arrayContaining(onBody) as unknown,
      });
      expect(operation.summary?.length).toBeGreaterThan(5);
    }
  });

  it('describes exactly the attributes that /Schemas answers, but for $ref', async () => {
    const { body } = await connection.scim.get('/Schemas');
    const namesIn = (attributes: readonly Described[], isPart: (one: Described) => boolean): Json =>
      Object.fromEntries(
        attributes
          // Readers of OpenAPI would follow a property of this name.
          .filter((one) => one.name !== '$ref' && isPart(one))
          .map((one) => [one.name, one.subAttributes && namesIn(one.subAttributes, isPart)]),
      );
    const namesOf = ({ properties = {} }: Property, skip: readonly string[] = []): Json =>
      Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => !skip.includes(name))
          .map(([name, property]) => {
            const inner = property.items ?? property;
            return [name, inner.properties && namesOf(inner)];
          }),
      );
    const attributesOf = (urn: string): readonly Described[] =>
      body.Resources.find(({ id }) => id === urn)?.['attributes'] as Described[];
    const common = ['schemas', 'id', 'externalId', 'meta'];
    for (const [schema, core, extensions] of [
      ['User', 'core:2.0:User', ['enterprise:2.0:User', 'integration-api:scim:schemas:2.0:User']],
      ['Group', 'core:2.0:Group', []],
    ] as const) {
      const urns = body.Resources.map(({ id }) => id);
      const urnOf = (end: string): string => urns.find((urn) => urn.endsWith(end)) ?? '';
      const ofExtensions = extensions.map(urnOf);
      for (const [name, isPart] of [
        [schema, (one: Described) => one.returned !== 'never'],
        [`${schema}ToWrite`, (one: Described) => one.mutability !== 'readOnly'],
      ] as const) {
        const described = document.components.schemas[name] ?? {};
        expect(namesOf(described, [...common, ...ofExtensions])).toEqual(
          namesIn(attributesOf(urnOf(core)), isPart),
        );
        for (const urn of ofExtensions)
          expect(namesOf(described.properties?.[urn] ?? {})).toEqual(namesIn(attributesOf(urn), isPart));
      }
    }
  });
});

describe('the examples are true', () => {
  /** As the tenant of the test has it. */
  const ofTest = (json: unknown): Json =>
    JSON.parse(JSON.stringify(json).replaceAll('northern.example.edu', 'test.example.edu')) as Json;
  const exampleOf = (operation: Operation): Json =>
    ofTest(Object.values(operation.requestBody?.content ?? {})[0]?.example);
  const answerIn = (operation: Operation, status: number): Json =>
    ofTest(operation.responses[String(status)]?.content?.[ANSWER]?.example);

  /** What every answer has anew. */
  const steady = (json: Json): Json => {
    const { id, meta, members, ...rest } = json;
    return { ...rest, hasId: typeof id, meta: Object.keys(meta as Json).sort(), members: typeof members };
  };

  function expectValid(operation: Operation, { status, body, text }: ScimAnswer): void {
    const documented = operation.responses[String(status)];
    if (documented === undefined) throw new Error(`${status} is not documented: ${text}`);
    const media = documented.content?.[ANSWER];
    expect({ status, problems: media === undefined ? text : problemsOf(media.schema, body) }).toEqual({
      status,
      problems: media === undefined ? '' : [],
    });
  }

  /** A member of examples is a person who is there. */
  const withMember = (json: Json, id: string): Json =>
    JSON.parse(JSON.stringify(json).replaceAll('950000001', id)) as Json;

  it('of people: the service answers what the document says', async () => {
    const { scim } = connection;
    const create = operationOf('post', '/Users');
    const made = await scim.post('/Users', exampleOf(create));
    expect(steady(made.body)).toEqual(steady(answerIn(create, 201)));
    expectValid(create, made);
    const at = `/Users/${made.body.id}`;
    const one = (method: 'get' | 'put' | 'patch' | 'delete'): Operation => operationOf(method, '/Users/{id}');
    expectValid(one('get'), await scim.get(at));
    expectValid(one('get'), await scim.get(at, { 'If-None-Match': made.body.meta.version }));
    expectValid(one('get'), await scim.get('/Users/950999999'));
    expectValid(one('get'), await scim.get(`${at}?attributes=${'a,'.repeat(201)}`));
    const put = await scim.put(at, exampleOf(one('put')));
    expect({ status: put.status, body: steady(put.body) }).toEqual({
      status: 200,
      body: steady(answerIn(one('put'), 200)),
    });
    expectValid(create, await scim.post('/Users', exampleOf(create)));
    expectValid(operationOf('get', '/Users'), await scim.get('/Users?filter=active%20eq%20true'));
    expectValid(operationOf('get', '/Users'), await scim.get('/Users?cursor='));
    expectValid(operationOf('get', '/Users'), await scim.get('/Users?filter=x'));
    const search = operationOf('post', '/Users/.search');
    const found = await scim.post('/Users/.search', exampleOf(search));
    expectValid(search, found);
    expect(found.body.totalResults).toBe(1);
    const both = operationOf('post', '/.search');
    const all = await scim.post('/.search', exampleOf(both));
    expectValid(both, all);
    expect(all.body.totalResults).toBe(1);
    const { Operations } = exampleOf(one('patch'));
    const patched = await scim.patch(at, Operations as unknown[]);
    expectValid(one('patch'), patched);
    expect(patched).toMatchObject({ status: 200, body: { active: false } });
    expectValid(one('patch'), await scim.patch(at, []));
    expectValid(one('patch'), await scim.patch(at, [{ op: 'add', path: 'groups', value: 'x' }]));
    expectValid(one('delete'), await scim.delete(at, { 'If-Match': 'W/"0"' }));
    expectValid(one('delete'), await scim.delete(at));
  });

  it('of groups', async () => {
    const { scim } = connection;
    const person = await scim.post('/Users', exampleOf(operationOf('post', '/Users')));
    const create = operationOf('post', '/Groups');
    const sent = withMember(exampleOf(create), person.body.id);
    const made = await scim.post('/Groups', sent);
    expectValid(create, made);
    expect(steady(made.body)).toEqual(steady(answerIn(create, 201)));
    const at = `/Groups/${made.body.id}`;
    const one = (method: 'get' | 'put' | 'patch' | 'delete'): Operation =>
      operationOf(method, '/Groups/{id}');
    expectValid(one('get'), await scim.get(at));
    expectValid(one('get'), await scim.get('/Groups/gr_unknown'));
    expectValid(create, await scim.post('/Groups', sent));
    expectValid(one('put'), await scim.put(at, sent));
    const search = operationOf('post', '/Groups/.search');
    const found = await scim.post('/Groups/.search', exampleOf(search));
    expectValid(search, found);
    expect(found.body.totalResults).toBe(1);
    expectValid(operationOf('get', '/Groups'), await scim.get('/Groups'));
    const { Operations } = withMember(exampleOf(one('patch')), person.body.id);
    const empty = await scim.patch(at, Operations as unknown[]);
    expectValid(one('patch'), empty);
    expect(empty).toMatchObject({ status: 204, text: '' });
    expectValid(one('patch'), await scim.patch(`${at}?attributes=displayName`, Operations as unknown[]));
    expectValid(one('delete'), await scim.delete(at));
  });

  it('of bulk requests, discovery and tokens', async () => {
    const { scim, apiKey, apiSecret } = connection;
    const bulk = operationOf('post', '/Bulk');
    const done = await scim.post('/Bulk', exampleOf(bulk));
    expectValid(bulk, done);
    const shape = ({ Operations }: Json): unknown[] =>
      (Operations as Json[]).map((one) => [
        one['method'],
        one['bulkId'],
        one['status'],
        Object.keys(one).sort(),
      ]);
    expect(shape(done.body)).toEqual(shape(answerIn(bulk, 200)));
    for (const path of [
      '/ServiceProviderConfig',
      '/ResourceTypes',
      '/ResourceTypes/{id}',
      '/Schemas',
      '/Schemas/{id}',
    ]) {
      const read = operationOf('get', path);
      const example = answerIn(read, 200);
      const answer = await scim.get(path.replace('{id}', String(example['id'])));
      expectValid(read, answer);
      expect(answer.body).toEqual(example);
      expectValid(
        read,
        await scim.get(path.includes('{') ? path.replace('{id}', 'none') : `${path}?filter=x`),
      );
    }
    const token = document.paths['/oauth/token']?.['post'];
    const [[type, media] = ['', undefined]] = Object.entries(token?.requestBody?.content ?? {});
    const form = {
      ...(media?.example as Record<string, string>),
      client_id: apiKey,
      client_secret: apiSecret,
    };
    for (const [sent, status] of [
      [form, '200'],
      [{ ...form, grant_type: 'password' }, '400'],
      [{ ...form, client_secret: 'is_x' }, '401'],
    ] as const) {
      const answer = await exchange(
        `${service.baseUrl}/oauth/token`,
        'POST',
        { 'Content-Type': type },
        new URLSearchParams(sent).toString(),
      );
      const json = JSON.parse(answer.text) as Json;
      if (status === '200') keepSecrets('access token', [String(json['access_token'])]);
      const schema = token?.responses[status]?.content?.['application/json']?.schema ?? { $ref: '' };
      expect({ status: answer.status, problems: problemsOf(schema, json) }).toEqual({
        status: Number(status),
        problems: [],
      });
    }
  });
});

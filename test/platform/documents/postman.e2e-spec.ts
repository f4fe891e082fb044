import { Ajv } from 'ajv';
import { Validator } from '@seriousme/openapi-schema-validator';
import { parse } from 'yaml';

import { documentOf, type OpenApiDocument } from '../../support/operations.js';
import { filled, type PostmanCollection, type PostmanRequest } from '../../support/postman.js';
import { POSTMAN_SCHEMA } from '../../support/postman-schema.js';
import { rawRequest } from '../../support/raw-request.js';
import { TestService } from '../../support/service.js';

const NO_ROUTE = 'There is nothing at this address';
/** The one read that takes a token of its own instead of a credential. */
const WITH_OWN_TOKEN = 'The open alerts of a tenant, for monitoring: 401';
const EVERY_SCOPE = ['integration', 'workflow', 'sandbox'] as const;

const service = await TestService.ofWorker();
const whole = await documentOf(service.anonymous());
const integration = await read<OpenApiDocument>('/docs/integration.json');
const collection = await read<PostmanCollection>('/docs/postman.json');
const requests = collection.item.flatMap(({ item }) => item);
const reads = requests.filter(({ request }) => request.method === 'GET');

async function read<T>(path: string): Promise<T> {
  return (await service.anonymous().get(path)).body as unknown as T;
}

/** What Postman would get for the request, with the variables of a collection that these are put into. */
async function send(
  request: PostmanRequest,
  { apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string },
): Promise<string> {
  const { name, method, url, headers } = filled(request, { baseUrl: '', apiKey, apiSecret });
  const { status, text } = await rawRequest(service.baseUrl, url, { method, headers });
  const isUnknown = status === 404 && text.includes(NO_ROUTE);
  return `${name}: ${status}${isUnknown ? ' no route' : ''}`;
}

describe('the collection for Postman', () => {
  it('is a file in format 2.1', async () => {
    const { headers } = await service.anonymous().get('/docs/postman.json');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename=integration-api.postman_collection.json',
    );
    const ajv = new Ajv({ allErrors: true });
    ajv.validate(POSTMAN_SCHEMA, collection);
    expect(ajv.errors ?? []).toEqual([]);
  });

  it('has every call of the integration API once', () => {
    const addresses = requests.map(
      ({ request: { method, url } }) => `${method} /${url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    const calls = Object.entries(integration.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(addresses.sort()).toEqual(calls.sort());
  });

  it('has no credential, and uses no variable that it does not declare', () => {
    const values = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({ apiKey: '', apiSecret: '' });
    expect(values['baseUrl']).toMatch(/^http.*[^/]$/);
    const used = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(values).sort());
  });

  it('has a value for every parameter of an address', () => {
    const missing = requests.filter(({ request: { url } }) => {
      const named = url.path.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1));
      return named.some((name) => (url.variable.find(({ key }) => key === name)?.value ?? '') === '');
    });
    expect(missing).toEqual([]);
  });

  it('has reads that the service takes as they are, with the credentials of a university', async () => {
    const tenant = await service.tenant({ scopes: EVERY_SCOPE });
    const answers = await Promise.all(reads.map((request) => send(request, tenant)));
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter((answer) => !/: (200|404)$/.test(answer))).toEqual([WITH_OWN_TOKEN]);
  });

  it('has reads that answer 401 without credentials, wherever they need them', async () => {
    const guarded = reads.filter(({ request }) => request.header.some(({ value }) => value === '{{apiKey}}'));
    const answers = await Promise.all(guarded.map((request) => send(request, { apiKey: '', apiSecret: '' })));
    expect(answers.length).toBeGreaterThan(15);
    expect(answers.filter((answer) => !answer.endsWith(': 401'))).toEqual([]);
  });
});

describe.each([
  ['/docs/openapi.json', whole],
  ['/docs/integration.json', integration],
  ['/docs/administration.json', await read<OpenApiDocument>('/docs/administration.json')],
])('the document at %s', (_, document) => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  it('is read by another parser, with every reference', async () => {
    const validator = new Validator();
    const copy = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
    expect(await validator.validate(copy)).toEqual({ valid: true });
    expect(JSON.stringify(validator.resolveRefs())).not.toContain('"$ref"');
  });

  it('gives each call an ID of its own', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id) => id === undefined || id === '')).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('declares the tags that its calls have, and no other', () => {
    const used = operations.map(({ tags = [] }) => tags);
    expect(used.filter(({ length }) => length !== 1)).toEqual([]);
    expect((document.tags ?? []).map(({ name }) => name).sort()).toEqual([...new Set(used.flat())].sort());
  });
});

it('the document as YAML says the same as the one as JSON', async () => {
  const { text } = await rawRequest(service.baseUrl, '/docs/openapi.yaml', { method: 'GET', headers: {} });
  expect(parse(text)).toEqual(whole);
});

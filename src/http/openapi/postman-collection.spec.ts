import type { OpenAPIObject } from '@nestjs/swagger';

import { postmanCollectionOf } from './postman-collection.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const BASE_URL = 'https://integration.example.edu';
const answers = { responses: {} };

/** A document with these calls of the tag Users. */
function documentWith(paths: OpenAPIObject['paths']): OpenAPIObject {
  const tags = [{ name: 'Users', description: 'Send and read people' }];
  const info = { title: 'Integration API', version: '1', description: 'See [events](/docs/asyncapi.json).' };
  return { openapi: '3.0.0', info, tags, paths };
}

/** The request of a collection with this call alone. */
function requestOf(path: string, method: 'get' | 'post' | 'put', operation: Partial<Operation>): unknown {
  const document = documentWith({ [path]: { [method]: { ...answers, tags: ['Users'], ...operation } } });
  return postmanCollectionOf(document, BASE_URL).item[0]?.item[0];
}

describe('a collection of Postman', () => {
  it('has the address of the service, and credentials without a value', () => {
    const { variable } = postmanCollectionOf(documentWith({}), BASE_URL);
    expect(variable).toEqual([
      { key: 'baseUrl', value: BASE_URL },
      { key: 'apiKey', value: '' },
      { key: 'apiSecret', value: '' },
    ]);
  });

  it('links the documents of the service by whole addresses', () => {
    const { info } = postmanCollectionOf(documentWith({}), BASE_URL);
    expect(info.description).toContain(`[events](${BASE_URL}/docs/asyncapi.json)`);
  });

  it('has a folder for each tag with its calls', () => {
    const call = { ...answers, tags: ['Users'] };
    const { item } = postmanCollectionOf(
      documentWith({
        '/users': { get: { ...call, summary: 'List people' }, post: { ...call, summary: 'Create a person' } },
      }),
      BASE_URL,
    );
    expect(item).toMatchObject([
      {
        name: 'Users',
        description: 'Send and read people',
        item: [{ name: 'List people' }, { name: 'Create a person' }],
      },
    ]);
  });

  it('names a parameter of an address with a colon, with its example', () => {
    const parameters = [
      { name: 'id', in: 'path' as const, required: true, example: 42, description: 'The ID' },
    ];
    expect(requestOf('/users/{id}/history', 'get', { parameters })).toMatchObject({
      request: {
        method: 'GET',
        url: {
          raw: '{{baseUrl}}/users/:id/history',
          host: ['{{baseUrl}}'],
          path: ['users', ':id', 'history'],
          variable: [{ key: 'id', value: '42', description: 'The ID' }],
        },
      },
    });
  });

  it('sends a query or a header only where the call needs it', () => {
    const parameters = [
      { name: 'since', in: 'query' as const, required: true, example: '2026-11-20' },
      {
        name: 'status',
        in: 'query' as const,
        schema: { type: 'string' as const, enum: ['open', 'decided'] },
      },
      { name: 'X-Request-Id', in: 'header' as const },
    ];
    expect(requestOf('/users', 'get', { parameters })).toMatchObject({
      request: {
        header: [{ key: 'X-Request-Id', value: '', disabled: true }],
        url: {
          raw: '{{baseUrl}}/users?since=2026-11-20',
          query: [
            { key: 'since', value: '2026-11-20', description: '' },
            { key: 'status', value: 'open', disabled: true },
          ],
        },
      },
    });
  });

  it('sends both headers of the credentials with a call that needs them, and with no other', () => {
    const security = [{ 'X-Service-API-Key': [], 'X-Service-API-Secret': [] }];
    expect(requestOf('/users', 'get', { security })).toMatchObject({
      request: {
        header: [
          { key: 'X-Service-API-Key', value: '{{apiKey}}' },
          { key: 'X-Service-API-Secret', value: '{{apiSecret}}' },
        ],
      },
    });
    expect(requestOf('/health/live', 'get', {})).toMatchObject({ request: { header: [] } });
  });

  it.each([
    ['application/json', { example: { lastName: 'Lee' } }, '{\n  "lastName": "Lee"\n}', 'json'],
    ['application/x-ndjson', { example: '{"lastName":"Lee"}\n' }, '{"lastName":"Lee"}\n', 'text'],
    ['application/json', { examples: { first: { value: [1] } } }, '[\n  1\n]', 'json'],
  ])('sends the example of a body as %s', (type, media, raw, language) => {
    const requestBody = { content: { [type]: media } };
    expect(requestOf('/users', 'post', { requestBody })).toMatchObject({
      request: {
        header: [{ key: 'Content-Type', value: type }],
        body: { mode: 'raw', raw, options: { raw: { language } } },
      },
    });
  });

  it('has no body where a call takes none', () => {
    expect(requestOf('/users', 'get', {})).not.toHaveProperty('request.body');
  });
});

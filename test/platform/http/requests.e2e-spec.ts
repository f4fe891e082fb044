import { gzipSync } from 'node:zlib';

import { person } from '../../factories/person.js';
import { type RawAnswer, rawCaller, type RawRequest } from '../../support/raw-request.js';
import { keyHeaders, TestService } from '../../support/service.js';

const ROOT = '/api/v1/integration';
const USERS = `${ROOT}/users`;
const LIMIT_BYTES = 256 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };

const service = await TestService.ofWorker();
const tenant = await service.tenant();
const anonymous = rawCaller(service.baseUrl);
const call = rawCaller(service.baseUrl, keyHeaders(tenant));

/** Posts a person, or this. */
function post(
  headers: Record<string, string> = JSON_TYPE,
  body: Buffer | Buffer[] = aBody(),
): Promise<RawAnswer> {
  return call(USERS, { method: 'POST', headers, body });
}

const aBody = (overrides: object = {}): Buffer => Buffer.from(JSON.stringify(person(overrides)));

function failureOf({ status, text }: RawAnswer): unknown[] {
  const body = JSON.parse(text) as { success: boolean; message: string; error: { code: string } };
  return [status, body.error.code, body.message];
}

/** A person whose JSON has exactly this many bytes, as trailing white space adds nothing to it. */
function personOf(bytes: number): Buffer {
  const json = aBody();
  return Buffer.concat([json, Buffer.alloc(bytes - json.length, ' ')]);
}

describe('a caller without credentials', () => {
  it.each<[string, string, RawRequest]>([
    [
      'a wrong content type',
      USERS,
      { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: Buffer.from('x') },
    ],
    ['an oversized body', USERS, { method: 'POST', headers: JSON_TYPE, body: personOf(LIMIT_BYTES + 1) }],
    ['malformed JSON', USERS, { method: 'POST', headers: JSON_TYPE, body: Buffer.from('{') }],
    ['invalid fields', USERS, { method: 'POST', headers: JSON_TYPE, body: Buffer.from('{"a":1}') }],
    ['a bulk upload', `${USERS}/bulk`, { method: 'POST', headers: JSON_TYPE, body: Buffer.from('{') }],
    ['an unknown query', `${USERS}/bulk?dryRun=maybe`, { method: 'POST' }],
    ['an unknown method', USERS, { method: 'DELETE' }],
    ['an unknown address', `${ROOT}/no/such/address`, {}],
    ['an unknown address of the platform side', '/api/v1/workflow/no/such/address', {}],
    ['the base of the platform side', '/api/v1/workflow', {}],
    ['another spelling of the base', '/API/V1/Integration/', {}],
    ['a path that is no percent-encoding', `${USERS}/%zz`, {}],
    ['a path that is no UTF-8', `${USERS}/%ff`, {}],
    ['a path under the base that is no UTF-8', `${ROOT}/%ff/x`, {}],
  ])('learns nothing about %s', async (_, path, request) => {
    const answer = await anonymous(path, request);
    expect(failureOf(answer).slice(0, 2)).toEqual([401, 'MISSING_CREDENTIALS']);
  });
});

describe('the content type', () => {
  const TYPES: readonly [string | undefined, string][] = [
    [undefined, 'without a Content-Type header'],
    ['', 'without a Content-Type header'],
    ['text/plain', 'as text/plain'],
    ['application/x-www-form-urlencoded', 'as application/x-www-form-urlencoded'],
    ['application/json-patch+json', 'as application/json-patch+json'],
    ['"<script>"', 'as something else'],
    ['Text/CSV; header=present; charset="ISO-8859-1"', 'as text/csv in iso-8859-1'],
  ];

  const wanting = (type: string, sent: string): unknown[] => [
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    `Send the body as ${type} in UTF-8, and say so in the Content-Type header; it was sent ${sent}.`,
  ];

  it.each<[string | undefined, string]>([
    ...TYPES,
    ['application/x-ndjson', 'as application/x-ndjson'],
    ['application/json; charset=utf-16', 'as application/json in utf-16'],
  ])('%s is refused with what was sent and what is wanted', async (type, sent) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
    for (const [method, path] of [
      ['POST', USERS],
      ['PATCH', `${USERS}/S-77`],
    ] as const)
      expect(failureOf(await call(path, { method, headers, body: aBody() }))).toEqual(
        wanting('application/json', sent),
      );
  });

  it.each<[string | undefined, string]>([
    ...TYPES,
    ['application/json', 'as application/json'],
    ['application/x-ndjson; charset=latin1', 'as application/x-ndjson in latin1'],
  ])('%s is refused where lines are wanted, in favour of them', async (type, sent) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
    for (const path of [`${USERS}/bulk`, `${USERS}/bulk?dryRun=true`, '/api/v1/workflow/progress/bulk'])
      expect(failureOf(await call(path, { method: 'POST', headers, body: aBody() }))).toEqual(
        wanting('application/x-ndjson', sent),
      );
  });

  it('is judged before the size and the syntax', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const large = Buffer.alloc(LIMIT_BYTES + 1, '{');
    for (const body of [Buffer.from('{'), large, [Buffer.from('{')], [large]])
      expect((await post(headers, body)).status).toBe(415);
  });

  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
    '%s is accepted',
    async (type) => {
      expect((await post({ 'Content-Type': type })).status).toBe(201);
    },
  );

  it('does not matter where there is no body', async () => {
    await post(JSON_TYPE, aBody({ externalId: 'S' }));
    const headers = { 'Content-Type': 'text/plain' };
    expect((await call(`${USERS}/S`, { method: 'PATCH', headers })).status).toBe(200);
    expect((await call(`${USERS}/S`, { method: 'PATCH', headers, body: [] })).status).toBe(200);
    expect((await call(`${USERS}/S`, { headers })).status).toBe(200);
  });
});

describe('the size of a body', () => {
  const TOO_LARGE = [413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 256 KiB; send less at once.'];
  const zipped = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
  const chunked = (body: Buffer): Buffer[] => [body.subarray(0, 100_000), body.subarray(100_000)];

  it('may be 256 KiB, announced, chunked or compressed', async () => {
    expect((await post(JSON_TYPE, personOf(LIMIT_BYTES))).status).toBe(201);
    expect((await post(JSON_TYPE, chunked(personOf(LIMIT_BYTES)))).status).toBe(201);
    expect((await post(zipped, gzipSync(personOf(LIMIT_BYTES)))).status).toBe(201);
  });

  it('may not be one byte more, announced, chunked or compressed', async () => {
    expect(failureOf(await post(JSON_TYPE, personOf(LIMIT_BYTES + 1)))).toEqual(TOO_LARGE);
    expect(failureOf(await post(JSON_TYPE, chunked(personOf(LIMIT_BYTES + 1))))).toEqual(TOO_LARGE);
    expect(failureOf(await post(zipped, gzipSync(personOf(LIMIT_BYTES + 1))))).toEqual(TOO_LARGE);
  });

  it('is not unpacked beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024, ' '));
    const before = process.memoryUsage.rss();
    expect(failureOf(await post(zipped, bomb))).toEqual(TOO_LARGE);
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024);
  });

  it('is judged before the syntax', async () => {
    expect(failureOf(await post(JSON_TYPE, Buffer.alloc(LIMIT_BYTES + 1, '{')))).toEqual(TOO_LARGE);
  });
});

describe('malformed JSON', () => {
  it.each<[string, string | Buffer, string]>([
    ['names the position', '{"email": top-secret}', 'unexpected text at position 10 (line 1, column 11)'],
    ['names the line', '{\n "email": "a",\n ]', 'unexpected text at position 18 (line 3, column 2)'],
    ['that ends early says so', '{"email":"top-secret"', 'it ends too early, after 21 characters'],
    [
      'with an open string names its start',
      '{"a":"top-secret',
      'unexpected text at position 5 (line 1, column 6)',
    ],
    ['that is blank says so', '  ', 'it is empty'],
    ['that is not UTF-8 says so', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'it is not valid UTF-8'],
    ['with a comment is refused', '{} // top-secret', 'unexpected text at position 3 (line 1, column 4)'],
    ['of great depth is refused', '['.repeat(100_000), 'it could not be read to its end'],
  ])('%s', async (_, text, reason) => {
    const answer = await post(JSON_TYPE, Buffer.from(text));
    expect(failureOf(answer)).toEqual([400, 'MALFORMED_JSON', `This is not valid JSON: ${reason}.`]);
    expect(answer.text).not.toContain('top-secret');
  });

  it('cannot hide behind a broken compression', async () => {
    const answer = await post({ ...JSON_TYPE, 'Content-Encoding': 'gzip' });
    expect(failureOf(answer).slice(0, 2)).toEqual([400, 'MALFORMED_JSON']);
  });

  it.each([
    [USERS, 'application/json', 'gzip or deflate or br', ['zip', 'zstd', 'gzip, gzip']],
    [`${USERS}/bulk`, 'application/x-ndjson', 'gzip', ['deflate', 'br', 'gzip, gzip']],
  ])('may be compressed for %s in ways that a refusal names', async (path, type, known, others) => {
    for (const encoding of others) {
      const headers = { 'Content-Type': type, 'Content-Encoding': encoding };
      const answer = await call(path, { method: 'POST', headers, body: Buffer.from('{}') });
      const message = `Send the body as it is, or with Content-Encoding ${known}; it was sent with ${encoding}.`;
      expect(failureOf(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', message]);
    }
  });
});

describe('a body', () => {
  it.each(['[]', 'null', '"text"', '1', 'true'])('of %s is refused as no object', async (text) => {
    const answer = await post(JSON_TYPE, Buffer.from(text));
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { code: 'VALIDATION_FAILED', details: [{ field: 'body', code: 'isObject' }] },
    });
  });

  it('with unknown properties is refused, naming each one and what was probably meant', async () => {
    const unknown: object = { acountStatus: 'inactive', nonsense: 1 };
    const { status, body } = await tenant.sis.post('/users', person(unknown));
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: {
        code: 'VALIDATION_FAILED',
        details: [
          {
            field: 'acountStatus',
            code: 'unknownField',
            message: 'acountStatus is not a known field; did you mean accountStatus?',
          },
          { field: 'nonsense', code: 'unknownField', message: 'nonsense is not a known field' },
        ],
      },
    });
  });

  it('with unknown query parameters is refused, naming each one', async () => {
    const answer = await call(`${USERS}/bulk?dryrun=true&x=1`, { method: 'POST' });
    const { error } = JSON.parse(answer.text) as { error: { details: { field: string }[] } };
    expect({ status: answer.status, fields: error.details.map(({ field }) => field) }).toEqual({
      status: 400,
      fields: ['dryrun', 'x'],
    });
  });
});

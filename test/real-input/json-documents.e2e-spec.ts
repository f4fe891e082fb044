import { person } from '../factories/person.js';
import { jsonLines } from '../support/answers.js';
import { rawRequest } from '../support/raw-request.js';
import { keyHeaders, TestService, type TestTenant } from '../support/service.js';
import { type BulkLine, eachOf, fieldsIn } from './support/bulk.js';
import { placesOf } from './support/places.js';
import { scimPayloads } from './support/scim.js';
import { linesOf } from './support/texts.js';

interface Document {
  readonly file: string;
  readonly expect: 'accept' | 'reject';
  readonly bytes: Buffer;
}

const service = await TestService.ofWorker();

async function documentsIn(directory: string): Promise<Document[]> {
  return (await linesOf(directory, 'parsing.ndjson')).map((line) => {
    const { file, expect, base64 } = JSON.parse(line) as Record<'file' | 'base64', string> &
      Pick<Document, 'expect'>;
    return { file, expect, bytes: Buffer.from(base64, 'base64') };
  });
}

async function post(tenant: TestTenant, body: Buffer, type: string, path = ''): Promise<[number, string]> {
  const headers = { ...keyHeaders(tenant), 'Content-Type': type };
  const url = `/api/v1/integration/users${path}`;
  const { status, text } = await rawRequest(service.baseUrl, url, { method: 'POST', headers, body });
  return [status, text];
}

function codeFor({ expect: verdict, bytes }: Document): string {
  // An empty body is no malformed JSON: the required fields are missing.
  return verdict === 'accept' || bytes.length === 0 ? 'VALIDATION_FAILED' : 'MALFORMED_JSON';
}

it.each(placesOf('json-test-suite'))(
  'A document that is no user is a client error, malformed or not ($origin)',
  async ({ directory }) => {
    const tenant = await service.tenant();
    const documents = await documentsIn(directory);
    const answers = await eachOf(documents, async ({ file, bytes }) => {
      const [status, text] = await post(tenant, bytes, 'application/json');
      const { error } = JSON.parse(text) as { error?: { code: string } };
      return { file, status, code: error?.code };
    });
    expect(answers).toEqual(documents.map((one) => ({ file: one.file, status: 400, code: codeFor(one) })));
    expect((await tenant.sis.post('/users', person())).status).toBe(201);
  },
);

it.each(placesOf('json-test-suite'))(
  'A line of a bulk call that is no user fails alone, and the last line is still applied ($origin)',
  async ({ directory }) => {
    const tenant = await service.tenant();
    const documents = (await documentsIn(directory)).filter(({ bytes }) => !bytes.includes('\n'));
    const good = Buffer.from(JSON.stringify(person()));
    const body = Buffer.concat(
      [...documents.map(({ bytes }) => bytes), good].flatMap((line) => [line, Buffer.from('\n')]),
    );
    const [status, text] = await post(tenant, body, 'application/x-ndjson', '/bulk');
    const answers = jsonLines<BulkLine>(text).slice(0, -1);
    // Blank lines get no answer.
    const rows = documents.flatMap((one, index) =>
      one.bytes.toString('latin1').trim() === '' ? [] : [{ line: index + 1, code: codeFor(one) }],
    );
    expect(status).toBe(200);
    expect(answers.slice(0, -1).map(({ line, error }) => ({ line, code: error?.code }))).toEqual(rows);
    expect(answers.at(-1)).toMatchObject({ line: documents.length + 1, message: 'DATA INSERTED' });
  },
);

it.each(placesOf('scim'))(
  'A payload of SCIM is refused with every attribute that is not ours by name ($origin)',
  async ({ directory }) => {
    const { sis } = await service.tenant();
    for (const [file, payload] of await scimPayloads(directory)) {
      const { status, body } = await sis.post('/users', payload);
      // Two names have a meaning in the service: externalId the same, name a text instead of an object.
      const foreign = Object.keys(payload as object).filter((key) => key !== 'externalId');
      expect({ file, status, fields: fieldsIn(body.error) }).toEqual({
        file,
        status: 400,
        fields: expect.arrayContaining(foreign) as string[],
      });
    }
  },
);

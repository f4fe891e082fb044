import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { userOf } from '../factories/stored-people.js';
import { aSubmission, readSubmission } from '../factories/submissions.js';
import type { Answer, Body } from '../support/api-client.js';
import { jsonLines, problemsOf, type Row } from '../support/answers.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli } from '../support/terminal.js';

const MESSAGE = 'is a number beyond 9007199254740991, whose digits would be lost; send it as text';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** The text of a body with this JSON as the value of a field. */
function withJson(body: Row, field: string, json: string): string {
  const text = JSON.stringify({ ...body, [field]: '@@here@@' });
  return text.replace('"@@here@@"', () => json);
}

function send(method: string, path: string, text: string): Promise<Answer<Body>> {
  const client = path.startsWith('/users') ? tenant.sis : tenant.workflow;
  return client.send(method, path, text, { 'Content-Type': 'application/json' });
}

const named = (...fields: string[]): Row[] =>
  fields.map((field) => ({ field, code: 'isSafeInteger', message: `${field} ${MESSAGE}` }));

describe('an integer beyond 2^53-1 in customFields', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '12345678901234567890.0',
    '1e20',
    '1e400',
  ])('is refused by its own path, in a post and in a line, and nothing is stored: %s', async (number) => {
    const ann = person({ externalId: 'S-77' });
    const text = withJson(ann, 'customFields', `{"nationalId":${number},"a":[{"b":${number}}],"c":1}`);
    const details = named('customFields.nationalId', 'customFields.a[0].b');

    const { status, body } = await send('POST', '/users', text);
    const [line] = await tenant.sis.bulk('/users/bulk', [text]);

    expect(status).toBe(400);
    expect(body.error).toEqual({ code: 'VALIDATION_FAILED', details });
    expect(line).toMatchObject({ success: false, error: { code: 'VALIDATION_FAILED', details } });
    expect((await tenant.sis.get('/users/S-77')).status).toBe(404);
  });

  it('is kept to its last digit as text, as are integers up to there', async () => {
    const json = '{"nationalId":"12345678901234567890","most":9007199254740991,"least":-9007199254740991}';
    const { body } = await send('POST', '/users', withJson(person(), 'customFields', json));
    const { customFields } = await userOf(tenant, body.data['id']);
    expect(customFields).toEqual(JSON.parse(json));
  });
});

it('an integer beyond 2^53-1 in the fields of a submission is refused by its own path', async () => {
  const studentId = await aStudent(tenant);
  const submissionId = await aSubmission(tenant, { studentId, fields: { amount: 1 } });
  const sent = withJson({ formType: 'address_change', studentId }, 'fields', '{"amount":1e20}');

  const { status, body } = await send('PUT', `/submissions/${submissionId}`, sent);

  expect({ status, details: body.error.details }).toEqual({ status: 400, details: named('fields.amount') });
  expect((await readSubmission(tenant, submissionId)).fields).toEqual({ amount: 1 });
});

it('a discrepancy is not found by a number that would be read as another one', async () => {
  const submissionId = await aSubmission(tenant);
  const path = `/submissions/${submissionId}/discrepancies/9007199254740993/resolve`;
  expect(problemsOf(await tenant.workflow.post(path, { resolution: 'dismiss' }))).toEqual([400, 'id']);
});

it('two records of a JSON file whose keys are such integers are refused, not taken for one person', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'numbers-'));
  try {
    const records = ['12345678901234567891', '12345678901234567892'].map((key) =>
      withJson(person(), 'externalId', key),
    );
    const path = join(directory, 'people.json');
    await writeFile(path, `[${records.join()}]`);

    const { stdout } = await cli(['run', 'plan', path, '--tenant', tenant.tenantId, '--json']);

    const lines = jsonLines(stdout);
    const refused: unknown = expect.stringContaining('externalId must be a string');
    expect(lines.map((line) => JSON.stringify(line)).slice(0, 2)).toEqual([refused, refused]);
    expect(lines.at(-1)).toMatchObject({ summary: { failed: 2, inserted: 0 } });
  } finally {
    await rm(directory, { recursive: true });
  }
});

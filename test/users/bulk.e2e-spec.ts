import { gzipSync } from 'node:zlib';

import { facultyMember, person } from '../factories/person.js';
import { allUsers, summaryOf } from '../factories/stored-people.js';
import { linesOf, type Row } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

const NDJSON = { 'Content-Type': 'application/x-ndjson' };

/** Sends these bytes and returns the lines of the answer. */
async function bulk(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Row[]> {
  return linesOf(await tenant.sis.send('POST', '/users/bulk', body, { ...NDJSON, ...headers }));
}

/** A short form of each line. */
function brief(lines: readonly Row[]): unknown[] {
  return lines.map(({ line, success, id, message, changed, error, summary }) => {
    if (summary !== undefined) return summary;
    const verdict = success === true ? `${String(message)} ${String(id)}` : (error as Row)['code'];
    return `${String(line)} ${String(verdict)}${changed === false ? ' unchanged' : ''}`;
  });
}

describe('POST /users/bulk', () => {
  it('answers a line per line, in input order, and a summary last', async () => {
    const [ann, bob] = [person({ externalId: 'S-1' }), facultyMember()];

    expect(await tenant.sis.bulk('/users/bulk', [ann, bob, ann, { ...ann, degree: 'EdD' }])).toEqual([
      { line: 1, success: true, id: '950000001', message: 'DATA INSERTED' },
      { line: 2, success: true, id: '951000001', message: 'DATA INSERTED' },
      { line: 3, success: true, id: '950000001', message: 'DATA UPDATED', changed: false },
      { line: 4, success: true, id: '950000001', message: 'DATA UPDATED' },
      { summary: summaryOf(2, 1, 1, 0) },
    ]);
  });

  it('lets each bad line fail alone, with its reason', async () => {
    const good = (): string => JSON.stringify(person());
    const lines = [
      good(),
      '{"email":',
      JSON.stringify(person({ firstName: '', acountStatus: 'active' } as Row)),
      'null',
      '[]',
      good(),
      '\u00a0',
      `{"a":"${'x'.repeat(256 * 1024)}"}`,
      JSON.stringify(person({ externalId: '951000777' })),
      good(),
    ];
    const bytes = Buffer.concat([
      Buffer.from(`${lines.join('\n')}\n`),
      Buffer.from('{"firstName":"Ren\xe9"}\n', 'latin1'),
      Buffer.from(good()),
    ]);

    const answer = await bulk(bytes);

    expect(brief(answer)).toEqual([
      '1 DATA INSERTED 950000001',
      '2 MALFORMED_JSON',
      '3 VALIDATION_FAILED',
      '4 VALIDATION_FAILED',
      '5 VALIDATION_FAILED',
      '6 DATA INSERTED 950000002',
      '7 MALFORMED_JSON',
      '8 PAYLOAD_TOO_LARGE',
      '9 VALIDATION_FAILED',
      '10 DATA INSERTED 950000003',
      '11 MALFORMED_JSON',
      '12 DATA INSERTED 950000004',
      summaryOf(4, 0, 0, 8),
    ]);
    expect(answer[2]).toEqual({
      line: 3,
      success: false,
      error: {
        code: 'VALIDATION_FAILED',
        message: expect.stringContaining('2 fields are not valid') as unknown,
        details: [
          expect.objectContaining({ field: 'acountStatus', code: 'unknownField' }) as unknown,
          { field: 'firstName', code: 'isText', message: 'firstName must not be blank' },
        ],
      },
    });
    expect(await allUsers(service, tenant)).toHaveLength(4);
  });

  it.each<[string, (one: string, two: string) => string, number[]]>([
    ['a final newline', (one, two) => `${one}\n${two}\n`, [1, 2]],
    ['no final newline', (one, two) => `${one}\n${two}`, [1, 2]],
    ['CRLF', (one, two) => `${one}\r\n${two}\r\n`, [1, 2]],
    ['a byte order mark', (one, two) => `\ufeff${one}\n${two}`, [1, 2]],
    [
      'blank lines, which are counted and not answered',
      (one, two) => `\n \t\n${one}\n\r\n${two}\n\n`,
      [3, 5],
    ],
  ])('takes %s', async (_, join, numbers) => {
    const answer = await bulk(join(JSON.stringify(person()), JSON.stringify(person())));

    const summary = answer.pop();
    expect(answer).toMatchObject(numbers.map((line) => ({ line, success: true })));
    expect(summary).toEqual({ summary: summaryOf(2, 0, 0, 0) });
  });

  it.each(['', '\n', '\ufeff'])('answers the summary alone to %j', async (body) => {
    expect(await bulk(body)).toEqual([{ summary: summaryOf(0, 0, 0, 0) }]);
  });

  it('takes a line of exactly 256 KiB for a line', async () => {
    const line = JSON.stringify(person());
    const padded = `${line.slice(0, -1)}${' '.repeat(256 * 1024 - line.length)}}`;

    expect(brief(await bulk(`${padded}\n${padded.replace('}', ' }')}`))).toEqual([
      '1 DATA INSERTED 950000001',
      '2 PAYLOAD_TOO_LARGE',
      summaryOf(1, 0, 0, 1),
    ]);
  });

  it.each(['gzip', 'GZIP'])('takes a body with Content-Encoding %s', async (encoding) => {
    const body = gzipSync([person(), person()].map((row) => JSON.stringify(row)).join('\n'));

    const answer = await bulk(body, { 'Content-Encoding': encoding });

    expect(answer.at(-1)).toEqual({ summary: summaryOf(2, 0, 0, 0) });
  });

  it.each<[string, Record<string, string>]>([
    ['application/json', { 'Content-Type': 'application/json' }],
    ['text/csv', { 'Content-Type': 'text/csv' }],
    ['another charset', { 'Content-Type': 'application/x-ndjson; charset=latin1' }],
    ['another encoding', { ...NDJSON, 'Content-Encoding': 'br' }],
  ])('refuses %s with 415 and stores nothing', async (_, headers) => {
    const answer = await tenant.sis.send('POST', '/users/bulk', JSON.stringify(person()), headers);

    expect(answer).toMatchObject({ status: 415, body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } } });
    expect(await allUsers(service, tenant)).toEqual([]);
  });

  it('answers warnings and conflicts like a single post', async () => {
    const [ann, bob] = [person(), person()];

    await tenant.sis.bulk('/users/bulk', [ann, bob]);
    const rows = [
      { ...ann, externalId: '950000999', facultyProfile: {} },
      { ...ann, email: bob['email'] },
    ];
    const answer = await tenant.sis.bulk('/users/bulk', rows);

    const { warnings, ...first } = answer[0] ?? {};
    expect(first).toEqual({
      line: 1,
      success: true,
      id: '950000001',
      message: 'DATA UPDATED',
      changed: false,
    });
    expect(warnings).toMatchObject([{ code: 'EXTERNAL_ID_NOT_FOUND' }, { code: 'IGNORED' }]);
    expect(brief(answer).slice(1)).toEqual(['2 IDENTITY_CONFLICT', summaryOf(0, 0, 1, 1)]);
  });

  it('takes rows whose statements would be larger than the server accepts at once', async () => {
    const tags = Array.from({ length: 100 }, (_, index) => `${index}${'\u{1F600}'.repeat(250)}`);
    const people = Array.from({ length: 100 }, () => person({ userTags: tags, languages: tags }));

    const inserted = await tenant.sis.bulk('/users/bulk', people);
    const changed = people.map(({ userTags, languages, ...row }) => ({ ...row, degree: 'EdD' }));
    const updated = await tenant.sis.bulk('/users/bulk', changed);

    expect(inserted.at(-1)).toEqual({ summary: summaryOf(100, 0, 0, 0) });
    expect(updated.at(-1)).toEqual({ summary: summaryOf(0, 100, 0, 0) });
  });
});

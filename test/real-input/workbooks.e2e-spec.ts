import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Summary } from '../../src/cli/feed/report.js';
import { type Cell, sheetOf, workbook } from '../factories/workbook.js';
import { jsonLines } from '../support/answers.js';
import { folderForEachTest } from '../support/folders.js';
import { credentialOptions, runFeed } from '../support/run-feed.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli } from '../support/terminal.js';

const HEADER = ['externalId', 'email', 'firstName', 'lastName', 'accountType', 'leaveUntil', 'note'];

interface Fed {
  readonly code: number;
  readonly summary: Summary | undefined;
  readonly stderr: string;
  /** Line and reason of each failed row. */
  readonly failures: readonly string[];
}

const service = await TestService.ofWorker();
let tenant: TestTenant;
const folder = folderForEachTest('workbooks');

beforeEach(async () => {
  tenant = await service.tenant();
});

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, content);
  return path;
}

async function fed(path: string, ...options: string[]): Promise<Fed> {
  const credential = credentialOptions(service.baseUrl, tenant.apiKey, tenant.apiSecret);
  const { code, stdout, stderr } = await runFeed([path, ...credential, '--json', ...options]);
  const summary = stdout === '' ? undefined : (JSON.parse(stdout) as Summary);
  const failures = (summary?.failures ?? []).map(({ line, error }) => `${line}: ${error.message}`);
  return { code, summary, stderr, failures };
}

let people = 0;

/** The row of a person with this identifier. */
function row(externalId: Cell, ...more: readonly Cell[]): Cell[] {
  people += 1;
  return [externalId, `p${people}@x.example.edu`, 'Ann', `Lee${people}`, 'Faculty', ...more];
}

async function stored(externalId: string): Promise<Record<string, unknown> | undefined> {
  const { status, body } = await tenant.sis.get(`/users/${encodeURIComponent(externalId)}`);
  return status === 404 ? undefined : body.data;
}

describe('a workbook that is fed', () => {
  it('makes people of texts, numbers and dates', async () => {
    const leaveUntil = { value: 46_419, format: 'd/m/yyyy' };
    const rows = [
      row('00123', leaveUntil),
      row(4711),
      row({ value: 7, format: '000000' }),
      row({ value: 8, formula: '4+4' }),
      [],
      row({ type: 'inlineStr', value: 'S-9' }),
    ];
    const night = await fed(await write('people.xlsx', sheetOf(HEADER, ...rows)));
    expect(night).toMatchObject({
      code: 0,
      summary: { rows: 6, inserted: 5, blank: 1, ignoredColumns: ['note'] },
    });
    const ids = ['00123', '4711', '000007', '8', 'S-9'];
    expect((await Promise.all(ids.map(stored))).every((one) => one !== undefined)).toBe(true);
    expect(await stored('00123')).toMatchObject({ facultyProfile: { leaveUntil: '2027-02-01' } });
  });

  it('is recognised by its content, whatever its name is', async () => {
    const path = await write('people.csv', sheetOf(HEADER, row('S-1')));
    expect(await fed(path)).toMatchObject({ code: 0, summary: { inserted: 1 } });
  });

  it('has dates that are read so whatever format the mapping names for texts', async () => {
    const mapping = await write(
      'map.json',
      JSON.stringify({
        columns: {
          Start: { fields: ['monthOfEntry', 'yearOfEntry'], transform: 'monthYear', dateFormat: 'D/M/YYYY' },
        },
      }),
    );
    const header = [...HEADER.slice(0, 5), 'Start'];
    const rows = [row('S-1', { value: 45_536, format: 'yyyy-mm-dd' }), row('S-2', '1/9/2024')];
    const night = await fed(await write('people.xlsx', sheetOf(header, ...rows)), '--map', mapping);
    expect(night).toMatchObject({ code: 0, summary: { inserted: 2 } });
    for (const id of ['S-1', 'S-2'])
      expect(await stored(id)).toMatchObject({ monthOfEntry: 9, yearOfEntry: 2024 });
  });

  it('refuses rows with merged cells, and with an error of a formula in a column that is read', async () => {
    const rows = [
      row('S-1'),
      [...row('S-2').slice(0, 2), { type: 'e', value: '#N/A' }, 'Lee', 'Faculty'],
      row('S-3'),
      row('S-4', '', { type: 'e', value: '#REF!' }),
    ];
    const content = workbook({ sheets: [{ rows: [HEADER, ...rows], merged: ['E4:F4'] }] });
    const night = await fed(await write('people.xlsx', content));
    expect(night).toMatchObject({ code: 1, summary: { inserted: 2, refused: 2 } });
    expect(night.failures).toEqual([
      expect.stringContaining(
        '3: The column "firstName" has #N/A, which a spreadsheet shows where a formula has failed',
      ),
      expect.stringContaining('4: The cells E4:F4 are merged'),
    ]);
  });

  it('is planned as it is applied, from the sheet that is named', async () => {
    const sheets = [
      { name: 'Read me', rows: [['People of the autumn']] },
      { name: 'Students', rows: [HEADER, row('S-1')] },
    ];
    const path = await write('people.xlsx', workbook({ sheets }));
    const words = ['run', 'plan', path, '--tenant', tenant.tenantId, '--json'];
    const { stdout } = await cli([...words, '--sheet', 'Students']);
    expect(jsonLines(stdout).at(-1)).toMatchObject({ summary: { inserted: 1 } });
    expect((await fed(path)).stderr).toContain('The header that was read: People of the autumn');
    expect((await fed(path, '--sheet', 'students')).summary).toMatchObject({ inserted: 1 });
    expect(await fed(path, '--sheet', 'Pupils')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'people.xlsx: there is no sheet "Pupils"; the workbook has "Read me", "Students"',
      ) as unknown,
    });
  });

  it.each([
    ['is cut off', (whole: Buffer) => whole.subarray(0, 900), 'the workbook is damaged or incomplete'],
    ['is none', () => Buffer.from('externalId,email'), 'it is no workbook (.xlsx)'],
  ])('is refused when it %s', async (_, content, message) => {
    const night = await fed(await write('people.xlsx', content(sheetOf(HEADER, row('S-1')))));
    expect(night).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as unknown });
  });

  it('is the only file that has sheets', async () => {
    const night = await fed(await write('people.csv', HEADER.join(',')), '--sheet', 'Students');
    expect(night).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('only a workbook has sheets') as unknown,
    });
  });
});

describe('an identifier that a spreadsheet has destroyed', () => {
  const AS_TEXT = 'format its column as text (Format Cells, Number, Text)';

  it.each<[string, Cell]>([
    ['a number beyond 15 digits', { value: '1.2345678901234568E+17' }],
    ['a whole number of 16 digits', { value: '1234567890123456' }],
    ['a number with a fraction', 12_345.5],
    ['a date', { value: 45_536, format: 'd-mmm' }],
    ['a text that was shortened', '1.23457E+11'],
  ])('is refused in its row of a workbook, which says what to do: %s', async (_, cell) => {
    const night = await fed(await write('people.xlsx', sheetOf(HEADER, row('S-1'), row(cell), row('S-3'))));
    expect(night).toMatchObject({ code: 1, summary: { rows: 3, inserted: 2, failed: 1 } });
    expect(night.failures).toEqual([expect.stringMatching(/^3: /)]);
    expect(night.failures[0]).toContain(AS_TEXT);
  });

  it.each(['1.23457E+11', '1,23457E+11', '-1.23E+16'])(
    'is refused in its row of a CSV too: %s',
    async (cell) => {
      const rows = ['S-1', cell, 'S-3'].map((id) => row(id).map(String));
      const lines = [HEADER.slice(0, 5), ...rows].map((cells) => cells.join(';'));
      const night = await fed(await write('people.csv', `${lines.join('\n')}\n`));
      expect(night.failures).toEqual([expect.stringMatching(/^3: /)]);
      expect(night.failures[0]).toContain(AS_TEXT);
      expect(night.summary).toMatchObject({ inserted: 2 });
    },
  );

  it('makes no address and joins no other record', async () => {
    const columns = { Number: 'externalId', email: null };
    const templates = { email: '{Number}@x.example.edu' };
    const mapping = await write('map.json', JSON.stringify({ columns, templates }));
    const header = ['Number', ...HEADER.slice(1)];
    const content = sheetOf(header, row({ value: '1.2345678901234568E+17' }), row(1.5), row('S-3'));
    const night = await fed(await write('people.xlsx', content), '--map', mapping);
    expect(night.summary).toMatchObject({ inserted: 1, failed: 2 });
    expect(await stored('S-3')).toMatchObject({ email: 'S-3@x.example.edu' });
  });
});

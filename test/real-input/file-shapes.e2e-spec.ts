import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Summary } from '../../src/cli/feed/report.js';
import { archive } from '../factories/workbook.js';
import { folderForEachTest } from '../support/folders.js';
import { credentialOptions, runFeed } from '../support/run-feed.js';
import { TestService, type TestTenant } from '../support/service.js';

const HEADER = 'externalId,email,firstName,lastName,accountType';

interface Fed {
  readonly code: number;
  readonly summary: Summary | undefined;
  readonly stderr: string;
  /** Line and reason of each failed row. */
  readonly failures: readonly string[];
}

const service = await TestService.ofWorker();
let tenant: TestTenant;
const folder = folderForEachTest('shapes');

beforeEach(async () => {
  tenant = await service.tenant();
});

async function fed(content: string | Buffer, ...options: string[]): Promise<Fed> {
  const path = join(folder.path, 'people.csv');
  await writeFile(path, content);
  const credential = credentialOptions(service.baseUrl, tenant.apiKey, tenant.apiSecret);
  const { code, stdout, stderr } = await runFeed([path, ...credential, '--json', ...options]);
  const summary = stdout === '' ? undefined : (JSON.parse(stdout) as Summary);
  const failures = (summary?.failures ?? []).map(({ line, error }) => `${line}: ${error.message}`);
  return { code, summary, stderr, failures };
}

/** First name, last name and program of a person; undefined when no one is stored. */
async function stored(externalId: string): Promise<object | undefined> {
  const { status, body } = await tenant.sis.get(`/users/${externalId}`);
  if (status === 404) return undefined;
  const { firstName, lastName, schoolProgram } = body.data;
  return { firstName, lastName, schoolProgram };
}

/** What the lines of a file add up to, without its header. */
function sumOf({ summary }: Fed): number {
  const { received = 0, refused = 0, blank = 0, skipped = 0, furtherLines = 0 } = summary ?? {};
  return received + refused + blank + skipped + furtherLines;
}

describe('a record of a CSV', () => {
  it('ends at each line end, whatever those of the other lines are', async () => {
    const night = await fed(
      `${HEADER},schoolProgram\r\nS-1,a1@x.example.edu,Ann,Lee,Student,Arts\n` +
        'S-2,a2@x.example.edu,Bob,Ray,Student,Law\rS-3,a3@x.example.edu,Cid,Fox,Student,Law\n',
    );
    expect(night).toMatchObject({ code: 0, summary: { rows: 3, inserted: 3 } });
    expect(await stored('S-1')).toEqual({ firstName: 'Ann', lastName: 'Lee', schoolProgram: 'Arts' });
    expect(await stored('S-3')).toEqual({ firstName: 'Cid', lastName: 'Fox', schoolProgram: 'Law' });
  });

  it('is refused with every line that a quote covers, and no one is lost or mixed up', async () => {
    const night = await fed(
      `${HEADER}\nS-1,a1@x.example.edu,"Ann,Lee,Student\nS-2,a2@x.example.edu,Bob,Ray,Student\n` +
        'S-3,a3@x.example.edu,Cid","Ray",Student\nS-4,a4@x.example.edu,Dan,Ray,Student\n',
    );
    const covers = 'A quote that opens in line 2 covers the rows up to line 4; close it, or write it twice.';
    expect(night.failures).toEqual([`2: ${covers}`, `3: ${covers}`, `4: ${covers}`]);
    expect(night).toMatchObject({ code: 1, summary: { rows: 4, received: 1, refused: 3, failed: 3 } });
    expect(await Promise.all(['S-1', 'S-2', 'S-3'].map(stored))).toEqual([undefined, undefined, undefined]);
    expect(await stored('S-4')).toMatchObject({ firstName: 'Dan' });
  });

  it('is refused too where such a quote closes with the right number of cells', async () => {
    const lines = ['S-1,a1@x.example.edu,"Ann,Lee,Student', 'S-2,a2@x.example.edu,Bob,"Ray, Jr",Student'];
    const night = await fed(`${HEADER}\n${lines.join('\n')}\nS-3,a3@x.example.edu,Dan,Ray,Student\n`);
    expect(night).toMatchObject({ code: 1, summary: { rows: 3, received: 1, refused: 2 } });
    expect(night.failures).toHaveLength(2);
    expect(await Promise.all(['S-1', 'S-2'].map(stored))).toEqual([undefined, undefined]);
    expect(await stored('S-3')).toMatchObject({ firstName: 'Dan' });
  });

  it('with more or fewer cells than the header is refused, a last one that was cut off too', async () => {
    const night = await fed(
      `${HEADER},schoolProgram,degree\nS-1,a1@x.example.edu,Ann,Lee,Student,Arts, Sciences,PhD\n` +
        'S-2,a2@x.example.edu,Bob,Ray,Student,Law,PhD\nS-3,a3@x.example.edu,Cid,F',
    );
    expect(night.failures).toEqual([
      expect.stringContaining('2: The row has 8 cells for 7 columns'),
      expect.stringContaining('4: The row has 4 cells for 7 columns'),
    ]);
    expect(night).toMatchObject({ code: 1, summary: { rows: 3, inserted: 1, refused: 2 } });
    expect(await stored('S-1')).toBeUndefined();
  });

  it('with nothing in it is blank, which is no failure', async () => {
    const night = await fed(`${HEADER}\nS-1,a1@x.example.edu,Ann,Lee,Student\n,,,,\n\n,,,,\n`);
    expect(night).toMatchObject({ code: 0, summary: { rows: 4, inserted: 1, blank: 3, failed: 0 } });
  });

  it('is counted as received, refused, blank or skipped, so that the file adds up', async () => {
    const lines = ['S-1,a1@x.example.edu,Ann,Lee,Student', 'S-2,none,Bob,Ray,Student', ',,,,', 'S-3', ''];
    lines.push('"S-4\n",a4@x.example.edu,Cid,Fox,Student', 'S-5,"\n",Cid,Fox');
    const night = await fed(`${HEADER}\n${lines.join('\n')}\n`);
    expect(sumOf(night)).toBe(lines.join('\n').split('\n').length);
    expect(night).toMatchObject({
      code: 1,
      summary: { rows: 8, received: 3, failed: 4, refused: 3, blank: 2, furtherLines: 1 },
    });
  });
});

describe('an address with two numbers in one file', () => {
  it('is that of the first row; the others are refused with its line, every night', async () => {
    const names = [
      ['S-1', 'Ann,Lee'],
      ['S-2', 'Bob,Ray'],
      ['S-3', 'Cid,Fox'],
    ];
    const rows = names.map(([number, name]) => `${number},none@x.example.edu,${name},Student`);
    for (const inserted of [1, 0]) {
      const night = await fed(`${HEADER}\n${rows.join('\n')}\n`);
      expect(night).toMatchObject({ code: 1, summary: { rows: 3, inserted, received: 1, refused: 2 } });
      expect(night.failures).toEqual([
        expect.stringContaining(
          '3: email: none@x.example.edu also stands in line 2, with the externalId S-1',
        ),
        expect.stringContaining('4: email: none@x.example.edu also stands in line 2'),
      ]);
      expect(await stored('S-1')).toMatchObject({ firstName: 'Ann' });
    }
  });
});

describe('an address of two people in one file', () => {
  it('is that of the first row, where one of both rows has no number', async () => {
    const family = ['S-1,none@x.example.edu,Ann,Lee,Student', ',none@x.example.edu,Walter,Lee,Student'];
    for (const rows of [family, family]) {
      const night = await fed(`${HEADER}\n${rows.join('\n')}\n`);
      expect(night).toMatchObject({ code: 1, summary: { received: 1, refused: 1 } });
      expect(night.failures).toEqual([
        '3: email: none@x.example.edu also stands in line 2, with another first name; ' +
          'two people cannot have one address.',
      ]);
      expect(await stored('S-1')).toMatchObject({ firstName: 'Ann' });
    }
  });
});

describe('a file of UTF-8 that is fed in another encoding', () => {
  const TABLE = `${HEADER}\nS-1,a1@x.example.edu,Zoë,Lee,Student\n`;
  const FORMER = ['--encoding', 'windows-1252'];

  it('is refused, and spoils no name', async () => {
    await fed(Buffer.from(TABLE, 'latin1'), ...FORMER);
    const night = await fed(TABLE, ...FORMER);
    const said = expect.stringContaining('it is UTF-8 text, not windows-1252') as unknown;
    expect(night).toMatchObject({ code: 2, stderr: said });
    expect(await stored('S-1')).toMatchObject({ firstName: 'Zoë' });
  });

  it('is read as UTF-8 where its mark says so', async () => {
    expect(await fed(`\uFEFF${TABLE}`, ...FORMER)).toMatchObject({ code: 0, summary: { inserted: 1 } });
    expect(await stored('S-1')).toMatchObject({ firstName: 'Zoë' });
  });
});

describe('addresses that move within a file', () => {
  it.each([2, 100])('are swapped, or go round a ring: %d people', async (count) => {
    const names = Array.from({ length: count }, (_, place) => `n${place}`);
    const night = (addressOf: (place: number) => number): string =>
      names.map((name, place) => `${name},p${addressOf(place)}@x.example.edu,Ann,Lee,Student\n`).join('');
    await fed(`${HEADER}\n${night((place) => place)}`);
    const moved = await fed(`${HEADER}\n${night((place) => (place + 1) % count)}`);
    expect(moved).toMatchObject({ code: 0, summary: { updated: count, failed: 0 } });
  });
});

describe('a file that is no plain CSV in UTF-8', () => {
  const TABLE = `${HEADER}\nS-1,a1@x.example.edu,Zoë,Lee,Student\n`;

  it.each([
    ['is UTF-16 with tabs, as a spreadsheet writes "Unicode text"', utf16(TABLE.replaceAll(',', '\t'))],
    ['begins with sep=;', `sep=;\r\n${TABLE.replaceAll(',', ';')}`],
    ['has vertical bars', TABLE.replaceAll(',', '|')],
  ])('is read when it %s', async (_, content) => {
    expect(await fed(content)).toMatchObject({ code: 0, summary: { inserted: 1 } });
    expect(await stored('S-1')).toMatchObject({ firstName: 'Zoë' });
  });

  it.each([
    ['has a byte of another encoding', Buffer.from(TABLE, 'latin1'), 'line 2 is not utf-8 text'],
    ['is an archive', archive({ 'people.csv': TABLE }), 'it is an archive'],
    [
      'is a workbook of an old program',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'it is a workbook of an old program (.xls)',
    ],
    [
      'is a workbook with a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'it is protected by a password',
    ],
    ['has a title above the header', `People\n${TABLE}`, 'The header that was read: People'],
    [
      'has a quote that never ends',
      `${HEADER}\nS-1,a1@x.example.edu,"Zoë,Lee,Student\n`,
      'a quote opens there',
    ],
  ])('is refused when it %s, and says so', async (_, content, message) => {
    const night = await fed(content);
    expect(night).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as unknown });
    expect(await stored('S-1')).toBeUndefined();
  });
});

function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text}`, 'utf16le');
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMapping } from '../mapping/parse-mapping.js';
import { detectDelimiter, openCsv, readCsv, type CsvRecord } from './csv-source.js';
import type { TableOptions } from './formats.js';
import { openJson } from './json-source.js';
import { peopleOf } from './people.js';
import type { Table } from './table.js';

// eslint-disable-next-line @typescript-eslint/require-await -- an asynchronous source without anything to wait for
async function* chunksOf(content: string | Buffer, size = 3): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(content: string | Buffer, encoding = 'utf-8', delimiter?: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readCsv(chunksOf(content), encoding, delimiter)) records.push(record);
  return records;
}

const cellsOf = async (content: string | Buffer, encoding?: string): Promise<string[][]> =>
  (await read(content, encoding)).map(({ cells }) => cells);

describe('A CSV file', () => {
  it.each([
    [
      'a,b;c\n1,2',
      [
        ['a', 'b;c'],
        ['1', '2'],
      ],
    ],
    [
      'a;b;c\n1;2,5;3',
      [
        ['a', 'b', 'c'],
        ['1', '2,5', '3'],
      ],
    ],
    [
      'a\tb\n1\t2,3',
      [
        ['a', 'b'],
        ['1', '2,3'],
      ],
    ],
    [
      '\uFEFFa,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
    [
      'a,b\n\n1,"x ""y"" z"\n',
      [
        ['a', 'b'],
        ['1', 'x "y" z'],
      ],
    ],
    [
      'a,b\n1,5" disk\n',
      [
        ['a', 'b'],
        ['1', '5" disk'],
      ],
    ],
    ['only\nZoë', [['only'], ['Zoë']]],
    ['', []],
  ])('%j is read', async (content, cells) => {
    expect(await cellsOf(content)).toEqual(cells);
  });

  it('tells the line on which a record begins', async () => {
    const content = 'a,b\r\n1,"x\r\ny"\r\n\r\n2,"\n\n"\r\n3,4\r\n';
    expect((await read(content)).map(({ line }) => line)).toEqual([1, 2, 5, 8]);
  });

  it('is read in another encoding', async () => {
    expect(await cellsOf(Buffer.from('a,b\nRen\u00e9,M\u00fcller', 'latin1'), 'windows-1252')).toEqual([
      ['a', 'b'],
      ['René', 'Müller'],
    ]);
  });

  it('is refused in the wrong encoding, for a name must not be damaged in silence', async () => {
    await expect(read(Buffer.from('a,b\nRen\u00e9,x', 'latin1'))).rejects.toThrow('it is not utf-8 text');
  });

  it('is refused where a quote never ends', async () => {
    await expect(read('a,b\n1,"x\n2,y')).rejects.toThrow(/quote/i);
  });

  it.each([
    ['a,b,c', ','],
    ['"x,y,z";b', ';'],
    ['a\tb', '\t'],
    ['a', ','],
    ['\n\na;b\n1,2,3', ';'],
  ])('%j has its delimiter detected', (head, delimiter) => {
    expect(detectDelimiter(head)).toBe(delimiter);
  });
});

describe('Rows of tables', () => {
  let directory: string;
  let options: TableOptions;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'feed-'));
    const notes = { skipped: new Map<string, number>(), ignoredColumns: [] };
    options = { mapping: undefined, blankClears: false, encoding: 'utf-8', directory, notes };
  });

  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  async function rows(content: string, open = openCsvTable): Promise<unknown[]> {
    const result: unknown[] = [];
    for await (const { line, bytes } of peopleOf(await open(chunksOf(content)), options)) {
      result.push({ line, row: JSON.parse(bytes.toString('utf8')) as unknown });
    }
    return result;
  }

  const openCsvTable = (chunks: AsyncIterable<Buffer>): Promise<Table> => openCsv(chunks, 'utf-8');
  const header = 'sourcedId,givenName,familyName,email';

  it('take the columns of a side file, of several lines the preferred one', async () => {
    const roles = [
      'userSourcedId,roleType,role',
      'u1,secondary,guardian',
      'u1,PRIMARY,teacher',
      'u1,primary,student',
      'u2,secondary,student\n',
    ].join('\n');
    await writeFile(join(directory, 'roles.csv'), roles);
    options.mapping = parseMapping({
      lookup: {
        file: 'roles.csv',
        key: 'userSourcedId',
        on: 'sourcedId',
        take: ['role'],
        prefer: { roleType: ['primary'] },
      },
      skip: { role: [''] },
    });
    expect(
      await rows(`${header}\nu1,A,B,a@example.edu\nu2,C,D,c@example.edu\nu3,E,F,e@example.edu\n`),
    ).toEqual([
      {
        line: 2,
        row: {
          externalId: 'u1',
          firstName: 'A',
          lastName: 'B',
          email: 'a@example.edu',
          accountType: 'Faculty',
        },
      },
      {
        line: 3,
        row: {
          externalId: 'u2',
          firstName: 'C',
          lastName: 'D',
          email: 'c@example.edu',
          accountType: 'Student',
        },
      },
    ]);
    expect(options.notes).toEqual({ skipped: new Map([['role is blank', 1]]), ignoredColumns: [] });
  });

  it.each([
    ['is not there', { file: 'absent.csv' }, /^the lookup file absent\.csv: ENOENT/],
    ['lacks the column', { key: 'user' }, 'names the column "user", which roles.csv does not have'],
    [
      'is joined on a column that is not there',
      { on: 'user' },
      'names the column "user", which the fed file does not have',
    ],
    ['repeats a column', { take: ['email'] }, 'takes the column "email" twice'],
  ])('are refused when the side file %s', async (_, change, message) => {
    await writeFile(join(directory, 'roles.csv'), 'userSourcedId,role\nu1,student\n');
    const lookup = { file: 'roles.csv', key: 'userSourcedId', on: 'sourcedId', take: ['role'], ...change };
    options.mapping = parseMapping({ lookup });
    await expect(rows(`${header}\nu1,A,B,a@example.edu\n`)).rejects.toThrow(message);
  });

  it('are refused with a side file where there is no directory', async () => {
    options.directory = undefined;
    options.mapping = parseMapping({
      lookup: { file: 'roles.csv', key: 'userSourcedId', on: 'sourcedId', take: ['role'] },
    });
    const refused = 'the mapping joins roles.csv, which only the feed command can read';
    await expect(rows(`${header}\nu1,A,B,a@example.edu\n`)).rejects.toThrow(refused);
  });

  it('are refused when nothing gives a required field', async () => {
    const refused = 'no column gives firstName, lastName, accountType; say in a mapping where to find it';
    await expect(rows('email\na@example.edu\n')).rejects.toThrow(refused);
  });

  it('of JSON are refused beyond a size', async () => {
    await expect(openJson(chunksOf('[{"a":1}]'), 4)).rejects.toThrow('a JSON file may have at most');
  });

  it('are refused without a header', async () => {
    await expect(rows('\n\n')).rejects.toThrow('there is no header row');
  });

  it.each([
    ['a list', '[{"ID":"1","Name":"Bell, Ann"},{"ID":"2","Name":"Carr, Bo","x":1}]'],
    ['an object', '{"k1":{"ID":"1","Name":"Bell, Ann"},"k2":{"ID":"2","Name":"Carr, Bo","x":1}}'],
  ])('come from %s of JSON records', async (_, content) => {
    options.mapping = parseMapping({
      columns: { ID: 'externalId', Name: { fields: ['lastName', 'firstName'], transform: 'splitName' } },
      defaults: { accountType: 'Student' },
      templates: { email: '{externalId}@example.edu' },
    });
    expect(await rows(content, openJson)).toEqual([
      {
        line: 1,
        row: {
          externalId: '1',
          firstName: 'Ann',
          lastName: 'Bell',
          accountType: 'Student',
          email: '1@example.edu',
        },
      },
      {
        line: 2,
        row: {
          externalId: '2',
          firstName: 'Bo',
          lastName: 'Carr',
          accountType: 'Student',
          email: '2@example.edu',
        },
      },
    ]);
    expect(options.notes.ignoredColumns).toEqual(['x']);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMapping } from '../mapping/parse-mapping.js';
import { detectDelimiter, openCsv } from './csv-source.js';
import { noNotes, type TableOptions } from './formats.js';
import { openJson } from './json-source.js';
import { peopleOf } from './people.js';
import { isUnreadable, type Table } from './table.js';

// oxlint-disable-next-line typescript/require-await -- an asynchronous source without anything to wait for
async function* chunksOf(content: string | Buffer, size = 3): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const HEAD = 'id,mail,first,last\n';
const UTF_8 = { encoding: 'utf-8' };

interface Read {
  readonly header: string[];
  /** The cells of each record, or the lines and the message of what is none. */
  readonly rows: (readonly unknown[] | string)[];
  readonly lines: number[];
  readonly blank: number;
}

async function read(content: string | Buffer, encoding = 'utf-8'): Promise<Read> {
  const notes = noNotes();
  const chunks = chunksOf(content, content.length > 1000 ? 65_536 : 3);
  const { header, records } = await openCsv(chunks, { encoding, notes });
  const rows: Read['rows'] = [];
  const lines: number[] = [];
  for await (const record of records) {
    lines.push(record.line);
    rows.push(isUnreadable(record) ? record.refusal.message : record.cells);
  }
  return { header, rows, lines, blank: notes.blank };
}

describe('A CSV file', () => {
  it.each([
    { content: 'a,b;c\n1,2', header: ['a', 'b;c'], rows: [['1', '2']] },
    { content: 'a;b;c\n1;2,5;3', header: ['a', 'b', 'c'], rows: [['1', '2,5', '3']] },
    { content: 'a\tb\n1\t2,3', header: ['a', 'b'], rows: [['1', '2,3']] },
    { content: 'a|b\n1|2,3', header: ['a', 'b'], rows: [['1', '2,3']] },
    { content: '\uFEFFa,b\r\n1,2\r\n', header: ['a', 'b'], rows: [['1', '2']] },
    { content: 'a,b\n\n1,"x ""y"" z"\n', header: ['a', 'b'], rows: [['1', 'x "y" z']] },
    { content: 'a,b\n1,5" disk\n', header: ['a', 'b'], rows: [['1', '5" disk']] },
    { content: 'only\nZoë', header: ['only'], rows: [['Zoë']] },
    { content: 'sep=;\r\na;b\r\n1,5;2\r\n', header: ['a', 'b'], rows: [['1,5', '2']] },
    {
      content: 'a,b,,\n1,2\n1,2,,\n',
      header: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['1', '2', '', ''],
      ],
    },
  ])('$content is read', async ({ content, header, rows }) => {
    expect(await read(content)).toMatchObject({ header, rows });
  });

  it.each(['\r\n', '\n', '\r'])(
    'ends a record at each line end, also after a header with %j',
    async (end) => {
      const { rows, lines } = await read(`a,b${end}1,2\r\n3,4\n5,6\r7,8`);
      expect(rows).toEqual(['1,2', '3,4', '5,6', '7,8'].map((row) => row.split(',')));
      expect(lines).toEqual([2, 3, 4, 5]);
    },
  );

  it('has text of several lines in quotes, with whatever line ends', async () => {
    const { rows } = await read(`${HEAD}1,m,"x\ny, z\r\n",w\n2,"a\rb",c,d\n3,m,f,"one\ntwo"\n`);
    expect(rows).toEqual([
      ['1', 'm', 'x\ny, z\r\n', 'w'],
      ['2', 'a\rb', 'c', 'd'],
      ['3', 'm', 'f', 'one\ntwo'],
    ]);
  });

  it('shows the line on which a record begins', async () => {
    const content = 'a,b\r\n1,"x\r\ny"\r\n\r\n2,"\n\n"\r\n3,4\r\n';
    expect((await read(content)).lines).toEqual([2, 5, 8]);
  });

  it('has blank rows, which are counted', async () => {
    expect(await read('a,b\n\n,\n1,2\n , \n\n')).toMatchObject({ rows: [['1', '2']], blank: 4 });
  });

  it.each([
    ['1,m,Ann,Lee,more', 'The row has 5 cells for 4 columns'],
    ['1,m,Ann', 'The row has 3 cells for 4 columns'],
    ['1', 'The row has 1 cell for 4 columns'],
  ])('has no row %j', async (line, message) => {
    const { rows, lines } = await read(`${HEAD}${line}\n2,m,Bob,Ray\n`);
    expect(rows).toEqual([expect.stringContaining(message), ['2', 'm', 'Bob', 'Ray']]);
    expect(lines).toEqual([2, 3]);
  });

  it.each([
    ['closes in another row', '1,a,"Ann,Lee\n2,b,Bob,Ray\n3,c,Cid","Fox"\n', 3],
    ['closes in the next row', '1,a,"Ann,Lee\n2,b,Cid","Fox"\n', 2],
    ['closes at another quote', '1,a,"Ann,Lee\n2,b,Bob,Ray\n3,c,Dan "Dan",Ray\n', 3],
    ['closes where a cell of the next row opens', '1,"Ann,Lee\n2,b,"Ray, Jr",x\n', 2],
    ['closes where the last cell of the next row opens', '1,a,"Ann,Lee\n2,b,Bob,"Ray"\n', 2],
    ['stands in place of one that closes', '1,a,"Ann, B,Lee\n2,b,", Jr",Ray\n', 2],
    ['closes at a blank cell in quotes', '1,a,Ann,"Lee\n2,b,"",Ray\n3,c,Cid,"Fox"\n', 3],
    ['is doubled at its end', '1,a,Ann,"Lee""\n2,b,Bob,"Ray"\n', 2],
    ['closes where a text of several lines opens', '1,a,"Ann,Lee\n2,b,"Bob\nx,y,z,w\nc",Ray\n', 4],
    ['closes where a text begins with a line end', '1,a,Ann,"Lee\n2,b,Bob,"\nRay"\n', 3],
    ['ends in CRLF', '1,a,"Ann,Lee\r\n2,b,Bob,"Ray"\r\n', 2],
    ['ends in CR', '1,a,"Ann,Lee\r2,b,Bob,"Ray"\r', 2],
  ])('loses no row to a quote that %s: each of its lines is reported', async (_, content, count) => {
    const { rows, lines } = await read(`${HEAD}${content}9,z,Eve,Ray\n`);
    const message = `A quote that opens in line 2 covers the rows up to line ${count + 1}`;
    const refusal: unknown = expect.stringContaining(message);
    expect(rows).toEqual([...Array.from({ length: count }, () => refusal), ['9', 'z', 'Eve', 'Ray']]);
    expect(lines).toEqual(Array.from({ length: count + 1 }, (__, index) => index + 2));
  });

  it.each([
    ['of one column', 'id\n1\n"2\n3"\n', [['1']]],
    ['of two columns', 'id,role\n1,student\n2,"staff\n3,"staff"\n', [['1', 'student']]],
    ['with semicolons', 'id;a;b\n2;"x\n3;y;"z"\n', []],
  ])('%s has no row that a quote covers', async (_, content, kept) => {
    const { rows } = await read(content);
    const refusal: unknown = expect.stringContaining('covers the rows up to line');
    expect(rows).toEqual([...kept, refusal, refusal]);
  });

  it('names each line of a text of several lines whose row has another number of cells', async () => {
    const { rows, lines } = await read(`${HEAD}1,m,"x\ny",w,v\n2,m,Bob,Ray\n`);
    const refusal: unknown = expect.stringContaining('The row has 5 cells for 4 columns');
    expect({ rows, lines }).toEqual({ rows: [refusal, refusal, ['2', 'm', 'Bob', 'Ray']], lines: [2, 3, 4] });
  });

  it('takes the end of a text that was cut off for no row', async () => {
    const { rows } = await read('id,a\n1\n2",b\n3,5"\n');
    const [cut, closes] = ['The row has 1 cell', 'A quote closes in the row'];
    expect(rows).toEqual([expect.stringContaining(cut), expect.stringContaining(closes), ['3', '5"']]);
  });

  it.each([
    ['an address', '1,"12 Main St, Apt 4\nSpringfield, IL 62701",x,y'],
    ['an address in the last column', '1,m,x,"12 Main St,\nSpringfield,\n"'],
    ['a blank line at its end', '1,"a\n",m,x'],
    ['quotes', '1,"He said ""no"",\r\n""yes""\r\n",m,"x"'],
    ['a delimiter at its end', '1,m,"a\nb,",x'],
    ['two such texts', '1,m,"a, b\nc","\nd\n"'],
  ])('has texts of several lines with %s', async (_, row) => {
    const quoted = '"2","n","Bob","Ray"';
    const { rows } = await read(`${HEAD}${row}\n${quoted}\n${row}\n${row}\n${quoted}\n`);
    expect(rows).toHaveLength(5);
    expect(rows.filter((one) => typeof one === 'string')).toEqual([]);
  });

  it('refuses a header whose quote covers rows', async () => {
    const refused = 'A quote that opens in line 1 covers the rows up to line 2';
    await expect(read('id,mail,first,"last\n1,m,"Ann",Lee\n')).rejects.toThrow(refused);
    expect((await read('id,"last\nname"\n1,Lee\n')).rows).toEqual([['1', 'Lee']]);
  });

  it.each([
    ['is never closed', `${HEAD}1,a,Ann,Lee\n2,b,"Bob,Ray\n3,c,Cid,Fox\n`, 'from line 3 on'],
    ['is not closed within 1 MiB', `${HEAD}1,"${'x'.repeat(2 * 1024 * 1024)}`, 'from line 2 on'],
  ])('is refused where a quote %s', async (end, content, line) => {
    await expect(read(content)).rejects.toThrow(`${line} it cannot be read: a quote opens there that ${end}`);
  });

  it('is refused where a line is longer than 1 MiB', async () => {
    const content = `${HEAD}1,${'x'.repeat(2 * 1024 * 1024)}`;
    await expect(read(content)).rejects.toThrow('line 2 is longer than 1 MiB');
  });

  it.each(['é', 'é,x', 'xé,x', 'xxé'])('of UTF-8 is not read in another encoding: %s', async (text) => {
    const read1252 = read(`a\n${text}\n`, 'windows-1252');
    await expect(read1252).rejects.toThrow('it is UTF-8 text, not windows-1252');
  });

  it('is read in an encoding of East Asia, of which a letter may be one of UTF-8', async () => {
    const { rows } = await read(Buffer.from([0x61, 0x0a, 0xd2, 0xbb]), 'gbk');
    expect(rows).toEqual([['一']]);
  });

  it('is read in another encoding', async () => {
    const { rows } = await read(Buffer.from('a,b\nRen\u00e9,M\u00fcller', 'latin1'), 'windows-1252');
    expect(rows).toEqual([['René', 'Müller']]);
  });

  it.each([
    ['a,b\nx,y\nRen\u00e9,x', 3],
    ['a,b\r\nx,y\r\nz,\u00e9', 3],
    ['\u00e9,b\n', 1],
  ])('%j is refused in the wrong encoding, with its line', async (text, line) => {
    await expect(read(Buffer.from(text, 'latin1'))).rejects.toThrow(`line ${line} is not utf-8 text`);
  });

  it('without a header is refused', async () => {
    await expect(read('\n,\n')).rejects.toThrow('there is no header row');
  });

  it.each([
    ['a,b,c', ','],
    ['"x,y,z";b', ';'],
    ['a\tb', '\t'],
    ['a|b', '|'],
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
    options = { mapping: undefined, blankClears: false, encoding: 'utf-8', directory, notes: noNotes() };
  });

  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  async function rows(content: string, open = openCsvTable): Promise<unknown[]> {
    const result: unknown[] = [];
    for await (const row of peopleOf(await open(chunksOf(content)), options)) {
      const read: unknown = isUnreadable(row) ? undefined : JSON.parse(row.bytes.toString('utf8'));
      result.push({ line: row.line, row: read });
    }
    return result;
  }

  const openCsvTable = (chunks: AsyncIterable<Buffer>): Promise<Table> =>
    openCsv(chunks, { encoding: 'utf-8', notes: options.notes });
  const openJsonTable = (chunks: AsyncIterable<Buffer>): Promise<Table> => openJson(chunks, UTF_8);
  const header = 'sourcedId,givenName,familyName,email';
  const ONE = `${header}\nu1,A,B,a@example.edu\n`;

  /** The rows take the role from a side file of these lines. */
  async function lookUp(lines: readonly string[], change: object = {}, mapping: object = {}): Promise<void> {
    await writeFile(join(directory, 'roles.csv'), lines.map((line) => `${line}\n`).join(''));
    const lookup = { file: 'roles.csv', key: 'id', on: 'sourcedId', take: ['role'], ...change };
    options.mapping = parseMapping({ lookup, ...mapping });
  }

  it('take the columns of a side file, of several lines the preferred one', async () => {
    const roles = [
      'u1,secondary,guardian',
      'u1,PRIMARY,teacher',
      'u1,primary,student',
      'u2,secondary,student',
    ];
    const preferred = { prefer: { roleType: ['primary'] } };
    await lookUp(['id,roleType,role', ...roles], preferred, { skip: { role: [''] } });
    const people = ['u1,A,B,a@example.edu', 'u2,C,D,c@example.edu', 'u3,E,F,e@example.edu'];
    const ann = { externalId: 'u1', firstName: 'A', lastName: 'B', email: 'a@example.edu' };
    const carl = { externalId: 'u2', firstName: 'C', lastName: 'D', email: 'c@example.edu' };
    expect(await rows([header, ...people].join('\n'))).toEqual([
      { line: 2, row: { ...ann, accountType: 'Faculty' } },
      { line: 3, row: { ...carl, accountType: 'Student' } },
    ]);
    expect(options.notes).toMatchObject({ ...noNotes(), skipped: new Map([['role is blank', 1]]) });
  });

  it.each([
    ['is not there', { file: 'absent.csv' }, /^the lookup file absent\.csv: ENOENT/],
    ['lacks the column', { key: 'user' }, 'names the column "user", which roles.csv does not have'],
    [
      'is joined on an absent column',
      { on: 'user' },
      'names the column "user", which the fed file does not have',
    ],
    ['repeats a column', { take: ['email'] }, 'takes the column "email" twice'],
  ])('are refused when the side file %s', async (_, change, message) => {
    await lookUp(['id,role', 'u1,student'], change);
    await expect(rows(ONE)).rejects.toThrow(message);
  });

  it('are refused when a line of the side file is no row', async () => {
    await lookUp(['id,role,note', 'u1,student']);
    const refused = 'the lookup file roles.csv: line 2: The row has 2 cells for 3 columns';
    await expect(rows(ONE)).rejects.toThrow(refused);
  });

  it('are refused with a side file where there is no directory', async () => {
    await lookUp(['id,role', 'u1,student']);
    options.directory = undefined;
    const refused = 'the mapping joins roles.csv, which only the feed command can read';
    await expect(rows(ONE)).rejects.toThrow(refused);
  });

  it('are refused when nothing gives a required field', async () => {
    const refused =
      'no column gives firstName, lastName, accountType; say in a mapping where to find it. The header';
    await expect(rows('email,id\na@example.edu,1\n')).rejects.toThrow(`${refused} that was read: email | id`);
  });

  it('are joined by keys that a spreadsheet has wrapped', async () => {
    await lookUp(['id,role,note', '00123,student,']);
    expect(await rows(`${header}\n="00123",A,B,a@example.edu\n`)).toMatchObject([
      { row: { externalId: '00123', accountType: 'Student' } },
    ]);
  });

  it.each(['#N/A', '-', '', '1.2E+11'])('are not joined by %j, which stands for many', async (lost) => {
    const defaults = { accountType: 'Student' };
    await lookUp(['id,role,note', `${lost},teacher,x`, 'u1,student,'], {}, { defaults });
    expect(await rows(`${header}\n${lost},A,B,a@x.edu\nu1,A,B,b@x.edu\n`)).toMatchObject([
      { row: { email: 'a@x.edu', accountType: 'Student' } },
      { row: { email: 'b@x.edu', accountType: 'Student' } },
    ]);
  });

  it('of more than 500 columns are refused, in CSV and in JSON', async () => {
    const names = Array.from({ length: 501 }, (_, index) => `customFields.c${index}`);
    const refused = 'it has 501 columns; a file may have 500';
    await expect(rows(`${names.join(',')}\n`)).rejects.toThrow(refused);
    const record = JSON.stringify([Object.fromEntries(names.map((name) => [name, 1]))]);
    await expect(rows(record, openJsonTable)).rejects.toThrow(refused);
  });

  it.each([
    ['[{"a":1,\n"a":2}]', 'line 2: the key [0].a stands twice in the same object'],
    ['['.repeat(100_000) + ']'.repeat(100_000), 'it nests deeper than a list of people can'],
    ['{"one":[{"a":1}],"other":[]}', 'it has several lists (one, other); send one of them as a file'],
    ['{"one":1}', 'it must be a list of objects, or an object of objects'],
    [
      '[{"a":1},{"Status":"x","STATUS":"y"}]',
      'record 2 has the keys "Status" and "STATUS", which are one column',
    ],
    [Buffer.from('[{"a":"Zo\xeb"}]', 'latin1'), 'line 1 is not utf-8 text'],
  ])('of JSON are refused: %#', async (content, refused) => {
    await expect(openJson(chunksOf(content, 65_536), UTF_8)).rejects.toThrow(refused);
  });

  it('of a report are those of its only list', async () => {
    const { header: names } = await openJson(chunksOf('{"count":1,"users":[{"ID":"1"}]}'), UTF_8);
    expect(names).toEqual(['ID']);
  });

  it('of JSON have keys that are compared as the names of columns are', async () => {
    const content = '[{"Email":"a@x","accountStatus":"active"},{"email":"b@x","AccountStatus":"inactive"}]';
    const { records } = await openJson(chunksOf(content), UTF_8);
    const cells: unknown[] = [];
    for await (const record of records) cells.push('cells' in record ? record.cells : undefined);
    expect(cells).toEqual([
      ['a@x', 'active'],
      ['b@x', 'inactive'],
    ]);
  });

  it('of JSON are refused beyond a size', async () => {
    const opened = openJson(chunksOf('[{"a":1}]'), { ...UTF_8, mostBytes: 4 });
    await expect(opened).rejects.toThrow('a JSON file may have at most');
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
    const ann = { externalId: '1', firstName: 'Ann', lastName: 'Bell', email: '1@example.edu' };
    const bo = { externalId: '2', firstName: 'Bo', lastName: 'Carr', email: '2@example.edu' };
    expect(await rows(content, openJsonTable)).toEqual([
      { line: 1, row: { ...ann, accountType: 'Student' } },
      { line: 2, row: { ...bo, accountType: 'Student' } },
    ]);
    expect(options.notes.ignoredColumns).toEqual(['x']);
  });
});

import { randomBytes } from 'node:crypto';

import {
  archive,
  type Cell,
  claiming,
  type SheetContent,
  sheetOf,
  workbook,
  type WorkbookContent,
} from '../../../test/factories/workbook.js';
import { noNotes } from './formats.js';
import { isUnreadable, type Table } from './table.js';
import { openXlsx } from './xlsx-source.js';

const SHEET = 'xl/worksheets/sheet1.xml';
const MIB = 1024 * 1024;

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024)
    yield await Promise.resolve(bytes.subarray(at, at + 64 * 1024));
}

interface Read {
  readonly table: Table;
  readonly blank: number;
  /** Line and cells of each record, or why it is none. */
  readonly records: readonly (readonly [line: number, read: readonly unknown[] | string])[];
}

async function read(bytes: Buffer, sheet?: string): Promise<Read> {
  const notes = noNotes();
  const table = await openXlsx(inChunks(bytes), { sheet, notes });
  const records: Read['records'][number][] = [];
  try {
    for await (const record of table.records)
      records.push([record.line, isUnreadable(record) ? record.refusal.message : record.cells]);
  } finally {
    await table.close?.();
  }
  return { table, records, blank: notes.blank };
}

async function firstOf(content: WorkbookContent): Promise<readonly unknown[] | string | undefined> {
  return (await read(workbook(content))).records[0]?.[1];
}

describe('the rows of a sheet', () => {
  it('have the number that the spreadsheet shows, and a blank where there is no cell', async () => {
    const { table, records, blank } = await read(
      sheetOf([], ['Number', null, 'Name'], ['1', 'x'], [], [null, null, 'Lee'], [' ', '']),
    );
    expect(table.header).toEqual(['Number', '', 'Name']);
    expect(records).toEqual([
      [3, ['1', 'x', '']],
      [5, ['', '', 'Lee']],
    ]);
    expect(blank).toBe(2);
  });

  it('may have no numbers', async () => {
    const rows = ['a', 'b', 'c'].map((text) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`);
    const parts = { [SHEET]: `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>` };
    expect((await read(workbook({ sheets: [{ rows: [] }], parts }))).records).toEqual([
      [2, ['b']],
      [3, ['c']],
    ]);
  });

  it('may be written with prefixes, as some programs do', async () => {
    const cells =
      '<x:row r="1"><x:c r="A1" t="str"><x:v>a</x:v></x:c></x:row><x:row r="2"><x:c r="A2"><x:v>7</x:v></x:c></x:row>';
    const parts = { [SHEET]: `<x:worksheet xmlns:x="u"><x:sheetData>${cells}</x:sheetData></x:worksheet>` };
    expect((await read(workbook({ sheets: [{ rows: [] }], parts }))).records).toEqual([[2, ['7']]]);
  });

  it('are refused where cells are merged, and where a value has no column', async () => {
    const rows: Cell[][] = [['a', 'b'], ['1', '2'], ['3'], ['4', '5', '6'], ['7', '8']];
    const { records } = await read(workbook({ sheets: [{ rows, merged: ['A2:B3'] }] }));
    expect(records).toEqual([
      [2, expect.stringContaining('The cells A2:B3 are merged')],
      [3, expect.stringContaining('The cells A2:B3 are merged')],
      [4, 'The cell C4 has a value, but its column has no name in the header.'],
      [5, ['7', '8']],
    ]);
  });

  it('that are none make an empty table', async () => {
    expect((await read(sheetOf())).table).toMatchObject({ header: [], sheet: 'Sheet1' });
  });
});

describe('a cell', () => {
  it.each<[string, Cell, unknown]>([
    ['a shared text', ' Zoë & Co ', ' Zoë & Co '],
    ['a text in the cell', { type: 'inlineStr', value: 'Ann' }, 'Ann'],
    ['a text that looks like a number', '00123', '00123'],
    ['the stored text of a formula', { type: 'str', value: 'Lee', formula: 'A1&"x"' }, 'Lee'],
    ['the stored number of a formula', { value: 7, formula: '3+4' }, '7'],
    ['a whole number', { value: '123.0' }, '123'],
    ['a padded number', { value: 123, format: '000000' }, '000123'],
    ['a number with a fraction', 3.5, 3.5],
    ['a number beyond 15 digits', { value: '1234567890123456' }, '1.234567890123456E+15'],
    ['a date', { value: 45536, format: 'dd/mm/yyyy' }, new Date('2024-09-01')],
    ['a date with a time', { value: 45536.5, format: 'yyyy-mm-dd hh:mm' }, new Date('2024-09-01T12:00:00Z')],
    ['an error', { type: 'e', value: '#N/A', formula: 'VLOOKUP(1,A:A,1)' }, '#N/A'],
  ])('is read when it has %s', async (_, cell, value) => {
    expect(await firstOf({ sheets: [{ rows: [['a'], [cell]] }] })).toEqual([value]);
  });

  it('counts days from 1904 where the workbook does', async () => {
    const rows: Cell[][] = [['a'], [{ value: 44_074, format: 'yyyy-mm-dd' }]];
    expect(await firstOf({ is1904: true, sheets: [{ rows }] })).toEqual([new Date('2024-09-01')]);
  });

  it('has the text of all its runs, without how it is pronounced', async () => {
    const runs =
      '<r><rPr><b/></rPr><t>山</t></r><r><t xml:space="preserve">田 </t></r><rPh sb="0" eb="1"><t>ヤマ</t></rPh>';
    const parts = { 'xl/sharedStrings.xml': `<sst><si><t>a</t></si><si>${runs}</si></sst>` };
    expect(await firstOf({ sheets: [{ rows: [['a'], ['b']] }], parts })).toEqual(['山田 ']);
  });
});

describe('the sheet', () => {
  const people: SheetContent = { name: 'People', rows: [['a'], ['1']] };
  const others: SheetContent[] = [
    { name: 'Codes', state: 'hidden', rows: [['x']] },
    people,
    { name: 'Notes', rows: [['n'], ['2']] },
  ];

  it('is the first that is not hidden', async () => {
    expect((await read(workbook({ sheets: others }))).table).toMatchObject({
      header: ['a'],
      sheet: 'People',
      sheets: ['People', 'Notes'],
    });
  });

  it.each(['Notes', ' notes '])('is the one that is named, whatever its case is: %j', async (name) => {
    expect((await read(workbook({ sheets: others }), name)).table.header).toEqual(['n']);
  });

  it('may be hidden when it is named', async () => {
    expect((await read(workbook({ sheets: others }), 'Codes')).table.header).toEqual(['x']);
  });

  it('that is not there is refused with the names of those that are', async () => {
    await expect(read(workbook({ sheets: others }), 'Pupils')).rejects.toThrow(
      'there is no sheet "Pupils"; the workbook has "Codes" (hidden), "People", "Notes"',
    );
  });

  it('must be named when all are hidden', async () => {
    const sheets: SheetContent[] = [{ ...people, state: 'veryHidden' }];
    await expect(read(workbook({ sheets }))).rejects.toThrow(
      'all sheets of the workbook are hidden: "People"',
    );
  });
});

describe('a workbook is refused', () => {
  const whole = sheetOf(['a'], ...Array.from({ length: 2000 }, (_, n) => [`text ${n}`, n]));
  const part = (content: string): Buffer => workbook({ sheets: [{ rows: [] }], parts: { [SHEET]: content } });
  const rows = (content: string): Buffer => part(`<worksheet><sheetData>${content}</sheetData></worksheet>`);

  it.each<[string, Buffer, string]>([
    ['that was cut off', whole.subarray(0, whole.length / 2), 'the workbook is damaged or incomplete'],
    ['that ends within its directory', whole.subarray(0, whole.length - 30), 'damaged or incomplete'],
    ['whose XML is not well-formed', part('<worksheet><sheetData></worksheet>'), 'damaged or incomplete'],
    ['whose XML ends early', part('<worksheet><sheetData>'), 'damaged or incomplete'],
    [
      'whose XML has a document type',
      part('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'),
      'it has a document type',
    ],
    ['whose rows are not in order', rows('<row r="2"/><row r="1"/>'), 'row 1 stands behind row 2'],
    ['whose row has no number', rows('<row r="x"/>'), 'row x stands behind row 0'],
    ['whose cell has no place', rows('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>'), 'row 1 has a cell ZZZZ1'],
    ['whose text is not there', rows('<row r="1"><c r="A1" t="s"><v>9</v></c></row>'), 'it has no text 9'],
    ['that has no sheet of cells', workbook({ sheets: [] }), 'the workbook has no sheet with cells'],
    ['that is another archive', archive({ 'people.csv': 'a,b' }), 'it is an archive (.zip)'],
    ['that is a table of another program', archive({ mimetype: '', 'content.xml': '<a/>' }), '(.ods)'],
    ['with more than 1,000 merged cells', merging(1001), 'more than 1000 merged cells'],
    [
      'with a row of 1 MiB',
      rows(`<row>${`<c t="str"><v>${'x'.repeat(30_000)}</v></c>`.repeat(40)}</row>`),
      'row 1 is longer',
    ],
    [
      'with an endless text',
      rows(`<row><c t="str"><v>${'x'.repeat(MIB)}</v></c></row>`),
      'bytes without an element',
    ],
    ['with an endless tag', rows(`<row r="${'1'.repeat(MIB)}"/>`), 'bytes without an element'],
  ])('%s', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });

  it('whose bytes were changed on the way', async () => {
    const text = randomBytes(4000).toString('hex');
    const sent = workbook({ sheets: [{ rows: [['a'], [{ type: 'inlineStr', value: text }]] }] });
    const changed = Buffer.from(sent);
    const at = sent.indexOf(SHEET) + 1500;
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await expect(read(changed)).rejects.toThrow('damaged or incomplete');
  });

  it('with 200,001 rows, and before any of them is given out', async () => {
    const numbers = (count: number): string =>
      Array.from({ length: count }, () => '<row><c><v>1</v></c></row>').join('');
    const { records } = await read(rows(numbers(200_001)));
    expect(records).toHaveLength(200_000);
    await expect(read(rows(numbers(200_002)))).rejects.toThrow('has more than 200,000 rows');
  });
});

function merging(count: number): Buffer {
  const merged = Array.from({ length: count }, (_, index) => `A${index + 2}:B${index + 2}`);
  return workbook({ sheets: [{ rows: [['a']], merged }] });
}

describe('a zip bomb', () => {
  const blanks = '<a> </a>'.repeat(MIB / 4);
  const bomb = (part: string, content: string): Buffer =>
    workbook({ sheets: [{ rows: [['a'], ['b']] }], parts: { [part]: content } });

  it.each([
    ['a sheet', SHEET, `<worksheet><sheetData>${blanks}</sheetData></worksheet>`],
    ['shared texts', 'xl/sharedStrings.xml', `<sst><si><t>${blanks}</t></si></sst>`],
    ['styles', 'xl/styles.xml', `<styleSheet>${blanks}</styleSheet>`],
  ])(
    'in %s is refused by what it says of itself, and where it has more than it says',
    async (_, part, content) => {
      const bytes = bomb(part, content);
      await expect(read(claiming(bytes, part, 101 * MIB))).rejects.toThrow(
        'more than 100 MiB when it is unpacked',
      );
      await expect(read(claiming(bytes, part, 1000))).rejects.toThrow(
        /damaged or incomplete .*too many bytes/,
      );
    },
  );

  it('of several parts is refused when they are too large together', async () => {
    const bytes = claiming(bomb('xl/styles.xml', '<styleSheet/>'), SHEET, 100 * MIB);
    await expect(read(bytes)).rejects.toThrow('more than 100 MiB when it is unpacked');
  });

  it('is not unpacked where no part of it is read', async () => {
    const bytes = claiming(bomb('xl/media/image1.png', blanks), 'xl/media/image1.png', 4000 * MIB);
    expect((await read(bytes)).records).toEqual([[2, ['b']]]);
  });
});

import { zipped } from '../../src/privacy/export/zip.js';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A record as a row of texts and numbers, the texts by their numbers, as spreadsheet programs write them. */
function rowOf(number: number, values: readonly unknown[], texts: Map<string, number>): string {
  const cells = values.map((value, column) => {
    const place = `r="${String.fromCharCode(65 + column)}${number}"`;
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`;
    const text = String(value);
    const index = texts.get(text) ?? texts.size;
    texts.set(text, index);
    return `<c ${place} t="s"><v>${index}</v></c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

async function* sheetOf(people: Iterable<object>, texts: Map<string, number>): AsyncGenerator<string> {
  yield `<worksheet ${MAIN}><sheetData>`;
  let number = 0;
  for (const person of people) {
    if (number === 0) yield rowOf((number += 1), Object.keys(person), texts);
    yield await Promise.resolve(rowOf((number += 1), Object.values(person), texts));
  }
  yield '</sheetData></worksheet>';
}

/** What the sheet has named; read behind it. */
async function* textsOf(texts: ReadonlyMap<string, number>): AsyncGenerator<string> {
  yield `<sst ${MAIN}>`;
  for (const text of texts.keys()) yield await Promise.resolve(`<si><t>${text}</t></si>`);
  yield '</sst>';
}

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

const related = (
  ...targets: readonly (readonly [kind: string, target: string])[]
): AsyncGenerator<string> => {
  const listed = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return once(`<Relationships xmlns="${PACKAGE}">${listed.join('')}</Relationships>`);
};

/** The bytes of a workbook of these people, whose texts have no character that XML reserves. */
export function workbookOf(people: Iterable<object>): AsyncGenerator<Buffer> {
  const texts = new Map<string, number>();
  const sheets = '<sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets>';
  const parts = [
    { name: '_rels/.rels', text: related(['officeDocument', 'xl/workbook.xml']) },
    { name: 'xl/workbook.xml', text: once(`<workbook ${MAIN} xmlns:r="${OFFICE}">${sheets}</workbook>`) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: related(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']),
    },
    { name: 'xl/worksheets/sheet1.xml', text: sheetOf(people, texts) },
    { name: 'xl/sharedStrings.xml', text: textsOf(texts) },
  ];
  return zipped(parts, new Date('2026-11-30T00:00:00Z'));
}

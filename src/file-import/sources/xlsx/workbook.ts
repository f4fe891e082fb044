import { posix } from 'node:path';

import { FeedError } from '../../feed-error.js';
import { columnKey } from '../../mapping/mapping.js';
import type { Archive } from './archive.js';
import { damaged } from './damaged.js';
import { builtInForm, formOf, type NumberForm } from './number-form.js';
import { SharedTexts } from './shared-texts.js';
import { TextOfRuns } from './text-of-runs.js';
import { type Attributes, collectXml } from './xml.js';

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The name of its part. */
  readonly part: string;
}

/** What the cells of all sheets need. */
export interface Workbook {
  /** Those with cells, in their order; charts have sheets of their own. */
  readonly sheets: readonly Sheet[];
  /** Whether days are counted from 1904, as former versions for the Macintosh did. */
  readonly is1904: boolean;
  /** By the style that a cell names. */
  readonly forms: readonly NumberForm[];
  readonly texts: SharedTexts;
}

interface Related {
  readonly id: string;
  /** The last part of its type, such as `worksheet`. */
  readonly kind: string;
  readonly part: string;
}

/** @throws {FeedError} when the archive is no workbook, or is damaged */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = (await relatedTo(archive, '')).find(({ kind }) => kind === 'officeDocument');
  if (main === undefined || !archive.has(main.part)) throw noWorkbook(archive);
  if (main.part.endsWith('.bin')) throw new FeedError(`it is a binary workbook (.xlsb); ${AS_XLSX}`);
  const related = await relatedTo(archive, main.part);
  const partOf = (kind: string): string | undefined => related.find((one) => one.kind === kind)?.part;
  const { sheets, is1904 } = await readSheets(archive, main.part);
  return {
    is1904,
    sheets: sheets.flatMap(({ name, isHidden, id }) => {
      const own = related.find((one) => one.id === id);
      return own?.kind === 'worksheet' ? [{ name, isHidden, part: own.part }] : [];
    }),
    forms: await readForms(archive, partOf('styles')),
    texts: await readTexts(archive, partOf('sharedStrings')),
  };
}

/**
 * The sheet with this name, or the first that is not hidden.
 * @throws {FeedError} when there is none; it names those that there are
 */
export function chosenSheet({ sheets }: Workbook, name: string | undefined): Sheet {
  const all = sheets.map((sheet) => `"${sheet.name}"${sheet.isHidden ? ' (hidden)' : ''}`).join(', ');
  const chosen =
    name === undefined
      ? sheets.find(({ isHidden }) => !isHidden)
      : sheets.find((sheet) => columnKey(sheet.name) === columnKey(name));
  if (chosen !== undefined) return chosen;
  if (sheets.length === 0) throw new FeedError('the workbook has no sheet with cells');
  if (name !== undefined) throw new FeedError(`there is no sheet "${name}"; the workbook has ${all}`);
  throw new FeedError(`all sheets of the workbook are hidden: ${all}; unhide one, or name it by --sheet`);
}

/** Sheets, relationships or styles; programs allow some 65,000 styles. */
const MOST_OF_A_KIND = 100_000;

/** @throws {FeedError} where one more would be more than any program writes */
function refuseMore(count: number): void {
  if (count >= MOST_OF_A_KIND) throw damaged(`it has more than ${MOST_OF_A_KIND} sheets, parts or styles`);
}

const AS_XLSX = 'save it as .xlsx, and send that';

function noWorkbook(archive: Archive): FeedError {
  return new FeedError(
    archive.has('content.xml')
      ? `it is a table of another office program (.ods); ${AS_XLSX}`
      : 'it is an archive (.zip); unpack it, and send the file in it',
  );
}

/** What a part names in its list of relationships; the archive itself has the empty name. */
async function relatedTo(archive: Archive, part: string): Promise<Related[]> {
  const folder = posix.dirname(part);
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const related: Related[] = [];
  if (!archive.has(list)) return related;
  await collectXml(archive.bytesOf(list), {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const target = posix.resolve('/', folder, attributes['Target'] ?? '').slice(1);
      const kind = posix.basename(attributes['Type'] ?? '');
      refuseMore(related.length);
      related.push({ id: attributes['Id'] ?? '', kind, part: target });
    },
  });
  return related;
}

interface NamedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Of the relationship to its part. */
  readonly id: string;
}

async function readSheets(
  archive: Archive,
  part: string,
): Promise<{ sheets: NamedSheet[]; is1904: boolean }> {
  const sheets: NamedSheet[] = [];
  let is1904 = false;
  await collectXml(archive.bytesOf(part), {
    open: (element, attributes) => {
      if (element === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (element !== 'sheet') return;
      const [name = '', id = ''] = [attributes['name'], attributes['id']];
      refuseMore(sheets.length);
      sheets.push({ name, id, isHidden: (attributes['state'] ?? 'visible') !== 'visible' });
    },
  });
  return { sheets, is1904 };
}

async function readForms(archive: Archive, part: string | undefined): Promise<NumberForm[]> {
  if (part === undefined) return [];
  const written = new Map<number, NumberForm>();
  const forms: NumberForm[] = [];
  let isOfCells = false;
  const idIn = (attributes: Attributes): number => Number(attributes['numFmtId'] ?? 0);
  await collectXml(archive.bytesOf(part), {
    open: (name, attributes) => {
      refuseMore(written.size + forms.length);
      if (name === 'numFmt') written.set(idIn(attributes), formOf(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells)
        forms.push(written.get(idIn(attributes)) ?? builtInForm(idIn(attributes)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return forms;
}

async function readTexts(archive: Archive, part: string | undefined): Promise<SharedTexts> {
  const texts = new SharedTexts();
  if (part === undefined) return texts;
  const collected = new TextOfRuns();
  await collectXml(archive.bytesOf(part), {
    open: (name) => {
      if (name === 'si') collected.begin();
      else collected.open(name);
    },
    text: (text) => {
      collected.text(text);
    },
    close: (name) => {
      if (name === 'si') texts.add(collected.whole);
      else collected.close(name);
    },
  });
  texts.finish();
  return texts;
}

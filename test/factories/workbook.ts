import { type Zippable, zipSync } from 'fflate';

/** A text is a shared one; a stored one has the type and the value that it has in the file. */
export type Cell = string | number | null | StoredCell;

interface StoredCell {
  /** `n`, `str`, `inlineStr`, `b`, `e` or `d`. */
  readonly type?: string;
  readonly value: string | number;
  /** A number format, such as `000000`. */
  readonly format?: string;
  readonly formula?: string;
}

export interface SheetContent {
  readonly name?: string;
  readonly state?: 'hidden' | 'veryHidden';
  readonly rows: readonly (readonly Cell[])[];
  /** Such as `A2:A4`. */
  readonly merged?: readonly string[];
  /** The number of the first row. */
  readonly firstRow?: number;
}

export interface WorkbookContent {
  readonly sheets: readonly SheetContent[];
  readonly is1904?: boolean;
  /** Other parts, or others in place of those that the content has. */
  readonly parts?: Readonly<Record<string, string | Buffer>>;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const FIRST_OWN_FORMAT = 164;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
}

function document(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`;
}

/** Finds the number of each of its values, which it has once. */
class Numbered {
  private readonly numbers = new Map<string, number>();

  of(value: string): number {
    const known = this.numbers.get(value) ?? this.numbers.size;
    this.numbers.set(value, known);
    return known;
  }

  get all(): string[] {
    return [...this.numbers.keys()];
  }
}

function lettersOf(column: number): string {
  const before = column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(65 + (column % 26));
}

/** Writes sheets as spreadsheet programs do, with shared texts and styles. */
class WorkbookWriter {
  readonly texts = new Numbered();
  readonly formats = new Numbered();

  sheet({ rows, merged = [], firstRow = 1 }: SheetContent): string {
    const lines = rows.map((cells, index) => {
      const number = firstRow + index;
      const own = cells.map((cell, column) => this.cell(cell, `${lettersOf(column)}${number}`));
      return element('row', { r: number }, own.join(''));
    });
    const joined = merged.map((ref) => element('mergeCell', { ref })).join('');
    const behind = joined === '' ? '' : element('mergeCells', { count: merged.length }, joined);
    return document(element('worksheet', { xmlns: MAIN }, element('sheetData', {}, lines.join('')) + behind));
  }

  shared(): string {
    const texts = this.texts.all.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
    return document(element('sst', { xmlns: MAIN }, texts.join('')));
  }

  styles(): string {
    const codes = this.formats.all;
    const written = codes.map((formatCode, index) =>
      element('numFmt', { numFmtId: FIRST_OWN_FORMAT + index, formatCode }),
    );
    const used = codes.map((_, index) => element('xf', { numFmtId: FIRST_OWN_FORMAT + index }));
    const base = element('cellStyleXfs', {}, element('xf', { numFmtId: 14 }));
    const cells = element('cellXfs', {}, [element('xf', { numFmtId: 0 }), ...used].join(''));
    return document(
      element('styleSheet', { xmlns: MAIN }, element('numFmts', {}, written.join('')) + base + cells),
    );
  }

  private cell(cell: Cell, r: string): string {
    if (cell === null) return '';
    if (typeof cell === 'number') return element('c', { r }, element('v', {}, String(cell)));
    if (typeof cell === 'string')
      return element('c', { r, t: 's' }, element('v', {}, String(this.texts.of(cell))));
    const { type = 'n', value, format, formula } = cell;
    const text = escaped(String(value));
    const s = format === undefined ? 0 : this.formats.of(format) + 1;
    const before = formula === undefined ? '' : element('f', {}, escaped(formula));
    const stored = type === 'inlineStr' ? `<is><t>${text}</t></is>` : element('v', {}, text);
    return element('c', { r, s, t: type }, before + stored);
  }
}

function relationships(related: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const own = related.map(([Id, kind, Target]) =>
    element('Relationship', { Id, Type: `${OFFICE}/${kind}`, Target }),
  );
  return document(element('Relationships', { xmlns: `${PACKAGE}/relationships` }, own.join('')));
}

/** The bytes of an `.xlsx` file with these sheets. */
export function workbook({ sheets, is1904 = false, parts = {} }: WorkbookContent): Buffer {
  const writer = new WorkbookWriter();
  const contents = sheets.map((sheet) => writer.sheet(sheet));
  const listed = sheets.map(({ name, state = 'visible' }, index) =>
    element('sheet', {
      name: name ?? `Sheet${index + 1}`,
      sheetId: index + 1,
      state,
      'r:id': `rId${index + 1}`,
    }),
  );
  const files: Record<string, string | Buffer> = {
    '[Content_Types].xml': document(element('Types', { xmlns: `${PACKAGE}/content-types` })),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': document(
      element(
        'workbook',
        { xmlns: MAIN, 'xmlns:r': OFFICE },
        element('workbookPr', is1904 ? { date1904: 1 } : {}) + element('sheets', {}, listed.join('')),
      ),
    ),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map(
        (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
      ),
      ['rIdStyles', 'styles', 'styles.xml'],
      ['rIdTexts', 'sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    ...Object.fromEntries(contents.map((content, index) => [`xl/worksheets/sheet${index + 1}.xml`, content])),
    'xl/styles.xml': writer.styles(),
    'xl/sharedStrings.xml': writer.shared(),
    ...parts,
  };
  return archive(files);
}

/** A workbook of one sheet with these rows. */
export function sheetOf(...rows: readonly (readonly Cell[])[]): Buffer {
  return workbook({ sheets: [{ rows }] });
}

/** A zip archive of these files. */
export function archive(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const bytes: Zippable = Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, new Uint8Array(Buffer.from(content))]),
  );
  return Buffer.from(zipSync(bytes, { level: 1 }));
}

const DIRECTORY_ENTRY = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
const UNPACKED_AT = 24;
const NAME_LENGTH_AT = 28;
const NAME_AT = 46;

/** The archive, whose directory says that this part has so many bytes when it is unpacked. */
export function claiming(bytes: Buffer, part: string, unpacked: number): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = changed.indexOf(DIRECTORY_ENTRY); at >= 0; at = changed.indexOf(DIRECTORY_ENTRY, at + 1)) {
    const end = at + NAME_AT + changed.readUInt16LE(at + NAME_LENGTH_AT);
    if (changed.toString('utf8', at + NAME_AT, end) === part)
      changed.writeUInt32LE(unpacked, at + UNPACKED_AT);
  }
  return changed;
}

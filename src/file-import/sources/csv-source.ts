import { UnreadableRow } from '../../errors/request.errors.js';
import { FeedError } from '../feed-error.js';
import { countLineEnds, laterLines, RecordScanner, type ScannedRecord } from './csv-record.js';
import { decode } from './decode.js';
import type { SourceNotes } from './formats.js';
import { namedColumns, refuseTooMany, type Table, type TableRecord, type UnreadableRecord } from './table.js';

export interface CsvOptions {
  readonly encoding: string;
  /** The one that the header has most of, when it is not given. */
  readonly delimiter?: string | undefined;
  readonly notes: Pick<SourceNotes, 'blank' | 'furtherLines'>;
}

/** One record of a CSV file and the line on which it begins. */
export interface CsvRecord extends TableRecord {
  readonly cells: string[];
}

/** A table whose records are texts. */
export interface CsvTable extends Table {
  readonly records: AsyncGenerator<CsvRecord | UnreadableRecord>;
  readonly delimiter: string;
}

const LONGEST_HEADER = 64 * 1024;
const LONGEST_RECORD = 1024 * 1024;
/** From the beginning: at any other place each one of a long line would be a new beginning. */
const HAS_HEADER = /^\s*\S[^\n\r]*[\n\r]/;
/** What spreadsheet programs write, and obey, above the header. */
const SEPARATOR_LINE = /^sep=([^\r\n])(?:\r\n|\n|\r)/i;
const ANY_LINE_END = /[\r\n]/;

/**
 * A CSV file with a header, in constant memory, as registrars export it: one of four delimiters, any line ends, blank
 * lines, stray quotes. A record that has another number of cells than the header has columns is unreadable, and so are
 * all lines of a record whose quote has swallowed other records. Blank records are counted.
 * @throws {FeedError} when there is no header; iterating the records throws one when bytes are not text of the encoding
 * or a quote never ends
 */
export async function openCsv(chunks: AsyncIterable<Buffer>, options: CsvOptions): Promise<CsvTable> {
  const text = new UnreadText(decode(chunks, options.encoding));
  const head = await text.head();
  const [separatorLine = '', named] = SEPARATOR_LINE.exec(head) ?? [];
  text.take(separatorLine.length);
  const delimiter = options.delimiter ?? named ?? detectDelimiter(head);
  const records = new CsvRecords(text, new RecordScanner(delimiter), options.notes);
  const header = namedColumns(await records.header());
  refuseTooMany(header);
  return { header, records: records.of(header.length), delimiter };
}

const isBlank = (cell: string): boolean => cell.trim() === '';

/** The text of a file from the line on that is read next. */
class UnreadText {
  /** Of its first line. */
  line = 1;
  private text = '';
  private at = 0;
  private isWhole = false;

  constructor(private readonly texts: AsyncGenerator<string>) {}

  get length(): number {
    return this.text.length - this.at;
  }

  /** Its beginning with the first line that is not blank, unless that is very long. */
  async head(): Promise<string> {
    while (!HAS_HEADER.test(this.text) && this.length < LONGEST_HEADER && (await this.grow()));
    return this.text;
  }

  /** The first characters. */
  start(length: number): string {
    return this.text.slice(this.at, this.at + length);
  }

  /** Continues behind the first characters, which end with a line end. */
  take(length: number): void {
    this.line += countLineEnds(this.start(length));
    this.at += length;
  }

  /** The record that begins behind so many characters; undefined when it has no end, or none within 1 MiB. */
  async recordAt(scanner: RecordScanner, offset: number): Promise<ScannedRecord | undefined> {
    for (;;) {
      const record = scanner.at(this.text, this.at + offset);
      if (record !== undefined) return record.length > LONGEST_RECORD ? undefined : record;
      if (this.length - offset > LONGEST_RECORD || !(await this.grow())) return undefined;
    }
  }

  /**
   * Reads as much again, so that the time for a long record does not grow with the square of its length. The last line
   * has a line end afterwards, whether the file has it or not.
   * @returns false when there is no more
   */
  private async grow(): Promise<boolean> {
    if (this.isWhole) return false;
    this.text = this.text.slice(this.at);
    this.at = 0;
    const enough = 2 * this.text.length;
    while (!this.isWhole && this.text.length <= enough) {
      const next = await this.texts.next();
      this.isWhole = next.done === true;
      if (next.done !== true) this.text += next.value;
      else if (this.text !== '' && !this.text.endsWith('\n')) this.text += '\n';
    }
    return true;
  }
}

/** The records of a CSV file, from the header on. */
class CsvRecords {
  constructor(
    private readonly text: UnreadText,
    private readonly scanner: RecordScanner,
    private readonly notes: CsvOptions['notes'],
  ) {}

  /** @throws {FeedError} when there is none, or a quote of it covers other rows */
  async header(): Promise<string[]> {
    const { delimiter } = this.scanner;
    const record = await this.next();
    if (record === undefined) throw new FeedError('there is no header row');
    const { cells, isClean, lines } = record;
    const isRow = (cell: string): boolean => ANY_LINE_END.test(cell) && cell.includes(delimiter);
    if (lines > 1 && (!isClean || cells.some(isRow))) throw new FeedError(covers(this.text.line, lines));
    this.accept(record);
    return cells;
  }

  /** @param width the number of columns; blank cells beyond it do not count */
  async *of(width: number): AsyncGenerator<CsvRecord | UnreadableRecord> {
    let wasCut = false;
    for (let record = await this.next(); record !== undefined; record = await this.next()) {
      const { line } = this.text;
      const { cells } = record;
      const covered = record.lines > 1 ? await this.coveredBy(record, width) : 0;
      const isCut = covered === 0 && !isShaped(cells, width);
      if (covered > 0) yield* this.refuse(covered, (lines) => covers(line, lines));
      else if (isCut) yield* this.refuse(record.length, () => wrongShape(cells.length, width));
      else if (wasCut && endsCut(record)) yield* this.refuse(record.length, () => END_OF_CUT);
      else {
        this.accept(record);
        yield { line, cells };
      }
      wasCut = isCut;
    }
  }

  /** The next one that is not blank; it is not taken yet. */
  private async next(): Promise<ScannedRecord | undefined> {
    for (;;) {
      const record = await this.text.recordAt(this.scanner, 0);
      if (record === undefined) return this.text.length === 0 ? undefined : this.fail();
      if (!record.cells.every(isBlank)) return record;
      this.notes.blank += 1;
      this.accept(record);
    }
  }

  private accept({ length, lines }: ScannedRecord): void {
    this.text.take(length);
    this.notes.furtherLines += lines - 1;
  }

  /** Each line of the first characters. */
  private *refuse(length: number, problemOf: (lines: number) => string): Generator<UnreadableRecord> {
    const first = this.text.line;
    this.text.take(length);
    const refusal = new UnreadableRow(problemOf(this.text.line - first));
    for (let line = first; line < this.text.line; line += 1) yield { line, refusal };
  }

  private fail(): never {
    const { line, length } = this.text;
    const isLong = length > LONGEST_RECORD;
    if (isLong && !this.text.start(LONGEST_RECORD).includes('"'))
      throw new FeedError(`line ${line} is longer than 1 MiB`);
    const end = isLong ? 'not closed within 1 MiB' : 'never closed';
    throw new FeedError(`from line ${line} on it cannot be read: a quote opens there that is ${end}`);
  }

  /**
   * How much of the text a record covers in which a quote was opened or closed by mistake: it has quotes where none can
   * be, or one of its lines begins a row by itself. That row may continue behind the record, as one with a text of
   * several lines does.
   * @returns 0 when the record is what it seems to be
   */
  private async coveredBy(record: ScannedRecord, width: number): Promise<number> {
    const { length, isClean } = record;
    const isFirst = beginsAsRow(record, width, this.scanner.delimiter);
    const text = this.text.start(length);
    const ends = new Set(isClean ? [] : [length]);
    for (const start of laterLines(text)) {
      const row = await this.text.recordAt(this.scanner, start);
      if (row === undefined || !isShaped(row.cells, width)) continue;
      const end = start + row.length;
      if (end <= length && (row.isClean || isFirst)) ends.add(length);
      // A quote at the beginning of a line closes a text whose last line is blank.
      else if (end > length && row.isClean && text[start] !== '"') ends.add(length).add(end);
    }
    return this.agreed(ends);
  }

  /** Where the next record begins, when it may begin in several places: where all readings from there on agree. */
  private async agreed(ends: Set<number>): Promise<number> {
    while (ends.size > 1) {
      const first = Math.min(...ends);
      if (first > LONGEST_RECORD) this.fail();
      const record = await this.text.recordAt(this.scanner, first);
      ends.delete(first);
      if (record !== undefined) ends.add(first + record.length);
    }
    const [end = 0] = ends;
    return end;
  }
}

const isShaped = (cells: readonly string[], width: number): boolean =>
  cells.length === width || (cells.length > width && cells.slice(width).every(isBlank));

function wrongShape(count: number, width: number): string {
  const counted = `${count} ${count === 1 ? 'cell' : 'cells'} for ${width} columns`;
  const hint =
    count > width ? 'a cell that contains the delimiter must be in quotes' : 'the row may have been cut off';
  return `The row has ${counted}; ${hint}`;
}

function covers(line: number, lines: number): string {
  const last = line + lines - 1;
  return `A quote that opens in line ${line} covers the rows up to line ${last}; close it, or write it twice`;
}

/** Whether the first line of several would be a row if a quote that continues behind it did not hide delimiters. */
function beginsAsRow({ cells }: ScannedRecord, width: number, delimiter: string): boolean {
  const at = cells.findIndex((cell) => ANY_LINE_END.test(cell));
  const [line = ''] = cells[at]?.split(ANY_LINE_END) ?? [];
  return at + line.split(delimiter).length >= width;
}

const END_OF_CUT = 'A quote closes in the row that opens in none; the row before was cut off';

/** Whether a cell without quotes has one at its end: below a row that was cut off, a text of that one ends here. */
function endsCut({ cells, isClean }: ScannedRecord): boolean {
  return !isClean && cells.some((cell) => cell.endsWith('"') && cell.split('"').length % 2 === 0);
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that the header row has most of, outside quotes: comma, semicolon, tab or vertical bar. */
export function detectDelimiter(head: string): string {
  const line = (/^.*$/m.exec(head.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counted = DELIMITERS.map((one) => ({ one, count: line.split(one).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).one;
}

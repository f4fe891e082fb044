import { UnreadableRow } from '../../errors/request.errors.js';
import { columnsHashOf } from '../kept-mappings/columns-hash.js';
import type { JsonValue } from '../mapping/fields.js';
import { columnKey, type Target } from '../mapping/mapping.js';
import type { Terms } from '../mapping/terms.js';
import { type EarlierMapping, type Proposal, proposalsFor } from '../proposals/proposals.js';
import { type RowMapper, textOf } from '../mapping/row-mapper.js';
import { defaultRun } from '../run-name.js';
import { type FileRow, noNotes, type SourceNotes, type TableOptions } from '../sources/formats.js';
import { mapperFor } from '../sources/people.js';
import { Sample } from '../sources/sample.js';
import { countWords, type FileWords, hasFixedValues } from '../words/word-counts.js';
import { isUnreadable, type Table, type TableRecord, type UnreadableRecord } from '../sources/table.js';
import { formatOf, type OpenSource, openSource, rowsOf } from '../sources/rows.js';
import { encodingOf, type FileOptions, mappingOf, refused } from './file-options.js';

export interface HeadColumn {
  readonly name: string;
  /** Where its cells go; empty when they are not sent. */
  readonly targets: readonly Target[];
  /** Whether it is read otherwise, by a template or a condition. */
  readonly isRead: boolean;
  /** Whether its words stand for the values of a field that has a few, as it is or as it is proposed. */
  readonly hasFixedValues: boolean;
  /** What it might fill, when it fills nothing. */
  readonly proposal: Proposal | undefined;
}

/** One of the first records of a file. */
export interface HeadRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** The row that would be sent, or why it is none; undefined when the record is left out. */
  readonly row: FileRow | undefined;
  /** Why it is left out. */
  readonly skipped: string | undefined;
}

/** The beginning of a file, and how it is mapped. */
export interface FileHead {
  readonly format: OpenSource['format'];
  readonly delimiter: string | undefined;
  /** Of a workbook: the one that is read, and all that are not hidden. */
  readonly sheet: string | undefined;
  readonly sheets: readonly string[];
  readonly columns: readonly HeadColumn[];
  readonly columnsHash: string;
  /** The required fields that nothing fills. */
  readonly missing: readonly string[];
  readonly defaults: ReadonlyMap<string, JsonValue>;
  readonly values: ReadonlyMap<string, ReadonlyMap<string, JsonValue>>;
  readonly rows: readonly HeadRow[];
}

const ROWS_OF_HEAD = 8;
/** A JSON file is read into memory. */
const MOST_JSON_BYTES = 16 * 1024 * 1024;

/** A file of people as a browser sends it, read like one of the feed command. */
export class PeopleFile {
  readonly notes: SourceNotes = noNotes();
  private readonly table: TableOptions;

  /**
   * @param terms of the tenant
   * @throws {ValidationFailed} when the mapping or the encoding is not valid
   */
  constructor(
    private readonly chunks: () => AsyncIterable<Buffer>,
    private readonly options: FileOptions,
    terms: Terms,
  ) {
    this.table = {
      mapping: mappingOf(options.mapping),
      terms,
      blankClears: options.blankClears === true,
      encoding: encodingOf(options.encoding ?? 'utf-8'),
      sheet: options.sheet ?? undefined,
      directory: undefined,
      mostJsonBytes: MOST_JSON_BYTES,
      notes: this.notes,
    };
  }

  /** The run that its rows belong to when the caller names none. */
  defaultRun(now: Date): Promise<string> {
    return defaultRun(this.options.name, now, this.chunks());
  }

  /**
   * The rows to send, in constant memory.
   * @throws {ValidationFailed} when the file cannot be read as the options say
   */
  async *rows(): AsyncGenerator<FileRow> {
    try {
      yield* rowsOf(this.chunks(), formatOf(this.options.name), this.table);
    } catch (error) {
      throw refused('file', error);
    }
  }

  /**
   * The first records, the mapping of all columns, and what is proposed for the others.
   * @param earlier what administrators keep for earlier files
   * @throws {ValidationFailed} when the file cannot be read as the options say
   */
  async head(earlier: readonly EarlierMapping[]): Promise<FileHead> {
    try {
      const source = await openSource(this.chunks(), formatOf(this.options.name), this.table);
      if ('rows' in source) return await peopleHead(source);
      try {
        return await this.tableHead(source, earlier);
      } finally {
        await source.table.close?.();
      }
    } catch (error) {
      throw refused('file', error);
    }
  }

  /**
   * The words of the columns that fill fields of fixed values, counted in the whole file, in constant memory.
   * @throws {ValidationFailed} when the file cannot be read as the options say
   */
  async words(): Promise<FileWords> {
    try {
      const source = await openSource(this.chunks(), formatOf(this.options.name), this.table);
      if ('rows' in source) return { rows: 0, fields: [] };
      try {
        return await countWords(source.table, await mapperFor(source.table.header, this.table));
      } finally {
        await source.table.close?.();
      }
    } catch (error) {
      throw refused('file', error);
    }
  }

  private async tableHead(
    { format, table }: Extract<OpenSource, { table: unknown }>,
    earlier: readonly EarlierMapping[],
  ): Promise<FileHead> {
    const mapper = await mapperFor(table.header, this.table);
    const sample = new Sample(table.header, mapper.mapping, this.notes);
    const rows = await firstRows(table, mapper, sample);
    const proposals = proposalsFor(sample.beginning, earlier);
    const ignored = new Set(this.notes.ignoredColumns);
    const columns = table.header.map((name): HeadColumn => {
      const targets = mapper.mapping.columns.get(columnKey(name)) ?? [];
      const isRead = targets.length === 0 && !ignored.has(name);
      const proposal = proposals.find(({ column }) => column === name);
      const isFixed = hasFixedValues(targets.length > 0 ? targets : (proposal?.targets ?? []));
      return { name, targets, isRead, hasFixedValues: isFixed, proposal };
    });
    const { defaults, values } = mapper.mapping;
    const { missing } = mapper;
    const columnsHash = columnsHashOf(table.header);
    const { delimiter, sheet, sheets = [] } = table;
    return { format, delimiter, sheet, sheets, columns, columnsHash, missing, defaults, values, rows };
  }
}

/** Reads on for the sample. What it cannot read there is no problem of the first rows: the file may be cut. */
async function firstRows(table: Table, mapper: RowMapper, sample: Sample): Promise<HeadRow[]> {
  const rows: HeadRow[] = [];
  try {
    for await (const record of table.records) {
      if (rows.length < ROWS_OF_HEAD)
        rows.push(isUnreadable(record) ? unreadableHead(record) : mappedHead(record, table, mapper));
      if (!sample.add(record)) break;
    }
  } catch (error) {
    if (rows.length < ROWS_OF_HEAD) throw error;
  }
  return rows;
}

function unreadableHead(row: UnreadableRecord): HeadRow {
  return { line: row.line, cells: [], row, skipped: undefined };
}

function mappedHead({ line, cells }: TableRecord, { header }: Table, mapper: RowMapper): HeadRow {
  const shown = { line, cells: header.map((_, index) => textOf(cells[index])) };
  const mapped = mapper.map(cells);
  if ('skipped' in mapped) return { ...shown, row: undefined, skipped: mapped.skipped };
  const row =
    'problem' in mapped
      ? { line, refusal: new UnreadableRow(mapped.problem) }
      : { line, bytes: Buffer.from(JSON.stringify(mapped.row)) };
  return { ...shown, row, skipped: undefined };
}

async function peopleHead({ format, rows }: Extract<OpenSource, { rows: unknown }>): Promise<FileHead> {
  const first: HeadRow[] = [];
  for await (const row of rows) {
    first.push({ line: row.line, cells: [], row, skipped: undefined });
    if (first.length === ROWS_OF_HEAD) break;
  }
  const none = { defaults: new Map<string, JsonValue>(), values: new Map<string, Map<string, JsonValue>>() };
  const columnsHash = columnsHashOf([]);
  const noTable = { delimiter: undefined, sheet: undefined, sheets: [], columns: [], missing: [] };
  return { format, columnsHash, rows: first, ...noTable, ...none };
}

import { UnreadableRow } from '../../errors/request.errors.js';
import { FeedError } from '../feed-error.js';
import { defaultMapping } from '../mapping/default-mapping.js';
import { columnKey, emptyMapping, mergeMappings } from '../mapping/mapping.js';
import { createRowMapper, type RowMapper, textOf } from '../mapping/row-mapper.js';
import type { Beginning } from '../proposals/proposals.js';
import { FilePeople } from './file-people.js';
import { addOne, type FileRow, type TableOptions } from './formats.js';
import { openLookup } from './lookup.js';
import { Sample } from './sample.js';
import { isUnreadable, type Table } from './table.js';

/**
 * The people of a table, in constant memory but for who has stood in it, and for `unique` and `lookup` of the mapping.
 * @throws {FeedError} when the table cannot be read as the mapping says
 */
export async function* peopleOf(table: Table, options: TableOptions): AsyncGenerator<FileRow> {
  const mapper = await mapperFor(table.header, options);
  const sample = new Sample(table.header, mapper.mapping, options.notes);
  if (mapper.missing.length > 0) {
    await sample.fill(table);
    throw new FeedError(
      `no column gives ${mapper.missing.join(', ')}; say in a mapping where to find it. ` +
        `The header that was read: ${shownHeader(table)}`,
    );
  }
  const people = new FilePeople();
  for await (const record of table.records) {
    sample.add(record);
    if (isUnreadable(record)) {
      yield record;
      continue;
    }
    const { line, cells } = record;
    const mapped = mapper.map(cells);
    if ('problem' in mapped) {
      yield { line, refusal: new UnreadableRow(mapped.problem, mapped.externalId) };
      continue;
    }
    const { row = {} } = mapped;
    const problem = 'skipped' in mapped ? people.problemOfRepeated(line, row) : people.problemOf(line, row);
    if (problem !== undefined) yield { line, refusal: new UnreadableRow(problem, textOf(row['externalId'])) };
    else if ('skipped' in mapped) addOne(options.notes.skipped, mapped.skipped);
    else yield { line, bytes: Buffer.from(JSON.stringify(row)) };
  }
}

/**
 * The header of a table and its first records.
 * @throws {FeedError} when the table cannot be read
 */
export async function beginningOf(table: Table, options: TableOptions): Promise<Beginning> {
  const { mapping } = await mapperFor(table.header, options);
  const sample = new Sample(table.header, mapping, options.notes);
  await sample.fill(table);
  return sample.beginning;
}

const LONGEST_SHOWN = 200;

function shownHeader({ header, delimiter, sheet }: Table): string {
  if (header.length === 0 && sheet !== undefined) return `none, because the sheet "${sheet}" is empty`;
  const names = header.map((name) => name.trim()).join(' | ');
  const shown = names.length > LONGEST_SHOWN ? `${names.slice(0, LONGEST_SHOWN)} …` : names;
  if (delimiter === undefined || header.length > 1) return shown;
  return `${shown} (one column; the mapping's "delimiter" names another delimiter than "${delimiter}")`;
}

/**
 * The mapper for a header: the operator's mapping over the default one, with the columns of the side file.
 * @throws {FeedError} when the mapping does not fit the header or the side file
 */
export async function mapperFor(header: readonly string[], options: TableOptions): Promise<RowMapper> {
  const own = options.mapping ?? emptyMapping();
  const joined = own.lookup === undefined ? undefined : await openLookup(own.lookup, header, options);
  const all = [...header, ...(own.lookup?.take ?? [])];
  const base = { ...defaultMapping(all), ...(options.terms === undefined ? {} : { terms: options.terms }) };
  const mapper = createRowMapper(all, mergeMappings(own, base), options.blankClears);
  options.notes.ignoredColumns = mapper.ignored.filter((name) => columnKey(name) !== own.lookup?.on);
  if (joined === undefined) return mapper;
  return { ...mapper, map: (cells) => mapper.map(joined(cells)) };
}

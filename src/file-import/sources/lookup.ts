import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { FeedError, reasonOf } from '../feed-error.js';
import { columnKey, type Lookup } from '../mapping/mapping.js';
import { keyOfCell } from '../mapping/row-mapper.js';
import { keyOf } from '../mapping/spreadsheet-cells.js';
import { openCsv } from './csv-source.js';
import { noNotes, type TableOptions } from './formats.js';
import { isUnreadable } from './table.js';

export type Join = (cells: readonly unknown[]) => unknown[];

/**
 * Reads the side file of a mapping.
 * @throws {FeedError} when the mapping does not fit the header or the side file, or there can be no side file
 */
export async function openLookup(
  lookup: Lookup,
  header: readonly string[],
  { directory, encoding }: TableOptions,
): Promise<Join> {
  if (directory === undefined)
    throw new FeedError(`the mapping joins ${lookup.file}, which only the feed command can read`);
  const doubled = lookup.take.find((name) => header.some((one) => columnKey(one) === name));
  if (doubled !== undefined)
    throw new FeedError(`the mapping takes the column "${doubled}" twice, by itself and by lookup`);
  const on = position(header, lookup.on, 'the fed file');
  const table = await readLookup(lookup, join(directory, lookup.file), encoding);
  return (cells) => {
    const own = header.map((_, index) => cells[index]);
    const key = keyOfCell(cells[on]);
    return [...own, ...((key === undefined ? undefined : table.get(key)?.cells) ?? [])];
  };
}

interface Found {
  cells: string[];
  preferred: boolean;
}

async function readLookup(lookup: Lookup, path: string, encoding: string): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  try {
    const chunks = createReadStream(path) as AsyncIterable<Buffer>;
    const { header, records } = await openCsv(chunks, { encoding, notes: noNotes() });
    const key = position(header, lookup.key, lookup.file);
    const take = lookup.take.map((name) => position(header, name, lookup.file));
    const prefer = [...lookup.prefer].map(([name, words]) => ({
      at: position(header, name, lookup.file),
      words: new Set([...words].map(columnKey)),
    }));
    for await (const record of records) {
      if (isUnreadable(record)) throw new FeedError(`line ${record.line}: ${record.refusal.message}`);
      const { cells } = record;
      const preferred = prefer.every(({ at, words }) => words.has(columnKey(cells[at] ?? '')));
      const name = keyOf(cells[key] ?? '');
      if (name === undefined) continue;
      const before = found.get(name);
      if (before === undefined || (preferred && !before.preferred)) {
        found.set(name, { cells: take.map((at) => cells[at] ?? ''), preferred });
      }
    }
  } catch (error) {
    throw new FeedError(`the lookup file ${lookup.file}: ${reasonOf(error)}`);
  }
  return found;
}

function position(header: readonly string[], name: string, file: string): number {
  const index = header.findIndex((one) => columnKey(one) === name);
  if (index < 0) throw new FeedError(`the mapping names the column "${name}", which ${file} does not have`);
  return index;
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';

import { openCsv } from '../../src/file-import/sources/csv-source.js';
import { noNotes } from '../../src/file-import/sources/formats.js';
import { isUnreadable } from '../../src/file-import/sources/table.js';

/** A body of a post. */
export type Body = Readonly<Record<string, string | number>>;

type Line = Readonly<Record<string, string>>;

/** Two records of one person: as first written, and as another clerk wrote it later. */
export interface Pair {
  /** The number that both records have in the set, and no field of ours. */
  readonly key: number;
  readonly original: Line;
  readonly duplicate: Line;
}

export interface Variant {
  readonly name: string;
  readonly hasNumber: boolean;
  readonly hasEntry: boolean;
}

const KEY = /^rec-(\d+)-/;
/** Stands for a missing name, which a post cannot leave out; a name without letters is not compared. */
const NO_NAME = '-';
const FIRST_YEAR = 2010;
const YEARS = 12;
const TERMS = [1, 5, 9] as const;

async function linesOf(file: string): Promise<Map<number, Line>> {
  const chunks = createReadStream(file) as AsyncIterable<Buffer>;
  const { header, records } = await openCsv(chunks, { encoding: 'utf-8', notes: noNotes() });
  const lines = new Map<number, Line>();
  for await (const record of records) {
    if (isUnreadable(record)) throw record.refusal;
    const { cells } = record;
    const line = Object.fromEntries(header.map((name, at) => [name.trim(), cells[at]?.trim() ?? '']));
    lines.set(Number(KEY.exec(line['rec_id'] ?? '')?.[1]), line);
  }
  return lines;
}

/** The pairs of FEBRL's set 4, from the folder of `dataset4a.csv` and `dataset4b.csv`. */
export async function readPairs(folder: string): Promise<Pair[]> {
  const originals = await linesOf(join(folder, 'dataset4a.csv'));
  const duplicates = await linesOf(join(folder, 'dataset4b.csv'));
  return [...originals].map(([key, original]) => {
    const duplicate = duplicates.get(key);
    if (duplicate === undefined) throw new Error(`${key} has no duplicate`);
    return { key, original, duplicate };
  });
}

/**
 * A date of birth as a term of entry: one of 36, as many as there are terms in twelve years. A date of birth itself
 * would distinguish people far better than an entry does.
 */
function entryOf(date: string): Body {
  const [, year, month] = /^(\d{4})(\d\d)\d\d$/.exec(date) ?? [];
  if (year === undefined || month === undefined) return {};
  const term = TERMS[Number(month) % TERMS.length] ?? TERMS[0];
  return { yearOfEntry: FIRST_YEAR + (Number(year) % YEARS), monthOfEntry: term };
}

/**
 * A record of the set as a post. The state stands for the program. The set has no e-mail addresses, so every record
 * gets one that resembles no other.
 */
export function bodyOf(line: Line, { hasNumber, hasEntry }: Variant): Body {
  const { rec_id: id = '', state = '', soc_sec_id: number = '', date_of_birth: born = '' } = line;
  const address = createHash('sha256').update(id).digest('hex').slice(0, 24);
  return {
    email: `${address}@${id.includes('dup') ? 'later' : 'first'}.example.edu`,
    firstName: line['given_name'] === '' ? NO_NAME : (line['given_name'] ?? NO_NAME),
    lastName: line['surname'] === '' ? NO_NAME : (line['surname'] ?? NO_NAME),
    accountType: 'Student',
    ...(state === '' ? {} : { programId: state }),
    ...(hasNumber && number !== '' ? { externalId: `F-${number}` } : {}),
    ...(hasEntry ? entryOf(born) : {}),
  };
}

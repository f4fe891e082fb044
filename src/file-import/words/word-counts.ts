import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Mapping } from '../mapping/mapping.js';
import { type RowMapper, textOf } from '../mapping/row-mapper.js';
import { columnKey } from '../mapping/mapping.js';
import { isUnreadable, type Table } from '../sources/table.js';
import { FIXED_VALUES, type FixedValue, meaningOf } from './fixed-values.js';
import { likelyMeaning } from './likely-words.js';

/** Of each field so many words without a meaning are listed; the rows of others are counted together. */
export const MOST_WORDS = 200;
/** In UTF-16 units. A longer text is no word that has a meaning in a table. */
export const LONGEST_WORD = 100;
/** Some milliseconds of work. */
const ROWS_OF_A_TURN = 200;

/** A word of the file in the columns of a field. */
export interface FoundWord {
  /** As the first row writes it. */
  readonly word: string;
  readonly rows: number;
  /** null when nothing is sent for it; undefined when it is no value of the field, so that its rows are refused. */
  readonly meaning: FixedValue | null | undefined;
  /** What it likely means. */
  readonly likely: FixedValue | undefined;
}

/** The words of the columns that fill one field. */
export interface FieldWords {
  readonly field: string;
  readonly values: readonly FixedValue[];
  readonly columns: readonly string[];
  /** Those without a meaning first, then by their rows. */
  readonly words: readonly FoundWord[];
  /** Rows in which all of these columns are blank. */
  readonly blank: number;
  /** Rows with words without a meaning that are not listed, because they are too many or too long. */
  readonly unlisted: number;
}

export interface FileWords {
  /** The records that are sent. */
  readonly rows: number;
  readonly fields: readonly FieldWords[];
}

interface Count {
  readonly word: string;
  readonly meaning: FixedValue | null | undefined;
  rows: number;
}

interface Column {
  readonly name: string;
  readonly index: number;
}

/** Counts the words in the columns of one field, in constant memory. */
class WordsOfField {
  /** By the word in lower case. A known word and the same one in another case that is none are two. */
  private readonly known = new Map<string, Count>();
  private readonly open = new Map<string, Count>();
  private blank = 0;
  private unlisted = 0;

  constructor(
    private readonly field: string,
    private readonly columns: readonly Column[],
    private readonly mapping: Mapping,
  ) {}

  /** Reads as many of its columns as the mapper: the first with a value, of account statuses up to a stricter one. */
  add(cells: readonly unknown[]): void {
    const read = new Set<string>();
    for (const { index } of this.columns) {
      const text = textOf(cells[index]);
      const meaning = meaningOf(this.field, text, this.mapping);
      if (text !== '' && !read.has(text)) this.count(text, meaning);
      if (text !== '') read.add(text);
      if (meaning === null || (this.field === 'accountStatus' && meaning === 'active')) continue;
      break;
    }
    if (read.size === 0) this.blank += 1;
  }

  get found(): FieldWords {
    const { field, blank, unlisted } = this;
    const values = FIXED_VALUES.get(field) ?? [];
    const words = [this.open, this.known].flatMap((counts) =>
      [...counts.values()]
        .sort((one, other) => other.rows - one.rows)
        .map((count) => ({ ...count, likely: likelyMeaning(field, count.word) })),
    );
    return { field, values, columns: this.columns.map(({ name }) => name), words, blank, unlisted };
  }

  private count(word: string, meaning: Count['meaning']): void {
    const counts = meaning === undefined ? this.open : this.known;
    const key = word.length > LONGEST_WORD ? undefined : word.toLowerCase();
    const count = key === undefined ? undefined : counts.get(key);
    if (count !== undefined) count.rows += 1;
    else if (key !== undefined && (meaning !== undefined || this.open.size < MOST_WORDS))
      counts.set(key, { word, meaning, rows: 1 });
    else if (meaning === undefined) this.unlisted += 1;
  }
}

/** Counts the words of a table in the columns that fill fields of fixed values, in the rows that are sent. */
export async function countWords({ header, records }: Table, mapper: RowMapper): Promise<FileWords> {
  const fields = fieldsIn(header, mapper.mapping);
  let read = 0;
  let rows = 0;
  if (fields.length === 0) return { rows, fields: [] };
  for await (const record of records) {
    read += 1;
    if (read % ROWS_OF_A_TURN === 0) await nextTurn();
    if (isUnreadable(record) || 'skipped' in mapper.map(record.cells)) continue;
    rows += 1;
    for (const field of fields) field.add(record.cells);
  }
  return { rows, fields: fields.map(({ found }) => found) };
}

/** Whether the words of a column with this rule are counted. */
export function hasFixedValues(
  targets: readonly { fields: readonly string[]; transform?: unknown }[],
): boolean {
  return targets.some(isFixed);
}

/** A transform makes something else of a word. */
function isFixed({ fields, transform }: { fields: readonly string[]; transform?: unknown }): boolean {
  return transform === undefined && fields.some((field) => FIXED_VALUES.has(field));
}

function fieldsIn(header: readonly string[], mapping: Mapping): WordsOfField[] {
  const keys = header.map(columnKey);
  const columns = new Map<string, Column[]>();
  for (const [key, targets] of mapping.columns)
    for (const target of targets) {
      const [field = ''] = target.fields;
      const index = keys.indexOf(key);
      if (!isFixed(target) || index < 0) continue;
      columns.set(field, [...(columns.get(field) ?? []), { name: header[index]?.trim() ?? '', index }]);
    }
  return [...columns].map(([field, some]) => new WordsOfField(field, some, mapping));
}

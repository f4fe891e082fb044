import { FeedError } from '../feed-error.js';
import {
  convert,
  findField,
  isExact,
  kindOf,
  NEVER_CLEARED,
  REQUIRED_FIELDS,
  type JsonValue,
} from './fields.js';
import { isoText, USUAL_DATE_FORMAT } from './dates.js';
import { columnKey, type Mapping, type Target } from './mapping.js';
import { isErrorOfFormula, keyOf, lostIdentifierProblem } from './spreadsheet-cells.js';
import { type ReadTerm, termReader } from './terms.js';
import { transform } from './transforms.js';

/**
 * A row to send, the reason why the record is skipped, or what is wrong with it, with the key that finds it. A record
 * that `unique` skips has its row, too: it may be that of another person.
 */
export type Mapped =
  | { row: Record<string, JsonValue> }
  | { skipped: string; row?: Record<string, JsonValue> }
  | { problem: string; externalId?: string | undefined };

export interface RowMapper {
  readonly mapping: Mapping;
  /** The columns whose cells are never read. */
  readonly ignored: readonly string[];
  /** The required fields that nothing fills. */
  readonly missing: readonly string[];
  /** Maps the cells of one record, in the order of the header; a short record has fewer. */
  map(cells: readonly unknown[]): Mapped;
}

const LONGEST_TERM = 40;

interface Cell {
  index: number;
  /** Of the column. */
  name: string;
  target: Target;
}

/**
 * Prepares the mapping for one header.
 * @param blankClears whether a blank cell clears its field instead of leaving it unchanged
 * @throws {FeedError} when the mapping names a column that is not there, or one that is there twice
 */
export function createRowMapper(
  header: readonly string[],
  mapping: Mapping,
  blankClears: boolean,
): RowMapper {
  const columns = new Map<string, number>();
  const doubled = new Map<string, number>();
  header.forEach((name, index) => {
    const key = columnKey(name);
    if (key !== '' && !columns.has(key)) columns.set(key, index);
    else if (key !== '' && !doubled.has(key)) doubled.set(key, index);
  });
  const used = new Set<string>();
  const indexOf = (column: string): number => {
    const index = columns.get(column);
    if (index === undefined)
      throw new FeedError(`the mapping names the column "${column}", which is not there`);
    const again = doubled.get(column);
    if (again !== undefined) {
      const both = `the columns ${index + 1} and ${again + 1} are both named "${header[index]?.trim() ?? ''}"`;
      throw new FeedError(`${both}; rename or remove one`);
    }
    used.add(column);
    return index;
  };
  const cells = [...mapping.columns].flatMap(([column, targets]) => {
    const index = indexOf(column);
    if (targets.length === 0) used.delete(column);
    return targets.map((target): Cell => ({ index, name: header[index]?.trim() ?? '', target }));
  });
  const only = compile(mapping.only, header, indexOf);
  const skip = compile(mapping.skip, header, indexOf);
  const templates = [...mapping.templates].map(([field, text]) => ({
    field,
    parts: placeholders(text, indexOf),
  }));
  const keyCells = cells.filter(({ target }) => target.fields.includes('externalId'));
  const seen = new Set<string>();
  const readTerm = termReader(mapping.terms);

  const map = (record: readonly unknown[]): Mapped => {
    const unwanted = refusal(record, only, skip);
    if (unwanted !== undefined) return { skipped: unwanted };
    const fields = readCells(record, cells, mapping, readTerm);
    if (typeof fields === 'string') {
      const key = readCells(record, keyCells, mapping, readTerm);
      const externalId = typeof key === 'string' ? undefined : key.get('externalId');
      return { problem: fields, externalId: keyOfCell(externalId) };
    }
    for (const [field, value] of mapping.defaults) if (!fields.has(field)) fields.set(field, value);
    for (const { field, parts } of templates) {
      if (fields.has(field)) continue;
      const text = fill(field, parts, record, fields);
      if (text !== undefined) fields.set(field, text);
      // The name that people chose is no longer theirs when its source has withdrawn it.
      else if ((blankClears || field === 'name') && !NEVER_CLEARED.has(field))
        fields.set(field, blankOf(field));
    }
    const key = mapping.unique === undefined ? undefined : keyOfCell(fields.get(mapping.unique));
    if (blankClears) clearBlanks(record, cells, fields);
    const row = nest(fields);
    if (key !== undefined && seen.has(key))
      return { skipped: `another record of the same ${mapping.unique ?? ''}`, row };
    if (key !== undefined) seen.add(key);
    return { row };
  };
  const ignored = header.filter((name) => name.trim() !== '' && !used.has(columnKey(name)));
  return { mapping, map, ignored, missing: missingIn(cells, mapping) };
}

interface Condition {
  name: string;
  index: number;
  words: Map<string, string>;
}

/** Conditions by position; the keys of their words are in lower case, the values as the mapping writes them. */
function compile(
  conditions: Mapping['only'],
  header: readonly string[],
  indexOf: (column: string) => number,
): Condition[] {
  return [...conditions].map(([column, words]): Condition => {
    const index = indexOf(column);
    const spelt = [...words].map((word): [string, string] => [columnKey(word), word || 'blank']);
    return { name: header[index] ?? column, index, words: new Map(spelt) };
  });
}

function refusal(record: readonly unknown[], only: Condition[], skip: Condition[]): string | undefined {
  const wordOf = ({ index, words }: Condition): string | undefined =>
    words.get(columnKey(textOf(record[index])));
  const missed = only.find((condition) => wordOf(condition) === undefined);
  if (missed !== undefined) return `${missed.name} is not ${[...missed.words.values()].join(' or ')}`;
  const hit = skip.find((condition) => wordOf(condition) !== undefined);
  return hit === undefined ? undefined : `${hit.name} is ${wordOf(hit) ?? ''}`;
}

/**
 * The text of a cell without outer blanks; empty for what is not a text, a number, a boolean or a date, and for a
 * number whose digits were lost: they could be those of another record.
 */
export function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell.trim();
  if (cell instanceof Date) return isoText(cell);
  if (typeof cell === 'number') return isExact(cell) ? String(cell) : '';
  return typeof cell === 'boolean' ? String(cell) : '';
}

/** What records are compared by; undefined where a cell is no key of one record. */
export function keyOfCell(cell: unknown): string | undefined {
  return lostIdentifierProblem(cell) === undefined ? keyOf(textOf(cell)) : undefined;
}

/** @returns what is wrong with a cell, where one cannot be read as the mapping says */
function readCells(
  record: readonly unknown[],
  cells: Cell[],
  mapping: Mapping,
  readTerm: ReadTerm,
): Map<string, JsonValue> | string {
  const fields = new Map<string, JsonValue>();
  for (const { index, name, target } of cells) {
    const values = valuesOf(record[index], target, mapping, readTerm);
    if ('problem' in values) return `The column "${name}" ${values.problem}`;
    target.fields.forEach((field, position) => {
      const value = values[position];
      if (value !== undefined && value !== null && value !== '') put(fields, field, value);
    });
  }
  return fields;
}

/** Terms are codes and not about one person, so that the cell may be named. */
function problemOf(transformName: string, text: string, dateFormat: string): string {
  if (transformName !== 'term') return `has no date of the form ${dateFormat}`;
  return (
    `has "${text.slice(0, LONGEST_TERM)}", which is no term of the table: add it to the terms of the settings, or to ` +
    '"terms" of the mapping file'
  );
}

/** The first column with a value wins; of several account statuses any that is not `active` does. */
function put(fields: Map<string, JsonValue>, field: string, value: JsonValue): void {
  const stricter = field === 'accountStatus' && fields.get(field) === 'active';
  if (!fields.has(field) || stricter) fields.set(field, value);
}

function valuesOf(
  cell: unknown,
  target: Target,
  mapping: Mapping,
  readTerm: ReadTerm,
): JsonValue[] | { readonly problem: string } {
  const isDate = cell instanceof Date;
  if (typeof cell === 'object' && cell !== null && !isDate) return [cell as JsonValue];
  // Sent as it is in every field: the service names the row, and says that it must be text.
  if (typeof cell === 'number' && !isExact(cell)) return target.fields.map(() => cell);
  const text = textOf(cell);
  const [field = ''] = target.fields;
  const known = mapping.values.get(field)?.get(text.toLowerCase());
  if (known !== undefined) return [known];
  if (text === '') return [];
  const kind = kindOf(field);
  const lost = kind === 'identifier' ? lostIdentifierProblem(cell) : undefined;
  if (lost !== undefined) return { problem: lost };
  // The service refuses it in any other field, since it is no value of it.
  if ((kind === 'text' || kind === 'list') && isErrorOfFormula(text))
    return {
      problem: `has ${text}, which a spreadsheet shows where a formula has failed; correct it, or clear the cell`,
    };
  const { transform: name, fields } = target;
  if (name === undefined) return [convert(kind, text, target)];
  const dateFormat = isDate ? USUAL_DATE_FORMAT : (target.dateFormat ?? USUAL_DATE_FORMAT);
  const values = transform(name, text, fields, { dateFormat, readTerm });
  return values ?? { problem: problemOf(name, text, dateFormat) };
}

function clearBlanks(record: readonly unknown[], cells: Cell[], fields: Map<string, JsonValue>): void {
  for (const { index, target } of cells) {
    if (index >= record.length || textOf(record[index]) !== '' || typeof record[index] === 'object') continue;
    for (const field of target.fields) {
      if (!fields.has(field) && !NEVER_CLEARED.has(field)) fields.set(field, blankOf(field));
    }
  }
}

/** What clears a field. */
function blankOf(field: string): JsonValue {
  return kindOf(field) === 'text' ? '' : null;
}

function missingIn(cells: readonly Cell[], mapping: Mapping): string[] {
  const filled = new Set([
    ...cells.flatMap(({ target }) => target.fields),
    ...mapping.defaults.keys(),
    ...mapping.templates.keys(),
  ]);
  return REQUIRED_FIELDS.filter((field) => !filled.has(field));
}

type Part = { text: string } | { field: string } | { index: number };

function placeholders(template: string, indexOf: (column: string) => number): Part[] {
  return template.split(/\{([^{}]+)\}/).map((piece, position): Part => {
    if (position % 2 === 0) return { text: piece };
    const field = findField(piece);
    return field === piece ? { field } : { index: indexOf(columnKey(piece)) };
  });
}

function fill(
  target: string,
  parts: Part[],
  record: readonly unknown[],
  fields: Map<string, JsonValue>,
): string | undefined {
  const isKey = target === 'email' || kindOf(target) === 'identifier';
  let result = '';
  for (const part of parts) {
    if ('text' in part) {
      result += part.text;
      continue;
    }
    const cell = 'field' in part ? fields.get(part.field) : record[part.index];
    const text = textOf(cell);
    if (text === '' || (isKey && keyOfCell(cell) === undefined)) return undefined;
    result += text;
  }
  return result;
}

/** `facultyProfile.tools` and `customFields.x` become members of their objects. */
function nest(fields: Map<string, JsonValue>): Record<string, JsonValue> {
  const row: Record<string, JsonValue> = {};
  const objects = new Map<string, [string, JsonValue][]>();
  for (const [path, value] of fields) {
    const dot = path.indexOf('.');
    if (dot < 0) {
      row[path] = value;
      continue;
    }
    const outer = path.slice(0, dot);
    const members = objects.get(outer) ?? [];
    if (members.push([path.slice(dot + 1), value]) === 1) objects.set(outer, members);
  }
  for (const [outer, members] of objects) {
    const whole = row[outer] ?? {};
    // What is no object is left for the service to refuse.
    if (typeof whole === 'object' && !Array.isArray(whole))
      row[outer] = { ...whole, ...Object.fromEntries(members) };
  }
  return row;
}

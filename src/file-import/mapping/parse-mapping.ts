import { FeedError } from '../feed-error.js';
import { findField, type JsonValue } from './fields.js';
import { columnKey, emptyMapping, type Lookup, type Mapping, type Target } from './mapping.js';
import { isDateFormat, SERIAL } from './dates.js';
import { TERM_NAME, TERM_NAME_RULE } from '../../settings/term-name.js';
import type { Terms, TermStart } from './terms.js';
import { TRANSFORM_NAMES, type TransformName } from './transforms.js';

type JsonObject = Record<string, unknown>;

/**
 * Turns the JSON of a mapping file into a mapping.
 * @throws {FeedError} when it is not valid; the message names the key
 */
export function parseMapping(content: unknown): Mapping {
  const file = objectAt(content, 'the mapping');
  checkKeys(file, '', [
    'columns',
    'defaults',
    'templates',
    'values',
    'only',
    'skip',
    'unique',
    'terms',
    'lookup',
    'delimiter',
  ]);
  const mapping = emptyMapping();
  for (const [column, rule] of entries(file, 'columns'))
    mapping.columns.set(columnKey(column), targets(column, rule));
  for (const [name, value] of entries(file, 'defaults')) {
    mapping.defaults.set(fieldAt(name, `defaults.${name}`), value as JsonValue);
  }
  for (const [name, text] of entries(file, 'templates')) {
    mapping.templates.set(fieldAt(name, `templates.${name}`), textAt(text, `templates.${name}`));
  }
  for (const [name, table] of entries(file, 'values')) {
    const words = Object.entries(objectAt(table, `values.${name}`));
    const lower = words.map(([word, value]): [string, JsonValue] => [columnKey(word), value as JsonValue]);
    mapping.values.set(fieldAt(name, `values.${name}`), new Map(lower));
  }
  mapping.only = conditions(file, 'only');
  mapping.skip = conditions(file, 'skip');
  if (file.unique !== undefined) mapping.unique = fieldAt(file.unique, 'unique');
  mapping.terms = termsOf(entries(file, 'terms'));
  if (file.lookup !== undefined) mapping.lookup = lookupAt(file.lookup);
  if (file.delimiter !== undefined) mapping.delimiter = textAt(file.delimiter, 'delimiter');
  return mapping;
}

function targets(column: string, rule: unknown): Target[] {
  if (rule === null) return [];
  if (Array.isArray(rule)) return rule.map((one: unknown) => target(`columns.${column}`, one));
  return [target(`columns.${column}`, rule)];
}

function target(key: string, rule: unknown): Target {
  if (typeof rule === 'string') return { fields: [fieldAt(rule, key)] };
  const object = objectAt(rule, key, 'a field name, an object, a list of these, or null');
  checkKeys(object, `${key}.`, ['field', 'fields', 'transform', 'dateFormat', 'prefix', 'separator']);
  const names = object.fields === undefined ? [object.field] : listAt(object.fields, `${key}.fields`);
  const result: Target = { fields: names.map((name) => fieldAt(name, `${key}.field`)) };
  if (object.transform !== undefined) result.transform = transformAt(object.transform, `${key}.transform`);
  if (object.dateFormat !== undefined)
    result.dateFormat = dateFormatAt(object.dateFormat, `${key}.dateFormat`);
  if (object.prefix !== undefined) result.prefix = textAt(object.prefix, `${key}.prefix`);
  if (object.separator !== undefined) result.separator = textAt(object.separator, `${key}.separator`);
  checkTarget(result, key);
  return result;
}

/** Transforms that fill several fields. */
const SEVERAL = ['monthYear', 'term', 'splitName'] as const;

function checkTarget({ fields, transform }: Target, key: string): void {
  const several = SEVERAL.find((name) => name === transform);
  if ((several !== undefined) !== fields.length > 1) {
    throw new FeedError(
      several === undefined
        ? `${key}: several fields need ${SEVERAL.join(' or ')}`
        : `${key}: ${several} needs "fields"`,
    );
  }
  const known = transform === 'splitName' ? /^(firstName|middleInitial|lastName)$/ : /^(month|year)Of/;
  const odd = several && fields.find((field) => !known.test(field));
  if (odd !== undefined) throw new FeedError(`${key}: ${String(several)} cannot fill ${odd}`);
}

function termsOf(table: readonly [string, unknown][]): Terms {
  return new Map(table.map(([name, value]) => [name, termAt(name, value)]));
}

/** A month, or a month with what is added to the year. */
function termAt(name: string, value: unknown): TermStart {
  const key = `terms.${name}`;
  if (!TERM_NAME.test(name)) throw new FeedError(`${key} ${TERM_NAME_RULE}`);
  const isMonth = typeof value === 'number' || value === null;
  const start: JsonObject = isMonth ? { month: value } : objectAt(value, key, A_TERM);
  checkKeys(start, `${key}.`, ['month', 'yearOffset']);
  const { month, yearOffset = 0 } = start;
  if (!isBetween(month, 1, 12)) throw new FeedError(`${key}: ${MONTH_OF_TERM}`);
  if (!isBetween(yearOffset, -1, 1)) throw new FeedError(`${key}.yearOffset must be -1, 0 or 1`);
  return { month, yearOffset };
}

const MONTH_OF_TERM = 'say the month in which this term begins, 1 to 12';
const A_TERM = 'a month, or an object with month and yearOffset';

function isBetween(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function lookupAt(value: unknown): Lookup {
  const object = objectAt(value, 'lookup');
  checkKeys(object, 'lookup.', ['file', 'key', 'on', 'take', 'prefer']);
  return {
    file: textAt(object.file, 'lookup.file'),
    key: columnKey(textAt(object.key, 'lookup.key')),
    on: columnKey(textAt(object.on, 'lookup.on')),
    take: listAt(object.take, 'lookup.take').map((name) => columnKey(textAt(name, 'lookup.take'))),
    prefer: conditions(object, 'prefer', 'lookup.prefer'),
  };
}

function conditions(object: JsonObject, key: string, label = key): Map<string, Set<string>> {
  const result = new Map<string, Set<string>>();
  for (const [column, words] of entries(object, key, label)) {
    const path = `${label}.${column}`;
    result.set(columnKey(column), new Set(listAt(words, path).map((word) => wordAt(word, path))));
  }
  return result;
}

function entries(object: JsonObject, key: string, label = key): [string, unknown][] {
  return object[key] === undefined ? [] : Object.entries(objectAt(object[key], label));
}

function checkKeys(object: JsonObject, path: string, known: string[]): void {
  const odd = Object.keys(object).find((key) => !known.includes(key));
  if (odd !== undefined) throw new FeedError(`unknown key ${path}${odd}; known are ${known.join(', ')}`);
}

function objectAt(value: unknown, key: string, wanted = 'an object'): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new FeedError(`${key} must be ${wanted}`);
}

function listAt(value: unknown, key: string): unknown[] {
  if (Array.isArray(value) && value.length > 0) return value as unknown[];
  throw new FeedError(`${key} must be a list`);
}

function wordAt(value: unknown, key: string): string {
  if (typeof value === 'string') return value;
  throw new FeedError(`${key} must hold texts`);
}

function textAt(value: unknown, key: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new FeedError(`${key} must be a text`);
}

function fieldAt(value: unknown, key: string): string {
  const name = textAt(value, key);
  const field = findField(name);
  if (field === undefined) throw new FeedError(`${key}: there is no field ${name}`);
  return field;
}

function transformAt(value: unknown, key: string): TransformName {
  const name = TRANSFORM_NAMES.find((one) => one === value);
  if (name === undefined) throw new FeedError(`${key} must be one of ${TRANSFORM_NAMES.join(', ')}`);
  return name;
}

function dateFormatAt(value: unknown, key: string): string {
  const format = textAt(value, key);
  if (!isDateFormat(format))
    throw new FeedError(`${key} must be like M/D/YYYY, D.M.YY, DD-MON-YYYY, YYYYMMDD or ${SERIAL}`);
  return format;
}

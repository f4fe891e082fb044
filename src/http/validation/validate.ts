import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';

import { type FieldProblem, problemIn } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { type Compiled, compile } from './compiled-validator.js';
import { NotCompilable } from './compiled-validator-error.js';
import { nestedTypeOf } from './compiled-validator-reading.js';
import { rulesOf } from './compiled-validator-rules.js';
import { DEEPEST, freeJson, inexactIntegers, isFreeJson, type JsonPath } from '../fields/json-rules.js';
import { LOST_DIGITS, SAFE_INTEGERS } from '../fields/fields.js';
import { MOST_OBJECTS } from '../fields/nested-list.js';
import type { RuleContext } from '../fields/rule.js';
import { nearMiss } from '../../texts/near-miss.js';
import { type Said, sentence } from '../../texts/sentence.js';
import type { DtoClass } from './dto-class.js';

/** Either the value as an instance of its DTO, or every failing field. */
export type Checked<T> = { readonly value: T } | { readonly problems: readonly FieldProblem[] };

const fieldsOfDto = new Map<DtoClass<object>, ReadonlySet<string>>();

/** The names of a DTO's fields: those with a validation rule. */
function fieldsOf(dto: DtoClass<object>): ReadonlySet<string> {
  let fields = fieldsOfDto.get(dto);
  if (fields === undefined) {
    fields = new Set(rulesOf(dto).keys());
    fieldsOfDto.set(dto, fields);
  }
  return fields;
}

/** A name as a message shows it; a blank one in quotation marks. */
function quote(name: string): string {
  if (name.trim() === '') return JSON.stringify(name.slice(0, 64));
  return JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name).slice(1, -1);
}

/** How many more unknown names of a body are compared with those of its fields, which takes 10 µs each. */
interface Suggestions {
  left: number;
}

const MOST_SUGGESTIONS = 100;

function unknownFields(
  source: object,
  dto: DtoClass<object>,
  path: string,
  suggestions: Suggestions,
): FieldProblem[] {
  const fields = fieldsOf(dto);
  return Object.keys(source)
    .filter((name) => !fields.has(name))
    .map((name) => {
      const field = `${path}${quote(name)}`;
      suggestions.left -= 1;
      const meant = suggestions.left < 0 ? undefined : nearMiss(name, [...fields]);
      const rule =
        meant === undefined
          ? sentence('is not a known field')
          : sentence('is not a known field; did you mean {meant}?', { meant });
      return problemIn(field, 'unknownField', rule);
    });
}

function nestedUnknownFields(
  instance: object,
  source: object,
  path: string,
  suggestions: Suggestions,
): FieldProblem[] {
  return Object.entries(instance).flatMap(([name, child]: [string, unknown]) => {
    const original = (source as Record<string, unknown>)[name];
    const items: [string, unknown, unknown][] =
      Array.isArray(child) && Array.isArray(original)
        ? child.map((item: unknown, index) => [`${path}${name}[${index}].`, item, original[index]])
        : [[`${path}${name}.`, child, original]];
    return items.flatMap(([at, item, from]) =>
      isObject(from) ? problemsOfNames(item, from, at, suggestions) : [],
    );
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The DTO class of an instance, read from its prototype, as free JSON may have a key named `constructor`. */
function dtoOf(value: unknown): DtoClass<object> | undefined {
  if (!isObject(value)) return undefined;
  const { constructor } = Object.getPrototypeOf(value) as { constructor: DtoClass<object> };
  return fieldsOf(constructor).size > 0 ? constructor : undefined;
}

function problemsOfNames(
  instance: unknown,
  source: object,
  path: string,
  suggestions: Suggestions,
): FieldProblem[] {
  const dto = dtoOf(instance);
  if (dto === undefined || !isObject(instance)) return [];
  return [
    ...unknownFields(source, dto, path, suggestions),
    ...nestedUnknownFields(instance, source, path, suggestions),
  ];
}

/**
 * Removes what class-transformer cannot read: it recurses, and it takes a key named `constructor` for a class. Only
 * free JSON accepts such values, so the rule of any other field refuses what is left.
 */
function transformable(value: unknown, levels = DEEPEST): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return {};
  if (Array.isArray(value)) return value.map((item: unknown) => transformable(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'constructor')
      .map(([name, child]) => [name, transformable(child, levels - 1)] as const),
  );
}

const nestedOfDto = new Map<DtoClass<object>, ReadonlyMap<string, DtoClass<object>>>();

/** Undefined also when the type depends on the value. */
function fixedTypeOf(dto: DtoClass<object>, name: string): DtoClass<object> | undefined {
  try {
    return nestedTypeOf(dto, name);
  } catch (error) {
    if (error instanceof NotCompilable) return undefined;
    throw error;
  }
}

/** The DTO classes of the fields that have one. */
function nestedOf(dto: DtoClass<object>): ReadonlyMap<string, DtoClass<object>> {
  let nested = nestedOfDto.get(dto);
  if (nested === undefined) {
    const types = [...fieldsOf(dto)].map((name) => [name, fixedTypeOf(dto, name)] as const);
    nested = new Map(types.flatMap(([name, type]) => (type === undefined ? [] : [[name, type] as const])));
    nestedOfDto.set(dto, nested);
  }
  return nested;
}

/** The known fields of an object or of a list of objects; class-transformer takes 25 µs for each unknown name. */
function knownPart(dto: DtoClass<object> | undefined, value: unknown): unknown {
  if (dto === undefined) return transformable(value);
  if (Array.isArray(value)) return value.slice(0, MOST_OBJECTS).map((item: unknown) => knownItem(dto, item));
  return knownItem(dto, value);
}

function knownItem(dto: DtoClass<object>, value: unknown): unknown {
  if (!isObject(value)) return transformable(value);
  const nested = nestedOf(dto);
  const known = Object.entries(value).filter(([name]) => fieldsOf(dto).has(name));
  return Object.fromEntries(
    known.map(([name, child]) => [name, knownPart(nested.get(name), child)] as const),
  );
}

function instanceOf<T extends object>(dto: DtoClass<T>, source: object): T {
  const own: Record<string, unknown> = {};
  const free: Record<string, unknown> = {};
  const nested = nestedOf(dto);
  for (const [name, value] of Object.entries(source)) {
    if (!fieldsOf(dto).has(name)) continue;
    if (!isFreeJson(dto, name)) own[name] = knownPart(nested.get(name), value);
    else free[name] = freeJson(value);
  }
  return Object.assign(plainToInstance(dto, own), free);
}

function pathText(path: JsonPath): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${quote(step)}`)).join('');
}

/** The problems of the numbers of a free JSON field that lost digits, each with its own path. */
function inexactProblems(field: string, value: unknown): FieldProblem[] {
  return inexactIntegers(value).map((path) => {
    const at = `${field}${pathText(path)}`;
    return problemIn(at, SAFE_INTEGERS, LOST_DIGITS);
  });
}

/** Undefined for a rule of class-validator itself. */
function ruleOf({ contexts, value }: ValidationError, code: string): Said | undefined {
  const context = contexts?.[code] as RuleContext | undefined;
  return context?.problem(value);
}

function flatten(errors: readonly ValidationError[], path: string): FieldProblem[] {
  return errors.flatMap((error) => {
    const isItem = /^\d+$/.test(error.property);
    const field = isItem ? `${path.replace(/\.$/, '')}[${error.property}]` : `${path}${error.property}`;
    const own = Object.entries(error.constraints ?? {})
      .slice(0, 1)
      .flatMap(([code, message]) =>
        code === SAFE_INTEGERS
          ? inexactProblems(field, error.value)
          : [{ field, code, message: `${path}${message}`, rule: ruleOf(error, code) }],
      );
    return own.length > 0 ? own : flatten(error.children ?? [], `${field}.`);
  });
}

/**
 * {@link check} by class-transformer and class-validator; it decides about bodies that the compiled validators
 * refuse.
 */
export function checkByLibraries<T extends object>(dto: DtoClass<T>, source: object): Checked<T> {
  const value = instanceOf(dto, source);
  const problems = [
    ...problemsOfNames(value, source, '', { left: MOST_SUGGESTIONS }),
    ...flatten(validateSync(value, { forbidUnknownValues: false }), ''),
  ];
  return problems.length === 0 ? { value } : { problems };
}

const compiledOfDto = new Map<DtoClass<object>, Compiled>();

/** For a DTO that cannot be compiled, a validator that leaves every body to the libraries. */
function compiledOf(dto: DtoClass<object>): Compiled {
  let compiled = compiledOfDto.get(dto);
  if (compiled === undefined) {
    try {
      compiled = compile(dto);
    } catch (error) {
      if (!(error instanceof NotCompilable)) throw error;
      compiled = () => undefined;
    }
    compiledOfDto.set(dto, compiled);
  }
  return compiled;
}

/**
 * Checks a parsed JSON value against a DTO class (contract, section 1): unknown names are refused, strings trimmed,
 * every rule of every field applied. Never throws.
 */
export function check<T extends object>(dto: DtoClass<T>, source: unknown): Checked<T> {
  if (!isObject(source))
    return { problems: [{ field: 'body', code: 'isObject', message: 'The body must be a JSON object' }] };
  const value = compiledOf(dto)(source);
  return value instanceof dto ? { value } : checkByLibraries(dto, source);
}

/**
 * Like {@link check}, for a single request.
 * @throws {ValidationFailed} when the value breaks a rule
 */
export function validated<T extends object>(dto: DtoClass<T>, source: unknown): T {
  const result = check(dto, source);
  if ('problems' in result) throw new ValidationFailed(result.problems);
  return result.value;
}

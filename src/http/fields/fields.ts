import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsOptional, ValidateIf, ValidateNested } from 'class-validator';

import { FreeJson, inexactIntegers, MOST_MEMBERS, noJsonObject, withoutNegativeZero } from './json-rules.js';
import {
  boundOfTime,
  describeBound,
  isCalendarDate,
  isDateTime,
  isDomainName,
  isEmailAddress,
  isSnakeCase,
  NO_BOUND_OF_TIME,
} from './formats.js';
import { noneOf, noWholeNumber, ruleBy } from './rule.js';
import { diagnostic, isBlank, mistakable, noText, trimmed } from './text-rules.js';
import { type Sentence, sentence } from '../../texts/sentence.js';

const NO_ADDRESS = sentence('must be an e-mail address, such as ann.lee@example.edu');

type Problem = (value: unknown) => Sentence | undefined;

/** `required` fields refuse null; for the others null means "back to the default". */
interface FieldOptions {
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

interface ListOptions extends FieldOptions {
  /** Whether the list may have no items; it may when this is omitted. */
  readonly mayBeEmpty?: boolean;
}

/** For a text that identifies something. */
interface NamingOptions extends FieldOptions {
  /** Whether the text may identify something new; see {@link mistakable}. */
  readonly isUnmistakable?: boolean;
  /** Values that an address cannot contain. */
  readonly reserved?: readonly string[];
  /** What else is wrong with a text, if anything. */
  readonly alsoWrong?: Problem;
}

/** For a field in which null, or a blank, does not mean "back to the default". */
interface EnumOptions extends FieldOptions {
  /** Whether null means the same as an omitted field. */
  readonly nullIsOmitted?: boolean;
  /** Why null and a blank are refused, though the field may be omitted. */
  readonly whyNotEmpty?: Sentence;
}

export const SAFE_INTEGERS = 'isSafeInteger';
export const LOST_DIGITS = sentence(
  'is a number beyond {most}, whose digits would be lost; send it as text',
  {
    most: String(Number.MAX_SAFE_INTEGER),
  },
);

function textRule(
  max: number,
  { isUnmistakable = false, reserved = [], alsoWrong = () => undefined }: NamingOptions,
): Problem {
  return isUnmistakable
    ? (value) => mistakable(value, max, reserved) ?? alsoWrong(value)
    : (value) => noText(value, max) ?? alsoWrong(value);
}

/** One constraint under one code; its message says what is wrong with the value. */
function Checked(code: string, problem: Problem): PropertyDecorator {
  return ruleBy(code, problem);
}

function field(
  options: EnumOptions,
  api: ApiPropertyOptions,
  code: string,
  problem: Problem,
  clean?: (value: unknown) => unknown,
): PropertyDecorator {
  const documented = {
    ...api,
    description: options.description,
    example: options.example,
  } as ApiPropertyOptions;
  const requiredProblem: Problem = (value) =>
    value === undefined || value === null ? sentence('is required') : problem(value);
  const optional =
    options.whyNotEmpty === undefined
      ? [ApiPropertyOptional({ ...documented, nullable: true }), IsOptional()]
      : [ApiPropertyOptional(documented), ValidateIf((_, value) => value !== undefined)];
  const decorators = options.required
    ? [ApiProperty(documented), Checked(code, requiredProblem)]
    : [...optional, Checked(code, problem)];
  return applyDecorators(
    ...decorators,
    ...(clean === undefined ? [] : [Transform(({ value }) => clean(value))]),
  );
}

/** A blank optional text clears the field, as null does; a blank required one stays and is refused. */
function clearingBlank(value: unknown): unknown {
  const text = trimmed(value);
  return typeof text === 'string' && isBlank(text) ? null : text;
}

function cleanerFor(options: FieldOptions): (value: unknown) => unknown {
  return options.required ? trimmed : clearingBlank;
}

/** A trimmed text of 1 to `max` characters. */
export function Text(max: number, options: NamingOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, maxLength: max },
    'isText',
    textRule(max, options),
    cleanerFor(options),
  );
}

/**
 * A text of a program that explains something to people; never refused for its characters or its length: what cannot be
 * stored or shown is left out, and a long text is cut.
 */
export function Diagnostic(max: number, options: FieldOptions = {}): PropertyDecorator {
  const problem: Problem = (value) => (typeof value === 'string' ? undefined : sentence('must be a string'));
  return field(options, { type: String }, 'isText', problem, (value) => diagnostic(value, max));
}

/** A text of a certain form, such as an e-mail address. */
function Formatted(
  code: string,
  max: number,
  matches: (text: string) => boolean,
  complaint: Sentence,
  options: NamingOptions,
  api: object = {},
): PropertyDecorator {
  const textIs = textRule(max, options);
  const problem: Problem = (value) => textIs(value) ?? (matches(value as string) ? undefined : complaint);
  return field(options, { type: String, maxLength: max, ...api }, code, problem, cleanerFor(options));
}

/** An e-mail address; `isUnmistakable` where it may create a person, not where it only finds one. */
export function Email(options: NamingOptions = {}): PropertyDecorator {
  return Formatted('isEmail', 254, isEmailAddress, NO_ADDRESS, options, { format: 'email' });
}

export function DomainName(options: FieldOptions = {}): PropertyDecorator {
  const complaint = sentence('must be a domain name, such as example.edu');
  return Formatted('isDomain', 253, isDomainName, complaint, { ...options, isUnmistakable: true });
}

export function SnakeCase(max: number, options: FieldOptions = {}): PropertyDecorator {
  return Formatted(
    'isSnakeCase',
    max,
    isSnakeCase,
    sentence('must be lower snake case, such as department_chair'),
    options,
    { pattern: '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' },
  );
}

/**
 * A text that identifies something; a blank is refused and does not clear it. `isUnmistakable` where it may be new. A
 * field that only refers to something takes any text, so that identifiers that were stored earlier can be found.
 */
export function Identifier(max: number, options: NamingOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, minLength: 1, maxLength: max },
    'isIdentifier',
    textRule(max, options),
    trimmed,
  );
}

/** One letter; an optional full stop is dropped. */
export function Initial(options: FieldOptions = {}): PropertyDecorator {
  const problem: Problem = (value) =>
    noText(value, 8) ??
    (/^\p{L}\p{M}*$/u.test(value as string)
      ? undefined
      : sentence('must be one letter, such as "M" or "M."'));
  const clean = (value: unknown): unknown => {
    const text = clearingBlank(value);
    return typeof text === 'string' && text !== '.' ? text.replace(/\.$/, '') : text;
  };
  return field(options, { type: String }, 'isInitial', problem, clean);
}

export function OneOf(values: readonly string[], options: EnumOptions = {}): PropertyDecorator {
  const { whyNotEmpty, nullIsOmitted = false } = options;
  const problem: Problem = (value) => {
    if (values.includes(value as string)) return undefined;
    if (whyNotEmpty !== undefined && (value === null || value === ''))
      return sentence('must be one of {values} and not empty: {why}', {
        values: values.join(', '),
        why: whyNotEmpty,
      });
    return noneOf(values);
  };
  const clean = nullIsOmitted ? (value: unknown) => (value === null ? undefined : trimmed(value)) : trimmed;
  return field(options, { type: String, enum: [...values] }, 'isIn', problem, clean);
}

export function WholeNumber(min: number, max: number, options: FieldOptions = {}): PropertyDecorator {
  const problem: Problem = (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? undefined
      : noWholeNumber(min, max);
  return field(
    options,
    { type: 'integer', minimum: min, maximum: max },
    'isInt',
    problem,
    withoutNegativeZero,
  );
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: Boolean }, 'isBoolean', (value) =>
    typeof value === 'boolean' ? undefined : sentence('must be true or false'),
  );
}

/** A real calendar date, `YYYY-MM-DD`. */
export function CalendarDate(options: FieldOptions = {}): PropertyDecorator {
  const problem: Problem = (value) =>
    typeof value === 'string' && isCalendarDate(value)
      ? undefined
      : sentence('must be a real calendar date in the form YYYY-MM-DD');
  return field(options, { type: String, format: 'date' }, 'isDate', problem, cleanerFor(options));
}

/** A moment in ISO 8601 with an offset or `Z`. */
export function Moment(options: FieldOptions = {}): PropertyDecorator {
  const problem: Problem = (value) =>
    typeof value === 'string' && isDateTime(value)
      ? undefined
      : sentence('must be a date and time such as 2026-03-01T09:30:00.000Z');
  return field(options, { type: String, format: 'date-time' }, 'isDateTime', problem, cleanerFor(options));
}

/** A filter by time in a body, as `QueryMoment` is one in a query; `boundOfTime` reads it. */
export function MomentFilter(description: string): PropertyDecorator {
  const problem: Problem = (value) =>
    typeof value === 'string' && boundOfTime(value) !== undefined ? undefined : NO_BOUND_OF_TIME;
  const options = { description: describeBound(description), example: '2026-11-20' };
  return field(options, { type: String }, 'isDateTime', problem, clearingBlank);
}

function cleanList(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value.map(trimmed))] : value;
}

function listProblem(value: unknown, maxItems: number, itemProblem: Problem): Sentence | undefined {
  if (!Array.isArray(value)) return sentence('must be a list');
  if (value.length > maxItems) return sentence('must have at most {most} items', { most: String(maxItems) });
  for (const [index, item] of value.entries()) {
    const problem = itemProblem(item);
    if (problem !== undefined)
      return sentence('has a bad item: item {place} {problem}', { place: String(index + 1), problem });
  }
  return undefined;
}

/** A list of texts of 1 to 255 characters, at most 100; the order is kept, duplicates are dropped. */
export function TextList(options: FieldOptions = {}): PropertyDecorator {
  const problem: Problem = (value) => listProblem(value, 100, (item) => noText(item, 255));
  return field(options, { type: String, isArray: true, maxItems: 100 }, 'isTextList', problem, cleanList);
}

/** A list of e-mail addresses; the order is kept, duplicates are dropped. */
export function EmailList(maxItems: number, options: FieldOptions = {}): PropertyDecorator {
  const itemProblem: Problem = (item) =>
    noText(item, 254) ?? (isEmailAddress(item as string) ? undefined : NO_ADDRESS);
  const problem: Problem = (value) => listProblem(value, maxItems, itemProblem);
  const api = { type: String, format: 'email', isArray: true, maxItems };
  return field(options, api, 'isEmailList', problem, cleanList);
}

export function ListOf(values: readonly string[], options: ListOptions = {}): PropertyDecorator {
  const { mayBeEmpty = true } = options;
  const problem: Problem = (value) => {
    if (!mayBeEmpty && Array.isArray(value) && value.length === 0)
      return sentence('must name one or more of {values}', { values: values.join(', ') });
    return listProblem(value, 100, (item) => (values.includes(item as string) ? undefined : noneOf(values)));
  };
  const least = mayBeEmpty ? {} : { minItems: 1 };
  const api = { type: String, enum: [...values], isArray: true, ...least };
  return field(options, api, 'isListOf', problem, cleanList);
}

/** A free JSON object of at most 16 KiB, 8 levels and 500 members, stored unchanged; beyond 2^53-1 no integers. */
export function JsonObject(options: FieldOptions = {}): PropertyDecorator {
  const problem: Problem = (value) => noJsonObject(value, 8, 16 * 1024);
  const api = { type: 'object' as const, additionalProperties: true, maxProperties: MOST_MEMBERS };
  return applyDecorators(
    field(options, api, 'isJsonObject', problem),
    // The second rule, so that a value that is refused as a whole is not searched for numbers.
    Checked(SAFE_INTEGERS, (value) => (inexactIntegers(value).length === 0 ? undefined : LOST_DIGITS)),
    FreeJson(),
  );
}

/** An object with fields of its own. */
export function Nested(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  const problem: Problem = (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? undefined
      : sentence('must be an object');
  // The OpenAPI generator takes a function for a lazy type only when its name is "type".
  const api = { type: () => type() };
  return applyDecorators(field(options, api, 'isObject', problem), ValidateNested(), Type(type));
}

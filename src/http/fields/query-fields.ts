import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';

import { boundOfTime, describeBound, isCalendarDate, NO_BOUND_OF_TIME } from './formats.js';
import { type Said, sentence } from '../../texts/sentence.js';
import { noneOf, noWholeNumber, ruleBy } from './rule.js';
import { isTimeZone } from './time-zone.js';

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

/** A query parameter that is `true` or `false`. */
export function QueryFlag(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean, description }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (BOOLEANS[value] ?? value) : value,
    ),
    ruleBy('isBoolean', (value) =>
      typeof value === 'boolean' ? undefined : sentence('must be true or false'),
    ),
  );
}

type Parsed<T> = { readonly value: T } | { readonly problem: Said };

/**
 * A query parameter that is converted from its text; one that is given twice, or is blank, is refused.
 * @param parse returns the value, or what is wrong with the text
 */
export function QueryValue<T>(
  code: string,
  api: ApiPropertyOptions,
  parse: (text: string) => Parsed<T>,
): PropertyDecorator {
  const read = (value: unknown): Parsed<T> => {
    if (typeof value !== 'string') return { problem: sentence('must be given once') };
    return value.trim() === '' ? { problem: sentence('must not be blank') } : parse(value.trim());
  };
  return applyDecorators(
    ApiPropertyOptional(api),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => {
      const result = read(value);
      return 'value' in result ? result.value : new Refused(result.problem);
    }),
    ruleBy(code, (value) => (value instanceof Refused ? value.problem : undefined)),
  );
}

class Refused {
  constructor(readonly problem: Said) {}
}

/**
 * A filter by time. A `+` that a caller forgot to encode arrives as a space.
 * @param description says on which side of the moment: `from` and `since` are at or after it, `to` is before it
 */
export function QueryMoment(description: string, code = 'isDateTime'): PropertyDecorator {
  const api = { type: String, example: '2026-11-20', description: describeBound(description) };
  return QueryValue(code, api, (text) => {
    const value = boundOfTime(text.replace(/ (\d{2}:\d{2})$/, '+$1'));
    return value === undefined ? { problem: NO_BOUND_OF_TIME } : { value };
  });
}

/** A whole number; one outside of the range is refused. */
export function QueryNumber(min: number, max: number, description: string): PropertyDecorator {
  return QueryValue('isInt', { type: 'integer', minimum: min, maximum: max, description }, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? { value } : { problem: noWholeNumber(min, max) };
  });
}

/** The size of a page; above `largest` it is `largest`. */
export function QueryLimit(standard: number, largest: number): PropertyDecorator {
  const description = `default ${standard}; above ${largest} it is ${largest}`;
  return QueryValue('isInt', { type: 'integer', minimum: 1, description }, (text) => {
    const value = /^\d+$/.test(text) ? Math.min(Number(text), largest) : 0;
    return value >= 1 ? { value } : { problem: sentence('must be a whole number of 1 or more') };
  });
}

/** A query parameter that is one of these names. */
export function QueryOneOf(names: readonly string[], description?: string): PropertyDecorator {
  const api = { enum: [...names], ...(description === undefined ? {} : { description }) };
  return QueryValue('isIn', api, (value) => (names.includes(value) ? { value } : { problem: noneOf(names) }));
}

/** A query parameter of any text. */
export function QueryText(maxLength: number, description: string): PropertyDecorator {
  return QueryValue('isText', { type: String, maxLength, description }, (value) =>
    value.length <= maxLength
      ? { value }
      : { problem: sentence('must have at most {most} characters', { most: String(maxLength) }) },
  );
}

const MOST_REFERENCES = 1000;
const LONGEST_REFERENCE = 64;

/**
 * A query parameter that names people.
 * @param who the people, for the message of a refusal
 */
export function QueryReferences(code: string, who: string): PropertyDecorator {
  const description = 'One or more 950/951 IDs or legacyNumbers, separated by commas; at most 1,000';
  return QueryValue(code, { type: String, description }, (text) => {
    const value = [...new Set(text.split(',').map((one) => one.trim()))];
    if (value.some((one) => one === '' || one.length > LONGEST_REFERENCE))
      return { problem: `must be IDs of 1 to ${LONGEST_REFERENCE} characters, separated by commas` };
    return value.length > MOST_REFERENCES
      ? { problem: `must name at most ${MOST_REFERENCES} ${who}` }
      : { value };
  });
}

/** A query parameter of an ASCII column: comparing that with other characters is a collation error. */
export function QueryForm(form: RegExp, example: string, complaint: string): PropertyDecorator {
  return QueryValue('matches', { type: String, example }, (value) =>
    form.test(value) ? { value } : { problem: complaint },
  );
}

/** A query parameter that is a calendar day. */
export function QueryDay(description: string): PropertyDecorator {
  return QueryValue(
    'isDate',
    { type: String, format: 'date', example: '2026-11-20', description },
    (value) => (isCalendarDate(value) ? { value } : { problem: 'must be a date, such as 2026-09-01' }),
  );
}

/** A query parameter that is the IANA name of a time zone. */
export function QueryTimeZone(description: string): PropertyDecorator {
  return QueryValue('isTimeZone', { type: String, example: 'Europe/Paris', description }, (value) =>
    isTimeZone(value) ? { value } : { problem: 'must be an IANA name, such as Europe/Paris' },
  );
}

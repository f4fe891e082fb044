import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

import { success, type Success } from '../http/answers.js';
import { isTimeZone } from '../http/fields/time-zone.js';
import { isCalendarDate } from '../http/fields/formats.js';
import { QueryNumber, QueryValue } from '../http/fields/query-fields.js';

const DEFAULT_PER_PAGE = 25;
const LARGEST_PAGE = 100;

/** Ascending or descending, as the database spells it. */
export type Order = 'ASC' | 'DESC';

/** The rows of a page. */
export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

/** A page of rows, and how many there are in all. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** A query parameter that is one of these names. */
export function QueryOneOf(names: readonly string[], description?: string): PropertyDecorator {
  const api = { enum: [...names], ...(description === undefined ? {} : { description }) };
  return QueryValue('isIn', api, (value) =>
    names.includes(value) ? { value } : { problem: `must be one of ${names.join(', ')}` },
  );
}

/** A query parameter of any text. */
export function QueryText(maxLength: number, description: string): PropertyDecorator {
  return QueryValue('isText', { type: String, maxLength, description }, (value) =>
    value.length <= maxLength ? { value } : { problem: `must have at most ${maxLength} characters` },
  );
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

/** A query parameter that is `true` or `false`. */
export function QueryFlag(description: string): PropertyDecorator {
  return QueryValue('isFlag', { type: 'boolean', description }, (value) =>
    value === 'true' || value === 'false'
      ? { value: value === 'true' }
      : { problem: 'must be true or false' },
  );
}

/** Which column a list is sorted by; the first name is the default. */
export function SortBy(names: readonly string[]): PropertyDecorator {
  return applyDecorators(QueryOneOf(names, `default ${names[0] ?? ''}`));
}

/** The query of every list of the administration pages; each list adds `sort` and its filters. */
export class ListQueryDto {
  @QueryNumber(1, 1_000_000, 'default 1')
  page?: number;

  @QueryNumber(1, LARGEST_PAGE, `default ${DEFAULT_PER_PAGE}`)
  perPage?: number;

  @QueryOneOf(['ASC', 'DESC'])
  order?: Order;
}

export function pageRangeOf({ page = 1, perPage = DEFAULT_PER_PAGE }: ListQueryDto): PageRange {
  return { offset: (page - 1) * perPage, limit: perPage };
}

/** The `meta` of a list. */
export class ListMetaDto {
  @ApiProperty({ type: 'integer', description: 'On all pages together', example: 1 })
  total!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  page!: number;

  @ApiProperty({ type: 'integer', example: DEFAULT_PER_PAGE })
  perPage!: number;
}

/** The answer of a list: the rows of a page, and in `meta` how many there are in all. */
export function listed<T>(
  data: T[],
  total: number,
  { page = 1, perPage = DEFAULT_PER_PAGE }: ListQueryDto,
  meta: object = {},
): Success<T[]> {
  return success(data, { meta: { total, page, perPage, ...meta } });
}

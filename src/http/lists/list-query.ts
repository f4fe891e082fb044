import { ApiProperty } from '@nestjs/swagger';

import { ValidationFailed } from '../../errors/request.errors.js';
import { success, type Success } from '../answers.js';
import { QueryNumber, QueryOneOf } from '../fields/query-fields.js';

const DEFAULT_PER_PAGE = 25;
const LARGEST_PAGE = 100;
/** Rows: an offset makes the server read everything before it. */
const DEEPEST = 10_000;

/** Ascending or descending, as the database spells it. */
export type Order = 'ASC' | 'DESC';

/** The rows of a page. */
export interface PageRange {
  readonly offset: number;
  readonly limit: number;
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

/**
 * The query of a list that can be sorted; a DTO extends it by its filters.
 * @param columns by which the list can be sorted; the first one is the default
 */
export function ListSortedBy<const Column extends string>(...columns: readonly Column[]) {
  class SortedListQueryDto extends ListQueryDto {
    @QueryOneOf(columns, `default ${columns[0] ?? ''}`)
    sort?: Column;
  }
  return SortedListQueryDto;
}

export function pageRangeOf({ page = 1, perPage = DEFAULT_PER_PAGE }: ListQueryDto): PageRange {
  return { offset: (page - 1) * perPage, limit: perPage };
}

/**
 * Like {@link pageRangeOf}, for lists that may be long.
 * @throws {ValidationFailed} when the page is too far down
 */
export function boundedPageRangeOf(query: ListQueryDto): PageRange {
  const range = pageRangeOf(query);
  if (range.offset + range.limit > DEEPEST) {
    const message = `page times perPage must be at most ${DEEPEST}; filter the list to see what is further down`;
    throw new ValidationFailed([{ field: 'page', code: 'isWithinReach', message }]);
  }
  return range;
}

/** A page of a list that is sorted by a text and short enough to be read as a whole. */
export function partOf<T>(all: readonly T[], query: ListQueryDto, textOf: (row: T) => string): T[] {
  const { offset, limit } = pageRangeOf(query);
  const direction = query.order === 'DESC' ? -1 : 1;
  return all
    .toSorted((one, other) => direction * textOf(one).localeCompare(textOf(other), 'en'))
    .slice(offset, offset + limit);
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

/** The row of a list that was made for one. */
export function onlyRowOf<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('One row was presented as none');
  return row;
}

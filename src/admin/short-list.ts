import { type ListQueryDto, pageRangeOf } from './list-query.js';

/** A page of a list that is sorted by a text and short enough to be read as a whole. */
export function partOf<T>(all: readonly T[], query: ListQueryDto, textOf: (row: T) => string): T[] {
  const { offset, limit } = pageRangeOf(query);
  const direction = query.order === 'DESC' ? -1 : 1;
  return all
    .toSorted((one, other) => direction * textOf(one).localeCompare(textOf(other), 'en'))
    .slice(offset, offset + limit);
}

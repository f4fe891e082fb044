import { ValidationFailed } from '../errors/request.errors.js';
import { type ListQueryDto, type PageRange, pageRangeOf } from './list-query.js';

/** Rows: an offset makes the server read everything before it. */
const DEEPEST = 10_000;

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

import { QueryMoment, QueryNumber, QueryValue } from '../../http/fields/query-fields.js';
import { DEFAULT_LIMIT, LARGEST_LIMIT } from './walks.js';

/** Which part of a walk is wanted (contract, section 3). */
export class WalkQueryDto {
  @QueryMoment('What changed at or after it', 'isSince')
  since?: Date;

  @QueryNumber(1, LARGEST_LIMIT, `default ${DEFAULT_LIMIT}`)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;
}

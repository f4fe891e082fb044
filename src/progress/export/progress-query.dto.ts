import {
  QueryFlag,
  QueryMoment,
  QueryNumber,
  QueryReferences,
  QueryValue,
} from '../../http/fields/query-fields.js';
import { DEFAULT_LIMIT, LARGEST_LIMIT } from '../../tenancy/walks/walks.js';

/** Contract, section 3. */
export class ProgressQueryDto {
  @QueryReferences('isStudentList', 'students')
  studentId?: string[];

  @QueryMoment('Records changed at or after it', 'isSince')
  since?: Date;

  @QueryNumber(1, LARGEST_LIMIT, `default ${DEFAULT_LIMIT}`)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;

  @QueryFlag('true: people who stopped being Students come once, as removed')
  includeRemoved?: boolean;
}

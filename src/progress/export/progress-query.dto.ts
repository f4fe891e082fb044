import { QueryFlag, QueryMoment, QueryNumber, QueryValue } from '../../http/fields/query-fields.js';

const MOST_STUDENTS = 1000;
const LONGEST_ID = 64;
export const DEFAULT_LIMIT = 1000;
export const LARGEST_LIMIT = 5000;

function parseStudents(text: string): { value: string[] } | { problem: string } {
  const ids = [...new Set(text.split(',').map((id) => id.trim()))];
  if (ids.some((id) => id === '' || id.length > LONGEST_ID))
    return { problem: `must be IDs of 1 to ${LONGEST_ID} characters, separated by commas` };
  return ids.length > MOST_STUDENTS
    ? { problem: `must name at most ${MOST_STUDENTS} students` }
    : { value: ids };
}

/** Contract, section 3. */
export class ProgressQueryDto {
  @QueryValue(
    'isStudentList',
    { type: String, description: 'One or more 950 IDs or legacyNumbers, separated by commas; at most 1,000' },
    parseStudents,
  )
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

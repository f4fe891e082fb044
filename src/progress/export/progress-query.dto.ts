import { isCalendarDate, isDateTime } from '../../http/fields/formats.js';
import { QueryFlag, QueryNumber, QueryValue } from '../../http/fields/query-fields.js';

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

/** A `+` that a caller forgot to encode arrives as a space. */
function parseSince(text: string): { value: number } | { problem: string } {
  const moment = text.replace(/ (\d{2}:\d{2})$/, '+$1');
  const at = isCalendarDate(moment) || isDateTime(moment) ? Date.parse(moment) : NaN;
  if (!Number.isNaN(at)) return { value: Math.max(0, at) };
  return {
    problem: 'must be a date such as 2026-11-20, or a date and time such as 2026-11-20T02:30:00.000Z',
  };
}

/** Contract, section 3. */
export class ProgressQueryDto {
  @QueryValue(
    'isStudentList',
    { type: String, description: 'One or more 950 IDs or legacyNumbers, separated by commas; at most 1,000' },
    parseStudents,
  )
  studentId?: string[];

  /** Milliseconds since 1970. */
  @QueryValue(
    'isSince',
    {
      type: String,
      description: 'Records changed at or after it: a date (00:00 UTC) or a date and time',
      example: '2026-11-20',
    },
    parseSince,
  )
  since?: number;

  @QueryNumber(1, LARGEST_LIMIT, `default ${DEFAULT_LIMIT}`)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;

  @QueryFlag('true: people who stopped being Students come once, as removed')
  includeRemoved?: boolean;
}

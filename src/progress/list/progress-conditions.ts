import type { Scope } from '../../tenancy/scope.js';
import type { Day } from '../../tenancy/time/calendar.js';
import { mayStandAnywhere } from '../../users/model/names/unspaced-words.js';
import type { PacingStatus } from '../progress-enums.js';

/** The filter of a list of students; people match by one of these IDs, or by all of these words. */
export interface ProgressFilter {
  readonly pacing?: PacingStatus | undefined;
  readonly programId?: string | undefined;
  /** The code of the next open required milestone. */
  readonly milestone?: string | undefined;
  /** That milestone is due on this day or later. */
  readonly dueFrom?: Day | undefined;
  /** It is due on this day or earlier. */
  readonly dueTo?: Day | undefined;
  /** The ID of the chair of the committee. */
  readonly chairId?: string | undefined;
  /** A month or a year of entry. */
  readonly entry?: string | undefined;
  readonly people?: { readonly studentIds: readonly string[]; readonly words: readonly string[] } | undefined;
}

/** A part of a WHERE clause. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

function startingWith(word: string): string {
  return `${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * A word begins the last or the first name, or one of several in them; digits also begin an ID. In a script without
 * spaces it may be any part of the whole name.
 */
function wordCondition(word: string): Condition {
  const like = startingWith(word);
  const isNumber = /^\d+$/.test(word);
  const isAnywhere = mayStandAnywhere(word);
  const parts: [sql: string, value: string][] = [
    ['`sortName` LIKE ?', like],
    ['`sortName` LIKE ?', `% ${like}`],
    ...(isNumber ? [['`studentId` LIKE ?', like] as [string, string]] : []),
    // 王小明 for "王, 小明".
    ...(isAnywhere ? [["REPLACE(`sortName`, ', ', '') LIKE ?", `%${like}`] as [string, string]] : []),
  ];
  return { sql: `(${parts.map(([sql]) => sql).join(' OR ')})`, values: parts.map(([, value]) => value) };
}

function peopleCondition({ studentIds, words }: NonNullable<ProgressFilter['people']>): Condition {
  const conditions = words.map(wordCondition);
  const byName = conditions.map(({ sql }) => sql).join(' AND ');
  const values = conditions.flatMap((condition) => condition.values);
  return studentIds.length === 0
    ? { sql: `(${byName})`, values }
    : { sql: `(\`studentId\` IN (?) OR (${byName}))`, values: [studentIds, ...values] };
}

export function conditionOf({ tenantId }: Scope, filter: ProgressFilter): Condition {
  const { people, entry } = filter;
  const single: readonly [sql: string, value: unknown][] = [
    ['`tenantId` = ?', tenantId],
    ['`pacingStatus` = ?', filter.pacing],
    ['`programId` = ?', filter.programId],
    ['`nextMilestone` = ?', filter.milestone],
    ['`nextDueOn` >= ?', filter.dueFrom],
    ['`nextDueOn` <= ?', filter.dueTo],
    ['`chairId` = ?', filter.chairId],
    // A year is all of its months.
    ['`entry` LIKE ?', entry === undefined ? undefined : startingWith(entry)],
  ];
  const parts: Condition[] = [
    ...single.filter(([, value]) => value !== undefined).map(([sql, value]) => ({ sql, values: [value] })),
    ...(people === undefined ? [] : [peopleCondition(people)]),
  ];
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

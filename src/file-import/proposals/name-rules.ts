import { ACCOUNT_STATUSES, ACCOUNT_TYPES } from '../mapping/default-mapping.js';
import type { Target } from '../mapping/mapping.js';
import { likelyWords } from '../words/likely-words.js';
import type { ColumnValues, Looks } from './column-values.js';
import { FACTS, NEUTRAL, NEVER, NO_PROGRAM, NO_START, OTHERS, PROGRAM, THINGS } from './rule-words.js';

/** What the name of a column says, as far as its cells do not contradict. */
export interface NameRule {
  /** Of each list one word must be in the name. */
  readonly needs: readonly (readonly string[])[];
  /** What the column would fill; undefined when its cells say otherwise. */
  readonly targetOf: (values: ColumnValues) => Target | undefined;
  /** Words beside those of `needs` with which the name is about something else. */
  readonly not?: readonly string[];
  /** Of two rules for one field the higher one wins; 0 when absent. */
  readonly rank?: number;
  /** Whether the name may have no other words. */
  readonly isWhole?: true;
  /** What the cells look like besides, for the reason. */
  readonly looks?: Looks;
}

const KIND = ['description', 'name'];
/** A short word in capitals. */
const CODE = /^[A-Z][A-Z\d_.-]{0,11}$/;

const field =
  (name: string, more: Omit<Target, 'fields'> = {}) =>
  (): Target => ({ fields: [name], ...more });

/** A field whose cells have to be so, unless all are blank. */
const when =
  (name: string, isSo: (values: ColumnValues) => boolean, more: Omit<Target, 'fields'> = {}) =>
  (values: ColumnValues): Target | undefined =>
    values.isBlank || isSo(values) ? { fields: [name], ...more } : undefined;

const BOOLEANS = new Set(['true', 'false', 'yes', 'no', 'y', 'n', '1', '0']);
const TYPES: ReadonlySet<string> = new Set(ACCOUNT_TYPES.keys());
const STATUSES: ReadonlySet<string> = new Set(ACCOUNT_STATUSES.keys());
const STATUS_WORDS: ReadonlySet<string> = new Set(['active', 'inactive']);
/** Words that have a meaning by default, or a likely one. */
const TYPE_CODES: ReadonlySet<string> = new Set([...TYPES, ...likelyWords('accountType')]);
const STATUS_CODES: ReadonlySet<string> = likelyWords('accountStatus');
/** Below a column whose words all have a meaning. */
const BY_CODES = -15;

const areKeys = (values: ColumnValues): boolean => values.areDistinct && !values.areAddresses;
const YEAR = /^(?:19|20)\d\d$/;

/** The rules of the month and the year in which something happens. */
function timeRules(
  what: 'Entry' | 'Graduation',
  needs: readonly (readonly string[])[],
  rank = 0,
): NameRule[] {
  const both = [`monthOf${what}`, `yearOf${what}`];
  const not = NO_START;
  return [
    {
      needs: [...needs, ['date']],
      not: [...not, 'term', 'year'],
      looks: 'date',
      rank: rank + 1,
      targetOf: ({ dateFormat }) =>
        dateFormat === undefined ? undefined : { fields: both, transform: 'monthYear', dateFormat },
    },
    {
      needs: [...needs, ['term', 'period']],
      not: [...not, 'date', 'year', 'description', 'number'],
      looks: 'term',
      rank,
      targetOf: (values) => (values.areTerms ? { fields: both, transform: 'term' } : undefined),
    },
    {
      needs: [...needs, ['year']],
      not: [...not, 'date', 'term'],
      rank,
      targetOf: when(`yearOf${what}`, (values) => values.areLike(YEAR)),
    },
    {
      needs: [...needs, ['month']],
      not: [...not, 'date', 'term'],
      rank,
      targetOf: when(`monthOf${what}`, (values) => values.areLike(/^(?:0?[1-9]|1[0-2])$/)),
    },
  ];
}

export const NAME_RULES: readonly NameRule[] = [
  {
    needs: [['email']],
    not: [...FACTS, 'parent'],
    looks: 'address',
    targetOf: when('email', ({ areAddresses }) => areAddresses),
  },
  {
    needs: [
      ['id', 'number'],
      ['student', 'person', 'sis', 'banner', 'university', 'employee', 'matriculation'],
    ],
    not: [...THINGS, 'of', 'count'],
    rank: 1,
    targetOf: when('externalId', areKeys),
  },
  { needs: [['id']], isWhole: true, targetOf: when('externalId', areKeys) },
  { needs: [['external'], ['id']], not: THINGS, rank: 2, targetOf: when('externalId', areKeys) },
  {
    needs: [['id'], ['spriden', 'user', 'campus']],
    not: THINGS.filter((word) => word !== 'user'),
    targetOf: when('externalId', areKeys),
  },
  { needs: [['first'], ['name']], not: [...THINGS, 'last', 'middle'], targetOf: field('firstName') },
  { needs: [['last'], ['name']], not: [...THINGS, 'first', 'middle'], targetOf: field('lastName') },
  {
    needs: [['middle'], ['name', 'initial']],
    not: [...THINGS, 'first', 'last'],
    targetOf: field('middleInitial', { transform: 'firstLetter' }),
  },
  {
    needs: [['name'], ['full', 'student', 'person', 'employee']],
    // The parts of a name need not be split.
    rank: -1,
    not: [...THINGS, 'first', 'last', 'middle', 'preferred'],
    targetOf: (values) =>
      values.areLike(/\S[\s,]+\S/)
        ? { fields: ['firstName', 'lastName'], transform: 'splitName' }
        : undefined,
  },
  {
    needs: [['type', 'role', 'affiliation', 'category']],
    not: THINGS.filter((word) => word !== 'type' && word !== 'user'),
    looks: 'words',
    targetOf: (values) => (values.areAll(TYPES) ? { fields: ['accountType'] } : undefined),
  },
  {
    needs: [['type', 'role', 'affiliation', 'category']],
    not: THINGS.filter((word) => word !== 'type' && word !== 'user'),
    looks: 'codes',
    rank: BY_CODES,
    targetOf: (values) => (values.areMostly(TYPE_CODES) ? { fields: ['accountType'] } : undefined),
  },
  {
    needs: [['active', 'enabled']],
    not: [
      'date',
      'since',
      'until',
      'not',
      'registration',
      'enrollment',
      'hold',
      'duty',
      'military',
      ...THINGS,
    ],
    looks: 'words',
    rank: 1,
    targetOf: (values) => (values.areAll(STATUSES) ? { fields: ['accountStatus'] } : undefined),
  },
  {
    needs: [['status']],
    not: THINGS.filter((word) => word !== 'status' && word !== 'user'),
    looks: 'words',
    targetOf: (values) => (values.areAll(STATUS_WORDS) ? { fields: ['accountStatus'] } : undefined),
  },
  {
    needs: [['status']],
    not: THINGS.filter((word) => word !== 'status' && word !== 'user'),
    looks: 'codes',
    rank: BY_CODES,
    targetOf: (values) => (values.areMostly(STATUS_CODES) ? { fields: ['accountStatus'] } : undefined),
  },
  ...timeRules('Entry', [['entry', 'matriculation', 'cohort', 'enrollment']]),
  // What starts may be a role, a course or a contract.
  ...timeRules('Entry', [['start']], -30),
  ...timeRules('Graduation', [['graduation']]),
  ...timeRules('Graduation', [['degree'], ['award']]),
  { needs: [PROGRAM, ['code', 'id']], not: NO_PROGRAM, targetOf: field('programId') },
  {
    needs: [PROGRAM, KIND],
    not: [...NO_PROGRAM, 'code', 'id'],
    rank: 1,
    targetOf: field('schoolProgram'),
  },
  {
    needs: [PROGRAM],
    not: [...NO_PROGRAM, ...KIND, 'code', 'id'],
    targetOf: (values) => ({ fields: [values.areLike(CODE) ? 'programId' : 'schoolProgram'] }),
  },
  {
    needs: [['degree'], ['description', 'name', 'sought']],
    not: ['status', 'date', 'department', 'level', 'highest', 'code'],
    rank: 2,
    targetOf: field('degree'),
  },
  {
    needs: [['degree'], ['code', 'type']],
    not: ['status', 'date', 'department', 'level', 'highest'],
    rank: 1,
    targetOf: field('degree'),
  },
  {
    needs: [['highest'], ['degree']],
    not: ['date', 'year', 'code'],
    targetOf: field('facultyProfile.highestDegree'),
  },
  {
    needs: [['rank'], ['academic', 'faculty']],
    not: ['date', 'code', 'class'],
    targetOf: field('facultyProfile.facultyRank'),
  },
  { needs: [['pronoun']], not: FACTS, targetOf: field('genderPronoun') },
  {
    needs: [['confidential', 'suppression']],
    not: ['date', 'description', 'code'],
    targetOf: (values) => (values.areAll(BOOLEANS) ? { fields: ['hideProfilePage'] } : undefined),
  },
];

/** Names that can hardly mean anything else, in the words of the rules. */
const CERTAIN: ReadonlySet<string> = new Set([
  'email',
  'email address',
  'first name',
  'last name',
  'middle name',
  'middle initial',
  'account type',
  'account status',
]);

/** Whether the name alone says what the column fills, so that a page may take it without a click. */
export function isCertainName(words: readonly string[]): boolean {
  return CERTAIN.has(words.join(' '));
}

/** Whether nothing may be proposed for the column, whatever it looks like. */
export function isNeverProposed(words: readonly string[], values: ColumnValues): boolean {
  return values.haveNationalNumber || words.some((word) => NEVER.has(word) || /birth|passw/.test(word));
}

/** Whether the name is about another person, or what was before. */
export function isAboutOthers(words: readonly string[]): boolean {
  return words.some((word) => OTHERS.has(word));
}

/** The words of the name that the rule does not need; undefined when the rule does not fit. */
export function unexplained(
  { needs, isWhole, not = [] }: NameRule,
  words: readonly string[],
): string[] | undefined {
  const used = needs.map((some) => words.find((word) => some.includes(word)));
  if (used.includes(undefined)) return undefined;
  const rest = words.filter((word) => !used.includes(word));
  if (isWhole === true && rest.length > 0) return undefined;
  return rest.some((word) => not.includes(word)) ? undefined : rest.filter((word) => !NEUTRAL.has(word));
}

import { distance } from 'fastest-levenshtein';

import type { FieldProblem, Refusal } from '../../errors/refusal.js';
import { maskName } from '../../request-log/mask.js';

/** Of one row, this many fields are named. */
const MOST_PROBLEMS = 5;
const LONGEST_CAUSE = 255;
const LONGEST_REASON = 1000;
const LONGEST_FIELD = 128;
const LONGEST_QUOTE = 40;

/** The codes of rules about fields that are a choice from a list. */
const CHOICES = new Set(['isIn', 'isListOf']);
/** Fields whose content universities define: what is in them, even a name, may be personal data. */
const FREE_FIELDS = ['customFields'];
/** What registries send in the place of an account type or status; another text may be the value of another column. */
const USUAL_MISTAKES = new Set(
  (
    'undergraduate graduate postgraduate doctoral learner pupil applicant alumni alumnus ' +
    'employee instructor professor lecturer teacher advisor adjunct admin guest user ' +
    'enrolled withdrawn graduated suspended terminated leave loa deleted disabled enabled current former ' +
    'yes no true false y n t f 0 1 a i s e st stu stud fac emp unknown null none n/a na'
  ).split(' '),
);

/** Why a row was refused, in words that name no value of the person except their externalId and our IDs. */
export interface DescribedFailure {
  readonly code: string;
  readonly field: string | null;
  /** What rows that fail alike have in common. */
  readonly cause: string;
  /** All that is wrong with the row. */
  readonly reason: string;
}

/** The part of a path that says which field it was; the rest of it may be a name that the caller made up. */
function shownField(field: string): string {
  const free = FREE_FIELDS.find((name) => field === name || field.startsWith(`${name}.`));
  if (free !== undefined) return free;
  const isKnownForm = field.split('.').every((step) => {
    const name = step.replace(/(\[\d+\])+$/, '');
    return maskName(name) === name;
  });
  return isKnownForm && field.length <= LONGEST_FIELD ? field : 'a field whose name cannot be one';
}

function valueAt(sent: unknown, field: string): unknown {
  return field
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      sent,
    );
}

/** Whether a text is rather a mistyped or foreign choice than the value of another column, which may be a name. */
function isLikeAChoice(text: string, allowed: readonly string[]): boolean {
  const small = text.trim().toLowerCase();
  if (small === '' || text.length > LONGEST_QUOTE) return false;
  if (USUAL_MISTAKES.has(small)) return true;
  return allowed.some((one) => distance(small, one.toLowerCase()) <= Math.max(1, Math.floor(one.length / 3)));
}

/** "must be one of Student, Faculty, Staff" as "must be Student, Faculty or Staff", with what was sent. */
function choiceClause(field: string, rest: string, value: unknown): string {
  const [, list, more = ''] = /^must be one of ([\w, ]+?)( and not empty.*)?$/.exec(rest) ?? [];
  if (list === undefined) return `${field} ${rest}`;
  const allowed = list.split(', ');
  const last = allowed.at(-1) ?? '';
  const choice = allowed.length < 2 ? last : `${allowed.slice(0, -1).join(', ')} or ${last}`;
  const quoted = typeof value === 'string' && isLikeAChoice(value, allowed) ? ` '${value.trim()}'` : '';
  return `${field}${quoted} must be ${choice}${more}`;
}

function clauseOf({ field, code, message }: FieldProblem, sent: unknown): string {
  const shown = shownField(field);
  const rest = message.startsWith(`${field} `) ? message.slice(field.length + 1) : undefined;
  if (rest === undefined) return shown === field ? message : `${shown} is not valid`;
  return CHOICES.has(code) ? choiceClause(shown, rest, valueAt(sent, field)) : `${shown} ${rest}`;
}

/** The cause without the externalId, which differs from row to row. */
function withoutKey(clause: string, externalId: string | undefined): string {
  return externalId === undefined || externalId === ''
    ? clause
    : clause.replace(`externalId ${externalId} `, 'externalId ');
}

const CONFLICT = /^The (email|externalId) belongs to user/;

function wholeRow({ code, message }: Refusal): DescribedFailure {
  const sentence = message.replace(/\.$/, '');
  const [, conflicting] = (code === 'IDENTITY_CONFLICT' && CONFLICT.exec(message)) || [];
  if (conflicting !== undefined)
    return { code, field: conflicting, cause: `${conflicting} belongs to another user`, reason: sentence };
  // The parser's message may quote the line.
  if (code === 'MALFORMED_JSON') {
    const cause = 'The row is not valid JSON';
    return { code, field: null, cause, reason: cause };
  }
  return { code, field: null, cause: sentence, reason: sentence };
}

/** @param sent the row as it was sent, unchecked */
export function describeFailure(refusal: Refusal, sent: unknown): DescribedFailure {
  const described = describe(refusal, sent);
  return {
    ...described,
    cause: described.cause.slice(0, LONGEST_CAUSE),
    reason: described.reason.slice(0, LONGEST_REASON),
  };
}

function describe(refusal: Refusal, sent: unknown): DescribedFailure {
  const { code, details = [] } = refusal;
  const [first] = details;
  if (first === undefined) return wholeRow(refusal);
  const clauses = details.slice(0, MOST_PROBLEMS).map((problem) => clauseOf(problem, sent));
  const left = details.length - clauses.length;
  const more = left > 0 ? [`${left} more fields are not valid`] : [];
  return {
    code,
    field: first.field === 'body' ? null : shownField(first.field),
    cause: withoutKey(clauses[0] ?? '', externalIdOf(sent)),
    reason: [...clauses, ...more].join('; '),
  };
}

const LONGEST_EXTERNAL_ID = 64;

/** The externalId of a row that may be anything; undefined when it has none that could be stored. */
export function externalIdOf(sent: unknown): string | undefined {
  const value = textAt(sent, 'externalId');
  return value !== undefined && value.length <= LONGEST_EXTERNAL_ID ? value : undefined;
}

const LONGEST_EMAIL = 254;

/** The e-mail address, by which the user is found; it is not stored. */
export function emailOf(sent: unknown): string | undefined {
  const value = textAt(sent, 'email');
  return value !== undefined && value.length <= LONGEST_EMAIL ? value : undefined;
}

function textAt(sent: unknown, name: string): string | undefined {
  const value: unknown = typeof sent === 'object' && sent !== null ? Reflect.get(sent, name) : undefined;
  const text = typeof value === 'number' ? String(value) : value;
  // Other characters cannot be stored, or cannot be seen.
  return typeof text === 'string' && text.isWellFormed() && !/\p{Cc}/u.test(text) && text.trim() !== ''
    ? text.trim()
    : undefined;
}

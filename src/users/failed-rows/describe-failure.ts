import type { FieldProblem, Refusal } from '../../errors/refusal.js';
import { inEnglish } from '../../texts/languages.js';
import { nearMiss } from '../../texts/near-miss.js';
import { type Sentence, sentence } from '../../texts/sentence.js';
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

/** The same as {@link DescribedFailure} says, for other languages. */
export interface FailureSentences {
  readonly cause: Sentence;
  readonly reason: Sentence;
}

/** Why a row was refused, in words that name no value of the person except their externalId and our IDs. */
export interface DescribedFailure {
  readonly code: string;
  readonly field: string | null;
  /** What rows that fail alike have in common. */
  readonly cause: string;
  /** All that is wrong with the row. */
  readonly reason: string;
  readonly sentences: FailureSentences;
}

const UNNAMED = sentence('a field whose name cannot be one');

/** The part of a path that says which field it was; the rest of it may be a name that the caller made up. */
function shownField(field: string): string {
  const free = FREE_FIELDS.find((name) => field === name || field.startsWith(`${name}.`));
  if (free !== undefined) return free;
  const isKnownForm = field.split('.').every((step) => {
    const name = step.replace(/(\[\d+\])+$/, '');
    return maskName(name) === name;
  });
  return isKnownForm && field.length <= LONGEST_FIELD ? field : UNNAMED.text;
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
  if (text.length > LONGEST_QUOTE) return false;
  return USUAL_MISTAKES.has(text.trim().toLowerCase()) || nearMiss(text, allowed) !== undefined;
}

/** "must be one of Student, Faculty, Staff" as "must be Student, Faculty or Staff", with what was sent. */
function choiceRule(rule: Sentence, value: unknown): Sentence {
  const { values: list, why } = rule.values ?? {};
  if (!rule.text.startsWith('must be one of') || typeof list !== 'string' || !/^[\w, ]+$/.test(list))
    return rule;
  const allowed = list.split(', ');
  const last = allowed.at(-1) ?? '';
  const some = allowed.slice(0, -1).join(', ');
  const choice = some === '' ? last : sentence('{some} or {last}', { some, last });
  if (why !== undefined) return sentence('must be {choice} and not empty: {why}', { choice, why });
  if (typeof value === 'string' && isLikeAChoice(value, allowed))
    return sentence("'{sent}' must be {choice}", { sent: value.trim(), choice });
  return sentence('must be {choice}', { choice });
}

/** What is wrong with a field, without its name; undefined when the message does not begin with it. */
function ruleOf({ field, message, rule }: FieldProblem): Sentence | undefined {
  if (rule !== undefined) return typeof rule === 'string' ? sentence(rule) : rule;
  return message.startsWith(`${field} `) ? sentence(message.slice(field.length + 1)) : undefined;
}

function clauseOf(problem: FieldProblem, sent: unknown): Sentence {
  const shown = shownField(problem.field);
  const field = shown === UNNAMED.text ? UNNAMED : shown;
  const rule = ruleOf(problem);
  if (rule === undefined)
    return shown === problem.field ? sentence(problem.message) : sentence('{field} is not valid', { field });
  const said = CHOICES.has(problem.code) ? choiceRule(rule, valueAt(sent, problem.field)) : rule;
  return sentence('{field} {rule}', { field, rule: said });
}

/** The cause without the externalId, which differs from row to row: the name of the field stands in its place. */
export function withoutKey(cause: Sentence): Sentence {
  const { field, rule } = cause.values ?? {};
  if (field === undefined || typeof rule !== 'object' || 'moment' in rule) return cause;
  if (!rule.text.startsWith('{externalId} ')) return cause;
  return { ...rule, values: { ...rule.values, externalId: field } };
}

function wholeRow({ code, said }: Refusal): DescribedFailure {
  // The parser's message may quote the line.
  if (code === 'MALFORMED_JSON')
    return described({ code, field: null }, sentence('The row is not valid JSON'));
  const whole = typeof said === 'string' ? sentence(said) : said;
  const { field } = whole.values ?? {};
  if (code === 'IDENTITY_CONFLICT' && typeof field === 'string')
    return described({ code, field }, whole, sentence('{field} belongs to another user', { field }));
  return described({ code, field: null }, whole);
}

/** Without the stop of a sentence, so that a reason may follow a colon or precede a semicolon. */
export function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}

function described(
  { code, field }: Pick<DescribedFailure, 'code' | 'field'>,
  reason: Sentence,
  cause = reason,
): DescribedFailure {
  const common = withoutKey(cause);
  return {
    code,
    field,
    cause: withoutStop(inEnglish(common)),
    reason: withoutStop(inEnglish(reason)),
    sentences: { cause: common, reason },
  };
}

/** @param sent the row as it was sent, unchecked */
export function describeFailure(refusal: Refusal, sent: unknown): DescribedFailure {
  const failure = describe(refusal, sent);
  return {
    ...failure,
    cause: failure.cause.slice(0, LONGEST_CAUSE),
    reason: failure.reason.slice(0, LONGEST_REASON),
  };
}

function describe(refusal: Refusal, sent: unknown): DescribedFailure {
  const { code, details = [] } = refusal;
  const [first] = details;
  if (first === undefined) return wholeRow(refusal);
  const [cause, ...others] = details.slice(0, MOST_PROBLEMS).map((problem) => clauseOf(problem, sent));
  const left = details.length - MOST_PROBLEMS;
  const more = left > 0 ? [sentence('{count} more fields are not valid', { count: String(left) })] : [];
  const reason = [...others, ...more].reduce(
    (one, other) => sentence('{one}; {more}', { one, more: other }),
    cause ?? sentence(''),
  );
  return described({ code, field: first.field === 'body' ? null : shownField(first.field) }, reason, cause);
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

import { createHash } from 'node:crypto';

import { CloudEvent, ValidationError } from 'cloudevents';

import type { FieldProblem } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { isDateTime } from '../../http/fields/formats.js';
import { trimmed } from '../../http/fields/text-rules.js';
import { check, type Checked } from '../../http/validation/validate.js';
import { callerOf, traceParentOf } from '../../tracing/trace-parent.js';
import type { PutSubmissionDto } from '../dto/submission.dto.js';
import type { SubmissionStatus } from '../review-workflow.js';
import { ReviewEventContextDto, ReviewEventDataDto } from './dto/review-event.dto.js';
import { dataOf } from './event-data.js';
import { type EventTime, eventTimeOf } from '../event-time.js';

const MOST_AHEAD_MS = 5 * 60_000;
/** CloudEvents 1.0, 3.1: names of context attributes. */
const ATTRIBUTE = /^[a-z0-9]+$/;
/** Attributes of the specification that the service only checks, and those that it reads. */
const CHECKED = ['subject', 'dataschema'] as const;
const DATA = ['data', 'data_base64'];
const READ: ReadonlySet<string> = new Set(['specversion', 'id', 'source', 'type', 'time', 'datacontenttype']);

/** A checked event: a submission has a status since a moment. */
export interface ReviewEvent {
  /** 64 characters that stand for source and id. */
  readonly key: string;
  readonly submissionId: string;
  readonly status: SubmissionStatus;
  readonly reason: string | null;
  readonly actorId: string | null;
  /** Null when the event does not say when. */
  readonly time: EventTime | null;
  /** What the submission is made of, or replaced by, before it moves. */
  readonly form: PutSubmissionDto | null;
  /** Of its extension attribute for distributed tracing; undefined when that is missing or not valid. */
  readonly traceParent: string | undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The context without the attributes that are ignored. A name that is not valid stays, and is refused. */
function withoutIgnored(sent: object): object {
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name]) => !DATA.includes(name) && (READ.has(name) || !ATTRIBUTE.test(name)),
    ),
  );
}

/** The time as it is checked like other moments. */
function withPlainTime(sent: Readonly<Record<string, unknown>>, time: EventTime | undefined): object {
  return time === undefined ? sent : { ...sent, time: time.at.toISOString() };
}

function problemsOfTime(sent: unknown, time: EventTime | undefined, now: number): FieldProblem[] {
  if (time === undefined) {
    if (typeof sent !== 'string' || !isDateTime(sent)) return [];
    return [{ field: 'time', code: 'isDateTime', message: 'time must have seconds, as RFC 3339 demands' }];
  }
  if (time.at.getTime() <= now + MOST_AHEAD_MS) return [];
  const message = `time is more than 5 minutes ahead of the service, whose time is ${new Date(now).toISOString()}`;
  return [{ field: 'time', code: 'isNotAhead', message }];
}

const FORM = ['formType', 'studentId', 'fields'] as const;

/** formType, studentId and fields are sent together or not at all. */
function problemsOfForm(data: unknown): FieldProblem[] {
  if (!isObject(data)) return [];
  const missing = FORM.filter((name) => (data[name] ?? null) === null);
  if (missing.length === 0 || missing.length === FORM.length) return [];
  const sent = FORM.filter((name) => !missing.includes(name)).join(' and ');
  return missing.map((name) => ({
    field: `data.${name}`,
    code: 'isFormComplete',
    message: `data.${name} is required together with ${sent}`,
  }));
}

function checkData(sent: unknown): Checked<ReviewEventDataDto> {
  if (!isObject(sent)) {
    const message = (sent ?? null) === null ? 'data is required' : 'data must be an object';
    return { problems: [{ field: 'data', code: 'isObject', message }] };
  }
  const checked = check(ReviewEventDataDto, sent);
  if ('value' in checked) return checked;
  return {
    problems: checked.problems.map(({ field, code, message }) => ({
      field: `data.${field}`,
      code,
      // A message begins with its field.
      message: `data.${message}`,
    })),
  };
}

/** What the specification demands beyond our fields, such as a source that is a URI reference. */
function problemsOfContext(
  event: ReviewEventContextDto,
  sent: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  const { specversion, id, source, type } = event;
  const more = CHECKED.filter((name) => (sent[name] ?? null) !== null).map(
    (name) => [name, sent[name]] as const,
  );
  const attributes: Record<string, unknown> = Object.fromEntries(more);
  try {
    new CloudEvent({ specversion, id, source, type, ...attributes });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const [first] = error.errors ?? [];
    const path = isObject(first) ? first['instancePath'] : undefined;
    const field = typeof path === 'string' && path !== '' ? path.slice(1) : 'source';
    return [{ field, code: 'isCloudEvent', message: `${field} is not as CloudEvents 1.0 demands` }];
  }
}

function formOf({ formType, studentId, fields }: ReviewEventDataDto): PutSubmissionDto | null {
  return typeof formType === 'string' && typeof studentId === 'string' && isObject(fields)
    ? { formType, studentId, fields }
    : null;
}

/** The same for the same source and id, whatever their length and characters. */
function keyOf({ source, id }: ReviewEventContextDto): string {
  return createHash('sha256')
    .update(JSON.stringify([source, id]))
    .digest('hex');
}

/**
 * Checks an event as a body is checked.
 * @param now the time of the service, in milliseconds
 * @throws {ValidationFailed} naming each member that is not valid: `id`, `data.status` and so on
 */
export function reviewEventOf(sent: unknown, now: number): ReviewEvent {
  if (!isObject(sent))
    throw new ValidationFailed([
      { field: 'event', code: 'isObject', message: 'An event must be a JSON object' },
    ]);
  const sentTime = trimmed(sent['time']);
  const time = typeof sentTime === 'string' ? eventTimeOf(sentTime) : undefined;
  const context = check(ReviewEventContextDto, withoutIgnored(withPlainTime(sent, time)));
  const sentData = dataOf(sent);
  const data = checkData(sentData);
  const problems = [
    ...('problems' in context ? context.problems : problemsOfContext(context.value, sent)),
    ...problemsOfTime(sentTime, time, now),
    ...('problems' in data ? data.problems : []),
    ...problemsOfForm(sentData),
  ];
  if ('problems' in context || 'problems' in data || problems.length > 0)
    throw new ValidationFailed(problems);
  const event = context.value;
  const { submissionId, status, reason, actorId } = data.value;
  return {
    key: keyOf(event),
    submissionId,
    status,
    reason: reason ?? null,
    actorId: actorId ?? null,
    time: time ?? null,
    form: formOf(data.value),
    traceParent: traceParentOf(callerOf(sent['traceparent'])),
  };
}

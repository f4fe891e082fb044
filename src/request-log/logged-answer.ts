import type { FieldProblem, Refusal } from '../errors/refusal.js';
import type { FailedLine } from '../http/server/finished-request.js';
import { isAttributePath, isChoice, maskName } from './mask.js';

const MOST_PROBLEMS = 20;
const EMAIL = /[^\s"'@<>(),;]+@[^\s"'@<>(),;]+/g;

interface LoggedProblem {
  readonly field: string;
  readonly code: string;
}

/** The part of an answer that the request log keeps. */
export interface LoggedAnswer {
  readonly code?: string;
  /** The refusal in the words of SCIM. */
  readonly scimType?: string;
  /** Absent when there are details, as their messages may quote values. */
  readonly message?: string;
  readonly details?: readonly LoggedProblem[];
  /** The first failed lines of a bulk call. */
  readonly lines?: readonly {
    readonly line: number;
    readonly code: string;
    readonly scimType?: string;
    readonly message?: string;
    readonly details?: readonly LoggedProblem[];
  }[];
}

/** Masks each step of the path by itself, as a caller may send `customFields.Ann Smith`. */
function loggedField(field: string): string {
  return field.length > 200 ? maskName(field) : field.split('.').map(maskStep).join('.');
}

function maskStep(step: string): string {
  return /^\d+$/.test(step) && step.length <= 4 ? step : maskName(step);
}

function loggedProblems(details: readonly FieldProblem[]): LoggedProblem[] {
  return details.slice(0, MOST_PROBLEMS).map(({ field, code }) => ({ field: loggedField(field), code }));
}

/**
 * The texts of a body that may be personal data, which choices from a list and names of attributes in the path of a
 * PATCH are not.
 * @param levels deeper texts are not collected; no field nests as deep
 */
function textsOf(value: unknown, name = '', levels = 12): string[] {
  if (typeof value === 'string') return isAttributePath(name, value) || isChoice(name, value) ? [] : [value];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsOf(item, Array.isArray(value) ? name : key, levels - 1),
  );
}

/** The message without e-mail addresses and without any text that the caller sent. */
function loggedMessage(message: string, body: unknown): string {
  const sent = textsOf(body)
    .filter((text) => text.length > 2)
    .sort((one, other) => other.length - one.length);
  return sent
    .reduce((kept, text) => kept.replaceAll(text, '•••'), message.replace(EMAIL, '•••'))
    .slice(0, 500);
}

/** The part of a refusal that is kept: its fields and codes, but no value that was sent. */
export function loggedRefusal(
  { code, message, details }: Pick<Refusal, 'code' | 'message' | 'details'>,
  body: unknown,
  scimType?: string,
): LoggedAnswer {
  const named = { code, ...(scimType === undefined ? {} : { scimType }) };
  return details === undefined
    ? { ...named, message: loggedMessage(message, body) }
    : { ...named, details: loggedProblems(details) };
}

/** The part of the failed lines of a bulk call that is kept. */
export function loggedLines(lines: readonly FailedLine[], body: unknown): LoggedAnswer {
  return {
    lines: lines.map(({ line, code, scimType, message, details }) => ({
      line,
      code,
      ...(scimType === undefined ? {} : { scimType }),
      ...(message === undefined ? {} : { message: loggedMessage(message, body) }),
      ...(details === undefined ? {} : { details: loggedProblems(details) }),
    })),
  };
}

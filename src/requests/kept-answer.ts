import type { FieldProblem, Refusal } from '../errors/refusal.js';
import type { FailedLine } from '../http/server/request-log.js';
import { maskName } from './mask.js';

const MOST_PROBLEMS = 20;
const EMAIL = /[^\s"'@<>(),;]+@[^\s"'@<>(),;]+/g;

interface KeptProblem {
  readonly field: string;
  readonly code: string;
}

/** What is kept of an answer. */
export interface KeptAnswer {
  readonly code?: string;
  /** Only where there are no details: the message of a field may quote its value. */
  readonly message?: string;
  readonly details?: readonly KeptProblem[];
  /** Of a bulk call: its first lines that failed. */
  readonly lines?: readonly {
    readonly line: number;
    readonly code: string;
    readonly details?: readonly KeptProblem[];
  }[];
}

/** `customFields.Ann Smith` is named by the caller, step by step. */
function keptField(field: string): string {
  return field.length > 200 ? maskName(field) : field.split('.').map(maskStep).join('.');
}

function maskStep(step: string): string {
  return /^\d+$/.test(step) && step.length <= 4 ? step : maskName(step);
}

function keptProblems(details: readonly FieldProblem[]): KeptProblem[] {
  return details.slice(0, MOST_PROBLEMS).map(({ field, code }) => ({ field: keptField(field), code }));
}

/** @param levels nobody answers for a body that is deeper than any field takes */
function textsOf(value: unknown, levels = 12): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.values(value).flatMap((item) => textsOf(item, levels - 1));
}

/** Without e-mail addresses and without any text that the caller sent. */
function keptMessage(message: string, body: unknown): string {
  const sent = textsOf(body)
    .filter((text) => text.length > 2)
    .sort((one, other) => other.length - one.length);
  return sent
    .reduce((kept, text) => kept.replaceAll(text, '•••'), message.replace(EMAIL, '•••'))
    .slice(0, 500);
}

/** What is kept of a refusal: which fields and why, but no value that was sent. */
export function keptRefusal({ code, message, details }: Refusal, body: unknown): KeptAnswer {
  return details === undefined
    ? { code, message: keptMessage(message, body) }
    : { code, details: keptProblems(details) };
}

/** What is kept of the lines of a bulk call that failed. */
export function keptLines(lines: readonly FailedLine[]): KeptAnswer {
  return {
    lines: lines.map(({ line, code, details }) => ({
      line,
      code,
      ...(details === undefined ? {} : { details: keptProblems(details) }),
    })),
  };
}

import { inEnglish } from '../texts/languages.js';
import { type Said, type Sentence, sentence } from '../texts/sentence.js';

/** The error codes of the contract, section 1, with their HTTP status. */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  MALFORMED_JSON: 400,
  MISSING_CREDENTIALS: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  INSUFFICIENT_SCOPE: 403,
  SECOND_FACTOR_NOT_SET_UP: 403,
  TENANT_SUSPENDED: 403,
  USER_NOT_FOUND: 404,
  SUBMISSION_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDENTITY_CONFLICT: 409,
  CONFLICT_CHANGED: 409,
  INVALID_TRANSITION: 409,
  ERASED: 409,
  LEGAL_HOLD: 409,
  LEASE_LOST: 409,
  IDEMPOTENCY_CONFLICT: 409,
  RUN_NOT_COMPLETE: 409,
  RUN_FINISHED: 409,
  CURSOR_EXPIRED: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_CODES = Object.keys(ERROR_STATUS) as readonly ErrorCode[];

/** A failing field; `field` is its path in the body, such as `facultyProfile.leaveUntil`. */
export interface FieldProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  /** What the field must be, without its name, where that can be said in other languages. It is not answered. */
  readonly rule?: Said | undefined;
}

/** @param rule what the field must be, after its name */
export function problemIn(field: string, code: string, rule: Sentence): FieldProblem {
  return { field, code, message: `${field} ${inEnglish(rule)}`, rule };
}

/** A field that is required and was not given. */
export function missing(field: string): FieldProblem {
  return problemIn(field, 'isDefined', sentence('is required'));
}

/** What is wrong with a field, with its name, without a stop. */
export function saidOf({ field, message, rule }: FieldProblem): Sentence {
  if (rule === undefined) return sentence(message);
  return sentence('{field} {rule}', { field, rule: typeof rule === 'string' ? sentence(rule) : rule });
}

/** The `error` member of the contract's failure shape. */
export interface RefusalError {
  readonly code: ErrorCode;
  readonly details?: readonly FieldProblem[];
  /** The entry of the conflicts inbox about this request. */
  readonly conflictId?: string;
}

/**
 * A request that is turned down. Each subclass is one reason with its code. The message is one sentence that a person
 * can act on; it contains no secret, no SQL and no data of another tenant.
 */
export abstract class Refusal extends Error {
  abstract readonly code: ErrorCode;
  readonly details?: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>> = {};

  /** What is said, for other languages than English. */
  readonly said: Said;

  constructor(said: Said) {
    super(inEnglish(said));
    this.said = said;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toError(): RefusalError {
    const details = this.details?.map(({ field, code, message }) => ({ field, code, message }));
    return { code: this.code, ...(details === undefined ? {} : { details }) };
  }
}

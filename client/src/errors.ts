import type { Failure } from './openapi/types.gen.js';

/** The codes of the service; within v1 codes may be added. */
export type ServiceErrorCode = Failure['error']['code'] | (string & {});

/** The codes of the client itself, for calls that have no answer of the service. */
export type ClientErrorCode = 'CONNECTION_LOST' | 'TIMEOUT' | 'UNEXPECTED_ANSWER';

/** What is wrong with one field of a request. */
export interface ErrorDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface ErrorFacts {
  readonly code: ServiceErrorCode | ClientErrorCode;
  /** Undefined when there was no answer. */
  readonly status?: number;
  readonly details?: readonly ErrorDetail[];
  readonly conflictId?: string | undefined;
  readonly requestId: string;
  /** Of a Retry-After header, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** A call that did not succeed, after all attempts. The message is a sentence that a person can act on. */
export class IntegrationApiError extends Error {
  override readonly name = 'IntegrationApiError';
  readonly code: ServiceErrorCode | ClientErrorCode;
  readonly status: number | undefined;
  /** Every field that is wrong; empty for other failures than `VALIDATION_FAILED`. */
  readonly details: readonly ErrorDetail[];
  /** Of an `IDENTITY_CONFLICT`: the entry of the conflicts inbox, for `conflicts.get`. */
  readonly conflictId: string | undefined;
  /** Names the call in the log of the service. */
  readonly requestId: string;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: ErrorFacts) {
    const { code, status, details = [], conflictId, requestId, retryAfterMs, cause } = facts;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.details = details;
    this.conflictId = conflictId;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether the error is an `IntegrationApiError`, with one of these codes where some are given. */
export function isApiError(error: unknown, ...codes: readonly string[]): error is IntegrationApiError {
  return error instanceof IntegrationApiError && (codes.length === 0 || codes.includes(error.code));
}

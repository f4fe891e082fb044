import type { IntegrationApiError } from './errors.js';
import { isError } from './waiting.js';

const LONGEST_HEADER_WAIT_MS = 24 * 3_600_000;
const LONGEST_BACKOFF_MS = 30_000;
/** Node's codes for a connection that was never made: the service has not seen the request. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);
/** 502 and 504 are a balancer's words for a lost connection. */
const TEMPORARY = new Set([408, 425, 429, 502, 503, 504]);

/**
 * What repeating a call does when an attempt took effect and only its answer was lost. `safe`: nothing more than once.
 * `unsafe`: it has another effect, so the call is repeated only when the service has certainly not carried it out.
 */
export type Repeatability = 'safe' | 'unsafe';

export interface RetryPolicy {
  /** Attempts after the first one; 0: none. */
  readonly retries: number;
  /** Milliseconds before the second attempt, doubled with each further one. */
  readonly backoffMs: number;
  /** No wait is longer. A service that asks for more by Retry-After is not asked again. */
  readonly longestWaitMs: number;
}

/** Whether another attempt may succeed: after no answer, 408, 425, 429, 502, 503 and 504. */
export function isTemporary({ code, status }: IntegrationApiError): boolean {
  return code === 'CONNECTION_LOST' || code === 'TIMEOUT' || (status !== undefined && TEMPORARY.has(status));
}

/** Whether the service has certainly not carried the call out. A 503 can follow a write whose commit is uncertain. */
function wasNotCarriedOut({ code, status, cause }: IntegrationApiError): boolean {
  if (status !== undefined) return status === 429;
  return code === 'CONNECTION_LOST' && NEVER_SENT.has(codeOf(cause));
}

/** Node's code of a failed fetch, which has it in its cause. */
function codeOf(error: unknown): string {
  if (!isError(error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** Milliseconds until the next attempt; undefined when there is none. `attempt`: how many failed in a row, from 1. */
export function waitBefore(
  policy: RetryPolicy,
  attempt: number,
  error: IntegrationApiError,
  repeatability: Repeatability,
): number | undefined {
  if (attempt > policy.retries || !isTemporary(error)) return undefined;
  if (repeatability === 'unsafe' && !wasNotCarriedOut(error)) return undefined;
  const { retryAfterMs } = error;
  if (retryAfterMs === undefined) return backoff(attempt, policy);
  if (retryAfterMs > policy.longestWaitMs) return undefined;
  return retryAfterMs + Math.round(policy.backoffMs * Math.random());
}

/**
 * Milliseconds until the next attempt: doubled each time up to 30 seconds, and shortened by up to a half at random, so
 * that many callers do not return at the same moment.
 * @param attempt how many failed in a row, from 1
 */
export function backoff(
  attempt: number,
  policy: Pick<RetryPolicy, 'backoffMs' | 'longestWaitMs'>,
  random: () => number = Math.random,
): number {
  const longest = Math.min(LONGEST_BACKOFF_MS, policy.longestWaitMs);
  const whole = Math.min(longest, policy.backoffMs * 2 ** (attempt - 1));
  return Math.round(whole * (0.5 + random() / 2));
}

/** The milliseconds of a Retry-After header, in seconds or as an HTTP date (RFC 9110, 10.2.3), a day at most. */
export function parseRetryAfter(value: string | null, now: number = Date.now()): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(LONGEST_HEADER_WAIT_MS, Number(text) * 1000);
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(LONGEST_HEADER_WAIT_MS, Math.max(0, date - now));
}

import type { SyncItem } from '../entities/sync-item.entity.js';
import type { AckStatus, SyncStatus, TransitionCause } from '../entities/sync-statuses.js';

/** A change of a queue item, as the contract's tables decide it (section 5). */
export interface Transition {
  readonly to: SyncStatus;
  readonly cause: TransitionCause;
  readonly lastError: string | null;
  /** Whether unresolved discrepancies keep the item from being queued. */
  readonly blocked: boolean;
  readonly attempts: number;
  readonly targetSystem: string | null;
}

type State = Pick<SyncItem, 'syncStatus' | 'attempts' | 'targetSystem' | 'lastError' | 'blocked'>;

export function unresolvedText(fields: readonly string[]): string {
  return `Unresolved discrepancies: ${fields.join(', ')}`;
}

/**
 * The transition when a submission moves to approved or closed.
 * @param unresolved names of the mapped fields that differ
 * @returns undefined when the item stays as it is
 */
export function onReviewed(
  item: State,
  cause: 'approved' | 'closed',
  unresolved: readonly string[],
): Transition | undefined {
  const kept = { cause, attempts: item.attempts, targetSystem: item.targetSystem };
  if (unresolved.length > 0)
    return { ...kept, to: 'failed', lastError: unresolvedText(unresolved), blocked: true };
  if (item.syncStatus === 'queued' || item.syncStatus === 'processing') return undefined;
  return { ...kept, to: 'queued', lastError: null, blocked: false };
}

/** The transition when the last discrepancy is resolved: only an item that discrepancies have blocked is queued. */
export function onResolved(item: State): Transition | undefined {
  if (item.syncStatus !== 'failed' || !item.blocked) return undefined;
  const { attempts, targetSystem } = item;
  return {
    to: 'queued',
    cause: 'discrepancies_resolved',
    lastError: null,
    blocked: false,
    attempts,
    targetSystem,
  };
}

/**
 * The transition when a decision is taken back: the item waits for a decision again, also one that was sent with the
 * former decision.
 * @param unresolved names of the fields that are open now
 * @returns undefined when the item stays as it is
 */
export function onReopened(item: State, unresolved: readonly string[]): Transition | undefined {
  const { syncStatus, attempts, targetSystem } = item;
  const lastError = unresolvedText(unresolved);
  const isWaiting = syncStatus === 'failed' && item.blocked && item.lastError === lastError;
  if (syncStatus === 'not_queued' || isWaiting) return undefined;
  return { to: 'failed', cause: 'decision_undone', lastError, blocked: true, attempts, targetSystem };
}

/**
 * Queues an item from any state, unresolved discrepancies or not.
 * @param targetSystem undefined keeps the item's
 */
export function onReplay(item: State, targetSystem: string | null | undefined): Transition {
  const { attempts } = item;
  return {
    to: 'queued',
    cause: 'replay',
    lastError: null,
    blocked: false,
    attempts,
    targetSystem: targetSystem === undefined ? item.targetSystem : targetSystem,
  };
}

/** The report of a connector, from any state: `processing` counts an attempt, `failed` keeps the reason. */
export function onAck(
  item: State,
  status: AckStatus,
  lastError: string | null,
  targetSystem: string | null | undefined,
): Transition {
  return {
    to: status,
    cause: 'ack',
    lastError: status === 'failed' ? lastError : null,
    blocked: false,
    attempts: item.attempts + (status === 'processing' ? 1 : 0),
    targetSystem: targetSystem === undefined ? item.targetSystem : targetSystem,
  };
}

/** A connector has taken a queued item: an attempt. */
export function onClaimed(item: State): Transition {
  const { targetSystem } = item;
  return {
    to: 'processing',
    cause: 'claimed',
    lastError: null,
    blocked: false,
    attempts: item.attempts + 1,
    targetSystem,
  };
}

/** What a connector reports about an item that it holds. */
export interface ClaimReport {
  readonly status: Exclude<AckStatus, 'processing'>;
  readonly lastError: string | null;
  /** Whether the content has changed since it was handed out; then the item is queued once more. */
  readonly isContentChanged: boolean;
}

/** The report of a connector that holds the item. Newer content is never closed by an older delivery. */
export function onClaimReport(item: State, { status, lastError, isContentChanged }: ClaimReport): Transition {
  if (!isContentChanged) return onAck(item, status, lastError, undefined);
  const { attempts, targetSystem } = item;
  return { to: 'queued', cause: 'content_changed', lastError: null, blocked: false, attempts, targetSystem };
}

/** How a lease ended without a report. */
export interface LeaseEnd {
  readonly cause: 'released' | 'lease_expired';
  readonly lastError: string | null;
  /** Whether the item has had as many attempts as the tenant allows. */
  readonly isExhausted: boolean;
}

/** A connector gave the item back, or its lease ran out: it is queued again, or has failed after too many attempts. */
export function onLeaseEnded(item: State, { cause, lastError, isExhausted }: LeaseEnd): Transition {
  const { attempts, targetSystem } = item;
  const kept = { blocked: false, attempts, targetSystem };
  if (!isExhausted) return { ...kept, to: 'queued', cause, lastError };
  const reason = lastError ?? 'No connector reported back in as many attempts as syncMaxAttempts allows';
  return { ...kept, to: 'failed', cause: 'attempts_exhausted', lastError: reason };
}

/** Whether the item keeps its position in the queue, when it is queued for this cause. */
export function keepsPosition(cause: TransitionCause): boolean {
  return cause === 'released' || cause === 'lease_expired';
}

const FIRST_DELAY_SECONDS = 10;
const LONGEST_DELAY_SECONDS = 3600;

/**
 * The delay after a release that names none: 10 s, doubled with each attempt, at most an hour.
 * @param attempts since the item was last queued anew
 */
export function delayAfter(attempts: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** Math.max(attempts - 1, 0), LONGEST_DELAY_SECONDS);
}

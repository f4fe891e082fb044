import type { SyncItem } from './entities/sync-item.entity.js';
import type { AckStatus, SyncStatus, TransitionCause } from './sync-statuses.js';

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

import type { SyncCounter } from '../entities/sync-counter.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import type { ClaimCounterKind } from '../entities/counter-kinds.js';

/** What a counter counts. */
export type CounterKey = Pick<SyncCounter, 'kind' | 'targetSystem' | 'name'>;

/** How many more or fewer there are. */
export interface CounterChange extends CounterKey {
  readonly by: number;
}

/**
 * The counter of an item. What is queued is counted by target system and form type, what is failed by target system and
 * error group, with a blank group for what waits for a decision.
 */
function counterOf({ syncStatus, targetSystem, formType, errorGroup }: SyncItem): CounterKey {
  if (syncStatus === 'queued') return { kind: syncStatus, targetSystem: targetSystem ?? '', name: formType };
  if (syncStatus === 'failed')
    return { kind: syncStatus, targetSystem: targetSystem ?? '', name: errorGroup ?? '' };
  return { kind: syncStatus, targetSystem: '', name: '' };
}

/** The changes that follow from a change of an item. A new one has no `before`, a deleted one no `after`. */
export function itemCounted({
  before,
  after,
}: {
  readonly before?: SyncItem;
  readonly after?: SyncItem;
}): CounterChange[] {
  return [
    ...(before === undefined ? [] : [{ ...counterOf(before), by: -1 }]),
    ...(after === undefined ? [] : [{ ...counterOf(after), by: 1 }]),
  ];
}

/** The change that follows from a claim, or from its report. */
export function claimCounted(
  kind: ClaimCounterKind,
  { targetSystem, apiKey }: { readonly targetSystem: string; readonly apiKey: string },
): CounterChange {
  return { kind, targetSystem, name: apiKey, by: 1 };
}

/** The change that follows from a replay. */
export function replayCounted({ targetSystem }: Pick<SyncItem, 'targetSystem'>): CounterChange {
  return { kind: 'replayed', targetSystem: targetSystem ?? '', name: '', by: 1 };
}

import type { SyncDay } from '../entities/sync-day.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';

/** What a change of an item adds to a day. */
export type DayChange = Omit<SyncDay, 'tenantId' | 'day'>;

export interface ItemChange {
  readonly before: SyncItem;
  /** Absent: the item is deleted. */
  readonly after?: SyncItem | undefined;
}

/** Since when an item has waited that waits no more, or waits elsewhere or anew; undefined for any other change. */
function leftAt({ before, after }: ItemChange): Date | undefined {
  if (before.syncStatus !== 'queued' || before.queuedAt === null) return undefined;
  const waitsOn =
    after?.syncStatus === 'queued' &&
    after.targetSystem === before.targetSystem &&
    after.queuedAt?.getTime() === before.queuedAt.getTime();
  return waitsOn ? undefined : before.queuedAt;
}

/** What follows from a change of an item: it left the queue of a target system, was sent, or its delivery failed. */
export function dayChangesOf({ before, after }: ItemChange, at: Date): DayChange[] {
  const left = leftAt({ before, after });
  const nothing = { sent: 0, failed: 0, longestWaitMs: 0, oldestQueuedAt: null };
  const isSent = after?.syncStatus === 'sent' && before.syncStatus !== 'sent';
  // Each step has a time of its own; an item that is only given to a target keeps that of its last one.
  const isStep = after?.lastTransitionAt !== before.lastTransitionAt;
  const isFailed = after?.syncStatus === 'failed' && !after.blocked && isStep;
  return [
    ...(left === undefined
      ? []
      : [
          {
            ...nothing,
            targetSystem: before.targetSystem ?? '',
            longestWaitMs: Math.max(0, at.getTime() - left.getTime()),
            oldestQueuedAt: left,
          },
        ]),
    ...(isSent || isFailed
      ? [{ ...nothing, targetSystem: after.targetSystem ?? '', [isSent ? 'sent' : 'failed']: 1 }]
      : []),
  ];
}

/** Adds what belongs to the same target system and day. */
export function added<T extends DayChange>(day: T, change: DayChange): T {
  const { sent, failed, longestWaitMs, oldestQueuedAt } = change;
  const isOlder =
    oldestQueuedAt !== null && (day.oldestQueuedAt === null || oldestQueuedAt < day.oldestQueuedAt);
  day.sent += sent;
  day.failed += failed;
  day.longestWaitMs = Math.max(day.longestWaitMs, longestWaitMs);
  if (isOlder) day.oldestQueuedAt = oldestQueuedAt;
  return day;
}

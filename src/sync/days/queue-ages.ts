import type { Day } from '../../tenancy/time/calendar.js';
import type { DayOfSystems } from './sync-days.repository.js';

/** A day, and when it ends: the last one ends now. */
export interface DayWithEnd {
  readonly day: Day;
  readonly end: Date;
}

function earlier(one: Date | undefined, other: Date | null | undefined): Date | undefined {
  return one === undefined || (other && other < one) ? (other ?? one) : one;
}

/**
 * How long the item that waited longest had waited on each day. What leaves the queue is stored with when it was
 * queued; so an item that left later, or still waits, and was queued before the end of a day waited at its end.
 * @param days in their order
 * @param waitingSince since when the first item waits that waits now
 */
export function longestWaits(
  days: readonly DayWithEnd[],
  stored: ReadonlyMap<Day, Pick<DayOfSystems, 'longestWaitMs' | 'oldestQueuedAt'>>,
  waitingSince: Date | undefined,
): number[] {
  let oldest = waitingSince;
  return days
    .toReversed()
    .map(({ day, end }) => {
      const atEnd = oldest === undefined ? 0 : Math.max(0, end.getTime() - oldest.getTime());
      const row = stored.get(day);
      oldest = earlier(oldest, row?.oldestQueuedAt);
      return Math.max(atEnd, row?.longestWaitMs ?? 0);
    })
    .toReversed();
}

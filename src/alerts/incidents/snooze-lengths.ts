import { addDays, dayIn, startOfDay } from '../../tenancy/time/calendar.js';
import type { AlertIncident } from '../entities/alert-incident.entity.js';
import { DAY_MS, HOUR_MS } from '../kinds/moments.js';
import { minutesIn } from '../settings/quiet-hours.js';

/** How long an incident may be snoozed. */
export const SNOOZE_LENGTHS = ['hour', 'tomorrow', 'week'] as const;
export type SnoozeLength = (typeof SNOOZE_LENGTHS)[number];

/** When administrators begin to work. */
const MORNING_HOUR = 8;
const MINUTE_MS = 60_000;

/** When a snooze of this length ends that begins now. */
export function snoozeEnd(length: SnoozeLength, timeZone: string, now: Date): Date {
  if (length === 'hour') return new Date(now.getTime() + HOUR_MS);
  if (length === 'week') return new Date(now.getTime() + 7 * DAY_MS);
  const midnight = startOfDay(timeZone, addDays(dayIn(timeZone, now), 1));
  const end = midnight.getTime() + MORNING_HOUR * HOUR_MS;
  // Where the clocks change in that night, the end is an hour off.
  const off = minutesIn(timeZone, new Date(end)) - MORNING_HOUR * 60;
  return new Date(end - off * MINUTE_MS);
}

/**
 * Whether no one is reminded of an incident. One that has ended is not snoozed any more: a process of an earlier
 * version ends it and leaves its snooze.
 */
export function isSnoozed(
  { endedAt, snoozedUntil }: Pick<AlertIncident, 'endedAt' | 'snoozedUntil'>,
  now: Date,
): boolean {
  return endedAt === null && snoozedUntil !== null && snoozedUntil > now;
}

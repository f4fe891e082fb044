import { BoundedCache } from '../../concurrency/bounded-cache.js';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** The day of a zone in one second; computing it for every person of a batch would cost more than merging them. */
interface Clock {
  readonly format: Intl.DateTimeFormat;
  second: number;
  day: Day;
}

/** There are about 600 zones, but each name may be written with any mix of capitals. */
const MOST_CLOCKS = 1000;

const clocks = new BoundedCache<string, Clock>({ most: MOST_CLOCKS });

/** A calendar day as `YYYY-MM-DD`. Days compare as text. */
export type Day = string;

/** The day in a time zone (an IANA name). */
export function dayIn(timeZone: string, at: Date): Day {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    // The Canadian English date format is YYYY-MM-DD.
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    clock = { format, second: NaN, day: '' };
    clocks.set(timeZone, clock);
  }
  const second = Math.floor(at.getTime() / 1000);
  if (clock.second !== second) {
    clock.day = clock.format.format(at);
    clock.second = second;
  }
  return clock.day;
}

/** The first second of a day in a time zone; of a day that the zone leaves out, that of the next one. */
export function startOfDay(timeZone: string, day: Day): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Zones are up to 14 hours away, and Samoa left out a whole day.
  let [before, after] = [midnight - DAY_MS, midnight + 2 * DAY_MS];
  while (after - before > SECOND_MS) {
    const middle = before + Math.floor((after - before) / 2 / SECOND_MS) * SECOND_MS;
    if (dayIn(timeZone, new Date(middle)) >= day) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/** Whole days from one day to the other; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

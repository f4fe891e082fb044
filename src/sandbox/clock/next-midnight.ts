import { dayIn } from '../../tenancy/calendar.js';

const SECOND_MS = 1000;
/** The longest day: 25 hours when the clocks go back, and a day that a zone leaves out. */
const LONGEST_SECONDS = 50 * 3600;

/** The first second of the next calendar day of a time zone. */
export function nextMidnight(timeZone: string, at: Date): Date {
  const today = dayIn(timeZone, at);
  const start = Math.floor(at.getTime() / SECOND_MS);
  let [before, after] = [start, start + LONGEST_SECONDS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle * SECOND_MS)) > today) after = middle;
    else before = middle;
  }
  return new Date(after * SECOND_MS);
}

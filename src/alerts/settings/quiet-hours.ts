import type { QuietHours } from './alert-settings.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Minutes since midnight in a zone. */
export function minutesIn(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return minutesOf(format.format(at));
}

/** So many minutes from one time of the day to the other, at least 0. */
function minutesFrom(one: number, other: number): number {
  return (other - one + DAY_MINUTES) % DAY_MINUTES;
}

/**
 * When the quiet hours end in which this moment is; undefined when it is in none.
 * @param zone of the tenant, for quiet hours without a zone of their own
 */
export function quietUntil(quiet: QuietHours | null, zone: string, at: Date): Date | undefined {
  if (quiet === null) return undefined;
  const timeZone = quiet.timeZone ?? zone;
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  const now = minutesIn(timeZone, at);
  if (minutesFrom(from, now) >= minutesFrom(from, until)) return undefined;
  const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  const end = minute + minutesFrom(now, until) * MINUTE_MS;
  // Where the clocks change on the way, the end is an hour off.
  const off = minutesIn(timeZone, new Date(end)) - until;
  const nearest = ((off + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  return new Date(end - nearest * MINUTE_MS);
}

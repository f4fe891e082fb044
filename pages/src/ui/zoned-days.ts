/** Where "today" is, and when terms begin. */
export interface Calendar {
  /** That times are shown in. */
  readonly shownZone: string;
  /** That of the university, in which its days are. */
  readonly tenantZone: string;
  /** The months, from 1, in which terms begin. */
  readonly terms: readonly number[];
}

/** What the clocks of a time zone show. */
interface Clock {
  /** `2026-11-20`. */
  readonly day: string;
  /** `14:05:00`. */
  readonly time: string;
}

const DAY_MS = 24 * 60 * 60_000;

function clockAt(moment: number, timeZone: string): Clock {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(moment);
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === name)?.value ?? '';
  return {
    day: [part('year').padStart(4, '0'), part('month'), part('day')].join('-'),
    time: [part('hour'), part('minute'), part('second')].join(':'),
  };
}

function offsetAt(moment: number, timeZone: string): number {
  const { day, time } = clockAt(moment, timeZone);
  return Date.parse(`${day}T${time}Z`) - moment;
}

/**
 * The first moment of a day in a time zone. Where the clock is changed at midnight, that is not always 00:00.
 * @param day `2026-11-20`
 */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const starts = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - offsetAt(near, timeZone))
    .sort((one, other) => one - other);
  const start = starts.find((moment) => clockAt(moment, timeZone).day >= day) ?? midnight;
  return new Date(start).toISOString();
}

/** The day of a moment in a time zone, and the time, unless the day begins at that moment. */
export function dayOf(moment: string, timeZone: string): { readonly day: string; readonly time?: string } {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) return { day: '' };
  const { day, time } = clockAt(at, timeZone);
  return Date.parse(startOfDay(day, timeZone)) === at ? { day } : { day, time: time.slice(0, 5) };
}

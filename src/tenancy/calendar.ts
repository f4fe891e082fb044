const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A calendar day as `YYYY-MM-DD`. Days compare as text. */
export type Day = string;

/** Which day it is in a time zone (an IANA name). */
export function dayIn(timeZone: string, at: Date): Day {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // The Canadian English date format is YYYY-MM-DD.
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/** Whole days from one day to the other; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

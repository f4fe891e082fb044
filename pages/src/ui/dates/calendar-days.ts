/** Days of the calendar as `2026-11-20`; they have no time zone. */

const DAY_MS = 24 * 60 * 60_000;
const ISO = /^(?:19|2\d)\d\d-\d\d-\d\d$/;

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayOfDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Whether the text is a day from 1900 to 2999 that exists. */
export function isDay(text: string): boolean {
  if (!ISO.test(text)) return false;
  const date = dateOf(text);
  return !Number.isNaN(date.getTime()) && dayOfDate(date) === text;
}

export function dayFrom(year: number, month: number, day: number): string {
  const [yyyy, mm, dd] = [String(year).padStart(4, '0'), ...[month, day].map(twoDigits)];
  return `${yyyy}-${mm}-${dd}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

export function addDays(day: string, days: number): string {
  return dayOfDate(new Date(dateOf(day).getTime() + days * DAY_MS));
}

/** The same day of another month, or its last one where that day does not exist. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayFrom(first.getUTCFullYear(), first.getUTCMonth() + 1, Math.min(date, last));
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

import { startOfDay } from '../zoned-days.js';
import { addDays, isDay } from './calendar-days.js';

/** The last second of a day in a time zone; what is no day stays as it is, and the API refuses it. */
export function endOfDay(day: string, timeZone: string): string {
  if (!isDay(day)) return day;
  return new Date(Date.parse(startOfDay(addDays(day, 1), timeZone)) - 1000).toISOString();
}

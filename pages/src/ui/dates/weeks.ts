import { addDays, addMonths, firstOfMonth } from './calendar-days.js';

const MONDAY = 1;

/** From 1, Monday, to 7, Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The day with which the week of a day begins. */
export function firstOfWeek(day: string, firstWeekday: number): string {
  return addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
}

/** The weeks of the month of a day, whole ones: the first and the last one have days of the months beside it. */
export function weeksOf(day: string, firstWeekday: number): readonly (readonly string[])[] {
  const end = addMonths(firstOfMonth(day), 1);
  const weeks: string[][] = [];
  for (let start = firstOfWeek(firstOfMonth(day), firstWeekday); start < end; start = addDays(start, 7)) {
    const first = start;
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(first, index)));
  }
  return weeks;
}

interface WeekInfo {
  readonly firstDay: number;
}

/** With which weekday a week begins where the language is spoken; Monday where the browser does not know that. */
export function firstWeekdayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    readonly weekInfo?: WeekInfo;
    readonly getWeekInfo?: () => WeekInfo;
  };
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? MONDAY;
}

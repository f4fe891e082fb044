/** Days since 1970, in no time zone. */
function dayNumber(date: string): number {
  return Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000;
}

/** The first day of a month, or of a year where ticks are whole years apart. */
export interface Tick {
  /** Per cent from the left. */
  readonly at: number;
  readonly day: string;
  readonly isYear: boolean;
}

export interface Scale {
  readonly at: (date: string) => number;
  readonly ticks: readonly Tick[];
}

const STEPS_IN_MONTHS = [1, 3, 6, 12, 24, 60, 120];
const LONGEST_STEP_IN_MONTHS = 240;
const MOST_TICKS = 6;

function firstOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

function ticksOf(from: string, until: string, at: (date: string) => number): Tick[] {
  const [year = 0, month = 1] = from.split('-').map(Number);
  const [lastYear = 0, lastMonth = 1] = until.split('-').map(Number);
  const months = (lastYear - year) * 12 + lastMonth - month + 1;
  const step = STEPS_IN_MONTHS.find((size) => months / size <= MOST_TICKS) ?? LONGEST_STEP_IN_MONTHS;
  // Ticks are at round months, such as January and July, wherever the scale begins.
  const first = Math.ceil((year * 12 + month) / step) * step;
  const ticks: Tick[] = [];
  for (let number = first; number <= lastYear * 12 + lastMonth - 1; number += step) {
    const date = firstOfMonth(Math.floor(number / 12), number % 12);
    ticks.push({ at: at(date), day: date, isYear: step >= 12 });
  }
  // The label of a later one would reach beyond the right end.
  return ticks.filter((tick) => tick.at >= 0 && tick.at <= 94);
}

/** A scale from the earliest to the latest of these days, with some space at both ends. */
export function scaleOf(dates: readonly string[]): Scale {
  const days = dates.map(dayNumber).filter(Number.isFinite);
  const earliest = Math.min(...days);
  const latest = Math.max(...days);
  const space = Math.max(7, (latest - earliest) * 0.04);
  const left = earliest - space;
  const right = latest + space;
  const at = (date: string): number => ((dayNumber(date) - left) / (right - left)) * 100;
  const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
  return { at, ticks: ticksOf(iso(left), iso(right), at) };
}

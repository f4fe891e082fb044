import { type Calendar, dayOf, startOfDay } from '../zoned-days.js';
import { addDays, addMonths, firstOfMonth } from './calendar-days.js';

/** First and last day. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

type Terms = Calendar['terms'];

/** Days as they are seen from today; an address keeps them by these names. */
const RANGES = {
  today: (today) => ({ first: today, last: today }),
  yesterday: (today) => ({ first: addDays(today, -1), last: addDays(today, -1) }),
  'last-7-days': (today) => ({ first: addDays(today, -6), last: today }),
  'last-30-days': (today) => ({ first: addDays(today, -29), last: today }),
  'next-7-days': (today) => ({ first: today, last: addDays(today, 6) }),
  'next-30-days': (today) => ({ first: today, last: addDays(today, 29) }),
  'this-month': (today) => {
    const first = firstOfMonth(today);
    return { first, last: addDays(addMonths(first, 1), -1) };
  },
  'this-term': (today, terms) => termAt(today, terms),
  'last-term': (today, terms) => {
    const now = termAt(today, terms);
    return now && termAt(addDays(now.first, -1), terms);
  },
} as const satisfies Record<string, (today: string, terms: Terms) => DayRange | undefined>;

export type Preset = keyof typeof RANGES;

/** The term of a day: from the first day of its month to the day before the next one begins. */
function termAt(day: string, terms: Terms): DayRange | undefined {
  const year = Number(day.slice(0, 4));
  const begins = [year - 1, year, year + 1]
    .flatMap((one) => terms.map((month) => `${one}-${String(month).padStart(2, '0')}-01`))
    .sort();
  const next = begins.find((begin) => begin > day);
  const first = begins.filter((begin) => begin <= day).at(-1);
  return first === undefined || next === undefined ? undefined : { first, last: addDays(next, -1) };
}

/** The days of a preset; undefined for a term where the settings have none. */
export function rangeOf(preset: Preset, today: string, terms: Terms): DayRange | undefined {
  return RANGES[preset](today, terms);
}

/**
 * Which moment or day of the range a parameter of the API takes: the moment at which it begins, the one after its end,
 * its first, its last day.
 */
export type Edge = 'from' | 'before' | 'first' | 'last';

/** The value of a filter: `last-7-days/from`. */
export function relativeValue(preset: Preset, edge: Edge): string {
  return `${preset}/${edge}`;
}

function isPreset(text: string): text is Preset {
  return Object.hasOwn(RANGES, text);
}

function isEdge(text: string): text is Edge {
  return ['from', 'before', 'first', 'last'].includes(text);
}

/** The preset of a filter's value; undefined when it is no relative one. */
export function presetOf(value: unknown): { readonly preset: Preset; readonly edge: Edge } | undefined {
  if (typeof value !== 'string') return undefined;
  const [preset = '', edge = '', ...more] = value.split('/');
  return isPreset(preset) && isEdge(edge) && more.length === 0 ? { preset, edge } : undefined;
}

/** The value that the API gets; undefined where there is none, for a term without settings. */
export function sentValue(value: string, calendar: Calendar, now: number): string | undefined {
  const relative = presetOf(value);
  if (relative === undefined) return value;
  const { preset, edge } = relative;
  const isMoment = edge === 'from' || edge === 'before';
  const zone = isMoment ? calendar.shownZone : calendar.tenantZone;
  const range = rangeOf(preset, todayIn(zone, now), calendar.terms);
  if (range === undefined) return undefined;
  if (edge === 'from') return startOfDay(range.first, zone);
  return edge === 'before' ? startOfDay(addDays(range.last, 1), zone) : range[edge];
}

export function todayIn(zone: string, now: number): string {
  return dayOf(new Date(now).toISOString(), zone).day;
}

import { addDays } from '../../dates/calendar-days.js';
import { type Edge, type Preset, presetOf, sentValue } from '../../dates/relative-days.js';
import { type Calendar, dayOf, startOfDay } from '../../zoned-days.js';

type Values = Readonly<Record<string, string | undefined>>;

/** What of a filter says which parameters it has, and whether they are moments or days. */
interface Ends {
  readonly source: string;
  readonly until?: string;
  readonly type?: string;
}

/** First and last day, each empty when it is not set. */
interface Days {
  readonly first: string;
  readonly last: string;
}

/** With the times of moments that are not the beginning of a day. */
interface ShownDays extends Days {
  readonly firstTime: string | undefined;
  readonly lastTime: string | undefined;
}

/** Each parameter of the filter with the edge that it takes. */
export function edgesOf({ source, until, type }: Ends): readonly (readonly [string, Edge])[] {
  const [first, last]: readonly Edge[] = type === 'day' ? ['first', 'last'] : ['from', 'before'];
  return [[source, first] as const, [until, last] as const].flatMap(([name, edge]) =>
    name === undefined || edge === undefined ? [] : [[name, edge] as const],
  );
}

/** The preset that all parameters of the filter have, each at its own edge. */
export function presetIn(filter: Ends, values: Values): Preset | undefined {
  const found = edgesOf(filter).map(([source, edge]) => {
    const relative = presetOf(values[source]);
    return relative?.edge === edge ? relative.preset : undefined;
  });
  return found.every((preset) => preset === found[0]) ? found[0] : undefined;
}

/** The days of the filter, of a preset those of today. */
export function rangeIn(filter: Ends, values: Values, calendar: Calendar): ShownDays {
  const [first = '', last = ''] = [filter.source, filter.until].map((source) => {
    const value = source === undefined ? undefined : values[source];
    return value === undefined ? '' : (sentValue(value, calendar, Date.now()) ?? '');
  });
  if (filter.type === 'day') return { first, last, firstTime: undefined, lastTime: undefined };
  const from = dayOf(first, calendar.shownZone);
  const before = dayOf(last, calendar.shownZone);
  const isWhole = before.day !== '' && before.time === undefined;
  return {
    first: from.day,
    firstTime: from.time,
    last: isWhole ? addDays(before.day, -1) : before.day,
    lastTime: before.time,
  };
}

/** What the parameters of the filter get for these days: moments of the shown zone, or the days themselves. */
export function fixedValues(
  filter: Ends,
  { first, last }: Days,
  { shownZone }: Calendar,
): Readonly<Record<string, string>> {
  const isMoment = filter.type !== 'day';
  const begin = first !== '' && isMoment ? startOfDay(first, shownZone) : first;
  const end = last !== '' && isMoment ? startOfDay(addDays(last, 1), shownZone) : last;
  return { [filter.source]: begin, ...(filter.until === undefined ? {} : { [filter.until]: end }) };
}

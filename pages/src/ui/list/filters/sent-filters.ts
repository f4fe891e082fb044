import { presetOf, sentValue } from '../../dates/relative-days';
import { useCalendar } from '../../time-zone';
import type { Calendar } from '../../zoned-days';
import { type FilterValues, useFilterValues } from '../filter-values';

/** Whether a value is one of relative days. */
export function isRelative(filters: FilterValues): boolean {
  return Object.values(filters).some((value) => presetOf(value) !== undefined);
}

/** With the moments and days that the API takes. What has none stays as it is, and the API refuses it. */
export function sentFilters(filters: FilterValues, calendar: Calendar): FilterValues {
  if (!isRelative(filters)) return filters;
  const now = Date.now();
  return Object.fromEntries(
    Object.entries(filters).map(([source, value]) => [
      source,
      presetOf(value) && value !== undefined ? (sentValue(value, calendar, now) ?? value) : value,
    ]),
  );
}

/** The filters that are set, as the API takes them. */
export function useSentFilters(): FilterValues {
  return sentFilters(useFilterValues(), useCalendar());
}

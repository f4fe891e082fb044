import { t } from '@lingui/core/macro';

import { useCalendar } from '../../time-zone';
import { dayText } from '../../when';
import type { FilterValues } from '../filter-values';
import type { Filter } from '../types';
import { presetLabel } from './preset-labels';
import { presetIn, rangeIn } from './range-values';

type TextHook = (values: FilterValues) => string;

function withTime(day: string, time: string | undefined): string {
  return time === undefined ? dayText(day) : `${dayText(day)}, ${time}`;
}

function useDays(filter: Filter, values: FilterValues): string {
  const calendar = useCalendar();
  const preset = presetIn(filter, values);
  if (preset !== undefined) return presetLabel(preset).toLowerCase();
  const { first, last, firstTime, lastTime } = rangeIn(filter, values, calendar);
  const [from, to] = [first && withTime(first, firstTime), last && withTime(last, lastTime)];
  if (from === '') return to === '' ? (values[filter.source] ?? '') : t`to ${to}`;
  if (to === '') return t`from ${from}`;
  return from === to ? from : `${from} – ${to}`;
}

/** The hook that says what the values of a filter mean. A filter has the same one at each call. */
export function textHookOf(filter: Filter): TextHook {
  const { source, type, options, useOptions, useText } = filter;
  if (type === 'date' || type === 'day') return (values) => useDays(filter, values);
  if (useText !== undefined) return (values) => useText(values[source] ?? '');
  const known = useOptions ?? (() => options ?? []);
  return (values) => {
    const value = values[source] ?? '';
    return known().find((one) => one.value === value)?.label ?? value;
  };
}

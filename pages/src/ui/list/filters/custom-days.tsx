import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';

import { isDay } from '../../dates/calendar-days';
import { DayField } from '../../day-field';
import { useCalendar } from '../../time-zone';
import type { FilterValues } from '../filter-values';
import type { Filter } from '../types';
import { fixedValues, rangeIn } from './range-values';

interface CustomDaysProps {
  readonly filter: Filter;
  readonly values: FilterValues;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

function isDayOrNone(text: string): boolean {
  return text === '' || isDay(text);
}

/** The first and the last day of a range. They apply when both are days, or empty, and in their order. */
export const CustomDays = ({ filter, values, onChange }: CustomDaysProps) => {
  const calendar = useCalendar();
  const { first, last, firstTime, lastTime } = rangeIn(filter, values, calendar);
  const [typed, setTyped] = useState({ first, last });
  useEffect(() => {
    setTyped({ first, last });
  }, [first, last]);
  const isReversed = isDay(typed.first) && isDay(typed.last) && typed.first > typed.last;
  const change = (changed: Partial<typeof typed>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    const isApplied =
      isDayOrNone(next.first) && isDayOrNone(next.last) && !(next.last && next.first > next.last);
    if (!isApplied) return;
    // A time of the address stays at the end that is not touched.
    const touched = { ...(next.first === first ? {} : next), ...(next.last === last ? {} : next) };
    const all = fixedValues(filter, next, calendar);
    const kept = {
      ...(next.first === first ? { [filter.source]: values[filter.source] ?? '' } : {}),
      ...(next.last === last && filter.until !== undefined
        ? { [filter.until]: values[filter.until] ?? '' }
        : {}),
    };
    if (Object.keys(touched).length > 0) onChange({ ...all, ...kept });
  };
  return (
    <>
      <DayField
        label={t`From`}
        value={typed.first}
        hint={firstTime === undefined ? undefined : t`At ${firstTime} of this day`}
        onChange={(day) => {
          change({ first: day });
        }}
      />
      {filter.until !== undefined && (
        <DayField
          label={t`To`}
          value={typed.last}
          hint={lastTime === undefined ? undefined : t`Before ${lastTime} of this day`}
          problem={isReversed ? t`This day is before the first one` : undefined}
          onChange={(day) => {
            change({ last: day });
          }}
        />
      )}
    </>
  );
};

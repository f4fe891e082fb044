import Box from '@mui/material/Box';

import { LOCALE } from '../language';
import { useTimeZone } from './time-zone';

const NONE = '–';

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LOCALE, options).format(date);
}

/** The moment to the second with its zone, for a tooltip. */
export function exactTime(date: Date, timeZone: string): string {
  return format(date, { dateStyle: 'full', timeStyle: 'long', timeZone });
}

interface WhenProps {
  /** ISO 8601 with time; null is shown as a dash or as `none`. */
  readonly value: string | null | undefined;
  readonly none?: string;
}

/** On a narrow column the time stands below the date; neither is broken. */
function breakable(date: Date, timeZone: string): string {
  const inZone = { timeZone } as const;
  return [format(date, { dateStyle: 'medium', ...inZone }), format(date, { timeStyle: 'short', ...inZone })]
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(', ');
}

/** A moment: `20 Nov 2026, 14:05`; the exact time and the zone are in the tooltip. */
export const When = ({ value, none = NONE }: WhenProps) => {
  const timeZone = useTimeZone();
  if (value === null || value === undefined) return <span>{none}</span>;
  const date = new Date(value);
  return (
    <Box component="time" dateTime={value} title={exactTime(date, timeZone)}>
      {breakable(date, timeZone)}
    </Box>
  );
};

/** `20 Nov 2026`, as {@link Day} shows it. */
export function dayText(value: string): string {
  return format(new Date(`${value.slice(0, 10)}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A day without a time (`YYYY-MM-DD`): the same in every time zone. */
export const Day = ({ value, none = NONE }: WhenProps) => {
  if (value === null || value === undefined) return <span>{none}</span>;
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return (
    <Box
      component="time"
      dateTime={value}
      title={format(date, { dateStyle: 'full', timeZone: 'UTC' })}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {dayText(value)}
    </Box>
  );
};

import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';

import { LOCALE } from '../language';
import { useTimeZone } from './time-zone';
import { exactTime } from './when';

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });

/** A past moment as "3 minutes ago". */
function agoText(date: Date, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - date.getTime()) / 1000));
  const [unit, length] = STEPS.find(([, step]) => seconds >= step) ?? ['second', 1];
  return unit === 'second' ? t`less than a minute ago` : relative.format(-Math.floor(seconds / length), unit);
}

/** How long ago a moment was; the exact time is in the tooltip. */
export const Ago = ({ value }: { readonly value: string }) => {
  const timeZone = useTimeZone();
  const date = new Date(value);
  return (
    <Box component="time" dateTime={value} title={exactTime(date, timeZone)} sx={{ whiteSpace: 'nowrap' }}>
      {agoText(date)}
    </Box>
  );
};

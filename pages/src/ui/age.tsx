import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';

import { useTimeZone } from './time-zone';
import { exactTime } from './when';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** How long ago, in the largest unit: `3 hours`; under a minute `less than a minute`. */
function ageWords(ms: number): string {
  if (ms >= DAY_MS) return plural(Math.floor(ms / DAY_MS), { one: '# day', other: '# days' });
  if (ms >= HOUR_MS) return plural(Math.floor(ms / HOUR_MS), { one: '# hour', other: '# hours' });
  if (ms >= MINUTE_MS) return plural(Math.floor(ms / MINUTE_MS), { one: '# minute', other: '# minutes' });
  return t`less than a minute`;
}

interface AgeProps {
  /** ISO 8601 with time. */
  readonly since: string | null;
  readonly none?: string;
  /** `ago` behind the age. */
  readonly ago?: boolean;
}

/** The age of something; the exact moment is in the tooltip. */
export const Age = ({ since, none = '–', ago = false }: AgeProps) => {
  const timeZone = useTimeZone();
  if (since === null) return <span>{none}</span>;
  const age = ageWords(Date.now() - Date.parse(since));
  return (
    <Box
      component="time"
      dateTime={since}
      title={exactTime(new Date(since), timeZone)}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {ago ? t`${age} ago` : age}
    </Box>
  );
};

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { LOCALE } from '../language';
import type { Scale, Tick } from './timeline-scale';

function labelOf({ day, isYear }: Tick): string {
  if (isYear) return day.slice(0, 4);
  const format = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: '2-digit', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** The months or years of a scale. Hidden from screen readers, which are given the days in words. */
export const TimelineAxis = ({ scale }: { readonly scale: Scale }) => (
  <Box aria-hidden sx={{ position: 'relative', height: '1.5rem' }}>
    {scale.ticks.map((tick) => (
      <Typography
        key={tick.at}
        variant="caption"
        color="textSecondary"
        sx={{
          position: 'absolute',
          left: `${tick.at}%`,
          whiteSpace: 'nowrap',
          pl: 0.5,
          borderLeft: 1,
          borderColor: 'divider',
        }}
      >
        {labelOf(tick)}
      </Typography>
    ))}
  </Box>
);

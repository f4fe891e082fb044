import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { PageLink } from '../ui/page-link';
import { grouped } from '../ui/words';

export interface Bar {
  readonly label: string;
  readonly count: number;
  readonly to: string;
  /** A colour of the palette, such as `success.main`. */
  readonly color: string;
}

/** Counts as bars, each with a link to the rows that it counts. */
export const BarList = ({ bars, label }: { bars: readonly Bar[]; label: string }) => {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        rowGap: 1,
        columnGap: 1.5,
        alignItems: 'center',
        gridTemplateColumns: 'max-content minmax(0, 1fr) max-content',
      }}
    >
      {bars.map((bar) => (
        <Row key={bar.label} bar={bar} most={most} />
      ))}
    </Box>
  );
};

const Row = ({ bar: { label, count, to, color }, most }: { bar: Bar; most: number }) => (
  <Box
    component="li"
    sx={{ display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1', alignItems: 'center' }}
  >
    <PageLink to={to} variant="body2">
      {label}
    </PageLink>
    <Box aria-hidden sx={{ height: 16, minWidth: 0 }}>
      {/* A count far below the largest one still gets a visible bar. */}
      <Box
        sx={{
          height: '100%',
          bgcolor: color,
          borderRadius: 0.5,
          width: `${(count / most) * 100}%`,
          minWidth: count > 0 ? 3 : 0,
        }}
      />
    </Box>
    <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}>
      {grouped(count)}
    </Typography>
  </Box>
);

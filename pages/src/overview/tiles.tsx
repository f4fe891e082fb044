import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

import type { OverviewDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { grouped } from '../ui/words';

interface Tile {
  readonly label: string;
  readonly count: number;
  readonly to: string;
}

function tilesOf({ people }: OverviewDto): Tile[] {
  const active = (accountType: string) => listAddress('users', { accountType, accountStatus: 'active' });
  return [
    { label: t`Students`, count: people.Student, to: active('Student') },
    { label: t`Faculty`, count: people.Faculty, to: active('Faculty') },
    { label: t`Staff`, count: people.Staff, to: active('Staff') },
    {
      label: t`Inactive users`,
      count: people.inactive,
      to: listAddress('users', { accountStatus: 'inactive' }),
    },
  ];
}

/** Totals, each with a link to the rows that it counts. */
export const Tiles = ({ figures }: { readonly figures: OverviewDto }) => (
  <Box
    component="ul"
    aria-label={t`Figures`}
    sx={{
      listStyle: 'none',
      m: 0,
      mb: 2,
      p: 0,
      display: 'grid',
      gap: { xs: 1, sm: 2 },
      gridTemplateColumns: {
        xs: 'repeat(2, minmax(0, 1fr))',
        md: 'repeat(4, minmax(0, 1fr))',
      },
    }}
  >
    {tilesOf(figures).map(({ label, count, to }) => (
      <Paper key={label} component="li" variant="outlined" sx={{ p: { xs: 1.5, sm: 2 }, minWidth: 0 }}>
        <Typography
          component="p"
          sx={{ fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}
        >
          {grouped(count)}
        </Typography>
        <PageLink to={to} variant="body2">
          {label}
        </PageLink>
      </Paper>
    ))}
  </Box>
);

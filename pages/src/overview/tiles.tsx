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
  /** Shown as a warning when it is not zero. */
  readonly warns?: boolean;
}

function tilesOf({ people, openDiscrepancies, keysExpiring }: OverviewDto): Tile[] {
  const active = (accountType: string) => listAddress('users', { accountType, accountStatus: 'active' });
  return [
    { label: 'Students', count: people.Student, to: active('Student') },
    { label: 'Faculty', count: people.Faculty, to: active('Faculty') },
    { label: 'Staff', count: people.Staff, to: active('Staff') },
    {
      label: 'Inactive users',
      count: people.inactive,
      to: listAddress('users', { accountStatus: 'inactive' }),
    },
    {
      label: 'Open discrepancies',
      count: openDiscrepancies,
      to: listAddress('discrepancies', { status: 'open' }),
      warns: true,
    },
    {
      label: 'Keys expiring',
      count: keysExpiring,
      to: listAddress('keys', { status: 'expiring' }),
      warns: true,
    },
  ];
}

/** Totals, each with a link to the rows that it counts. */
export const Tiles = ({ figures }: { readonly figures: OverviewDto }) => (
  <Box
    component="ul"
    aria-label="Figures"
    sx={{
      listStyle: 'none',
      m: 0,
      mb: 2,
      p: 0,
      display: 'grid',
      gap: { xs: 1, sm: 2 },
      gridTemplateColumns: {
        xs: 'repeat(2, minmax(0, 1fr))',
        sm: 'repeat(3, minmax(0, 1fr))',
        lg: 'repeat(6, minmax(0, 1fr))',
      },
    }}
  >
    {tilesOf(figures).map(({ label, count, to, warns = false }) => (
      <Paper key={label} component="li" variant="outlined" sx={{ p: { xs: 1.5, sm: 2 }, minWidth: 0 }}>
        <Typography
          component="p"
          sx={{ fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}
          color={warns && count > 0 ? 'warning' : 'textPrimary'}
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

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface Description {
  readonly label: string;
  readonly value: ReactNode;
}

/** Names and values, in columns where there is room. */
export const DescriptionList = ({ entries }: { readonly entries: readonly Description[] }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gap: 2,
      gridTemplateColumns: {
        xs: 'repeat(auto-fill, minmax(140px, 1fr))',
        sm: 'repeat(auto-fill, minmax(220px, 1fr))',
      },
    }}
  >
    {entries.map(({ label, value }) => (
      <Box key={label} sx={{ minWidth: 0 }}>
        <Typography component="dt" variant="body2" color="textSecondary">
          {label}
        </Typography>
        <Typography component="dd" sx={{ m: 0, fontSize: { xs: '0.875rem', sm: '1rem' } }}>
          {value === null || value === undefined || value === false || value === '' ? '–' : breakable(value)}
        </Typography>
      </Box>
    ))}
  </Box>
);

/** A long e-mail address breaks before its domain; anything else is left as it is. */
function breakable(value: ReactNode): ReactNode {
  if (typeof value !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(value)) return value;
  const at = value.indexOf('@');
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}

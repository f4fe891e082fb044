import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { formatted } from './cell';
import type { ListSectionConfig } from './types';

interface ExampleProps {
  readonly cells: readonly { readonly label: string; readonly value: ReactNode }[];
}

/** A row as it would look. Its values are invented, and nothing in it can be followed or focused. */
export const ExampleRow = ({ cells }: ExampleProps) => (
  <Box
    component="figure"
    sx={{
      m: '24px auto 0',
      p: 2,
      width: 'fit-content',
      maxWidth: '100%',
      border: '1px dashed',
      borderColor: 'divider',
      borderRadius: 1,
      textAlign: 'left',
    }}
  >
    <Typography component="figcaption" variant="body2" color="textSecondary">
      <Trans>An example, with invented values</Trans>
    </Typography>
    <Box
      component="dl"
      sx={{ m: 0, mt: 1, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, minWidth: 0 }}
    >
      {cells.map(({ label, value }) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  </Box>
);

/** The example of a list, in the order of its columns. */
export function ExampleOfList<T>({ list: { columns, empty } }: { readonly list: ListSectionConfig<T> }) {
  const { example } = empty;
  if (example === undefined) return null;
  const cells = columns.flatMap((column) => {
    const value = example[column.name];
    if (value === undefined) return [];
    return { label: column.label, value: typeof value === 'string' ? formatted(column, value) : value };
  });
  return <ExampleRow cells={cells} />;
}

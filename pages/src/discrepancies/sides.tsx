import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

import type { DiscrepancyRowDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { Compared } from './compared';
import { SIDES } from './resolutions';

interface SideProps {
  readonly row: DiscrepancyRowDto;
  readonly side: 'submitted' | 'recorded';
}

const Side = ({ row, side }: SideProps) => {
  const { formField } = row;
  const field = fieldInWords(row.field);
  return (
    <Paper variant="outlined" sx={{ p: 2, minWidth: 0, bgcolor: 'background.default' }}>
      <Typography sx={{ fontWeight: 600, mb: 0.5 }}>{SIDES[side]}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {side === 'submitted' ? t`Form field “${formField}”` : t`${field} of the record`}
      </Typography>
      <Typography>
        <Compared {...row} side={side} />
      </Typography>
    </Paper>
  );
};

/** The submitted and the recorded value side by side. */
export const Sides = ({ row }: { readonly row: DiscrepancyRowDto }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    }}
  >
    <Side row={row} side="submitted" />
    <Side row={row} side="recorded" />
  </Box>
);

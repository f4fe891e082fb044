import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';

import { Breakable } from '../ui/breakable';
import { compareTexts } from './compare-texts';

interface ComparedProps {
  readonly submitted: string;
  readonly recorded: string | null;
  readonly side: 'submitted' | 'recorded';
}

/** One of the two values, with the part marked in which they differ. */
export const Compared = ({ submitted, recorded, side }: ComparedProps) => {
  if (side === 'recorded' && recorded === null)
    return (
      <Box component="span" sx={{ color: 'text.secondary', fontStyle: 'italic' }}>
        <Trans>not set</Trans>
      </Box>
    );
  const difference = compareTexts(submitted, recorded ?? '');
  return (
    <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'break-word' }}>
      <Breakable name={difference.start} />
      {difference[side] !== '' && (
        <Box
          component="mark"
          sx={(theme) => {
            const { main } = theme.palette[side === 'submitted' ? 'info' : 'warning'];
            return {
              color: 'inherit',
              fontWeight: 600,
              borderRadius: 0.5,
              bgcolor: alpha(main, theme.palette.mode === 'dark' ? 0.25 : 0.14),
              textDecoration: 'underline',
              textDecorationColor: main,
              textUnderlineOffset: '3px',
            };
          }}
        >
          <Breakable name={difference[side]} />
        </Box>
      )}
      <Breakable name={difference.end} />
    </Box>
  );
};

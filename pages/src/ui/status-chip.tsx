import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';

import { words } from './words';

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral';

const TONES: Readonly<Record<string, Tone>> = {
  // accounts and keys
  active: 'success',
  inactive: 'neutral',
  expiring: 'warning',
  expired: 'neutral',
  revoked: 'error',
  // faculty
  available: 'success',
  limited: 'warning',
  unavailable: 'neutral',
  // sync queue
  not_queued: 'neutral',
  queued: 'info',
  processing: 'warning',
  sent: 'success',
  failed: 'error',
  // pacing and milestones
  ahead: 'info',
  on_track: 'success',
  due_soon: 'warning',
  at_risk: 'warning',
  behind: 'error',
  completed: 'success',
  // discrepancies
  open: 'warning',
  resolved: 'success',
};

interface StatusChipProps {
  readonly value: string | null | undefined;
  /** Shown instead of the value in words. */
  readonly label?: string;
  readonly tone?: Tone;
}

/** A status as a word with a colour; the colour adds nothing that the word does not say. */
export const StatusChip = ({ value, label, tone }: StatusChipProps) => {
  if (!value) return <span>–</span>;
  const chosen = tone ?? TONES[value] ?? 'neutral';
  return (
    <Box
      component="span"
      sx={(theme) => {
        const colour = chosen === 'neutral' ? theme.palette.text.secondary : theme.palette[chosen].main;
        return {
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.75,
          px: 1,
          py: 0.25,
          borderRadius: 4,
          fontSize: '0.8125rem',
          fontWeight: 600,
          lineHeight: 1.4,
          whiteSpace: 'nowrap',
          color: colour,
          bgcolor: alpha(colour, theme.palette.mode === 'dark' ? 0.14 : 0.07),
          '&::before': {
            content: '""',
            width: 7,
            height: 7,
            borderRadius: '50%',
            bgcolor: 'currentcolor',
          },
        };
      }}
    >
      {label ?? words(value)}
    </Box>
  );
};

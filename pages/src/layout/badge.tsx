import Box from '@mui/material/Box';

import type { AttentionDto } from '../api/openapi';
import { grouped } from '../ui/words';
import { ATTENTION_WORDS } from './attention-words';

const MOST = 999;

interface BadgeProps {
  readonly kinds: readonly (keyof AttentionDto)[];
  readonly attention: AttentionDto;
}

/** How much needs an administrator behind a link of the menu; nothing when that is nothing. */
export const Badge = ({ kinds, attention }: BadgeProps) => {
  const counted = kinds.filter((kind) => attention[kind] > 0);
  if (counted.length === 0) return null;
  const count = counted.reduce((sum, kind) => sum + attention[kind], 0);
  return (
    <Box
      component="span"
      title={counted.map((kind) => `${ATTENTION_WORDS[kind]}: ${grouped(attention[kind])}`).join('\n')}
      sx={{
        ml: 1,
        px: 0.75,
        minWidth: 20,
        // Beside a label of two lines the number keeps its width, and stays on one line.
        flexShrink: 0,
        whiteSpace: 'nowrap',
        borderRadius: 5,
        fontSize: '0.75rem',
        fontWeight: 650,
        lineHeight: '20px',
        textAlign: 'center',
        fontVariantNumeric: 'tabular-nums',
        color: 'background.paper',
        bgcolor: 'warning.main',
      }}
    >
      {count > MOST ? `${MOST}+` : count}
    </Box>
  );
};

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import type { AttentionDto } from '../api/openapi';
import { ATTENTION_WORDS } from '../layout/attention-words';
import { useAttention } from '../layout/use-attention';
import { grouped } from '../ui/words';

interface AttentionNoteProps {
  readonly kinds: readonly (keyof AttentionDto)[];
}

/** The parts of the number beside the page's name in the menu, where it is no number of rows of the list. */
export const AttentionNote = ({ kinds }: AttentionNoteProps) => {
  const { data: attention } = useAttention();
  const counted = attention === undefined ? [] : kinds.filter((kind) => attention[kind] > 0);
  if (attention === undefined || counted.length === 0) return null;
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2 }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {counted.map((kind) => (
          <li key={kind}>
            {ATTENTION_WORDS[kind]}: {grouped(attention[kind])}
          </li>
        ))}
      </Box>
    </Alert>
  );
};

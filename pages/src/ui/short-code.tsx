import Box from '@mui/material/Box';

import { CopyButton } from './copy-button';

interface ShortCodeProps {
  readonly text: string;
  /** For the copy button: "the key of SIS nightly". */
  readonly what: string;
  /** In characters; what is longer ends in three dots. */
  readonly width?: number;
}

/** A long identifier in one short line; all of it is in the tooltip, and is copied. */
export const ShortCode = ({ text, what, width = 14 }: ShortCodeProps) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', maxWidth: '100%' }}>
    <Box
      component="code"
      title={text}
      sx={{
        maxWidth: `${width}ch`,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        fontSize: '0.8125rem',
        fontWeight: 400,
        color: 'text.secondary',
      }}
    >
      {text}
    </Box>
    <CopyButton text={text} what={what} />
  </Box>
);

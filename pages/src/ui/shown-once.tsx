import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { CopyButton } from './copy-button';
import { Code } from './json-view';

interface ShownOnceProps {
  readonly label: string;
  readonly text: string;
  /** For the copy button: "the secret". */
  readonly what: string;
}

/** A text to be copied: a secret, a link, a command. */
export const ShownOnce = ({ label, text, what }: ShownOnceProps) => (
  <Box sx={{ minWidth: 0 }}>
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 0.5 }}>
      <Typography component="p" variant="body2" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <CopyButton text={text} what={what} withLabel />
    </Box>
    <Code label={label} wrap>
      {text}
    </Code>
  </Box>
);

import Box from '@mui/material/Box';

import type { IssuedKeyDto } from '../api/openapi';
import { ShownOnce } from '../ui/shown-once';
import { ShownOnceDialog } from '../ui/shown-once-dialog';
import { curlLine } from './labels';

interface IssuedKeyDialogProps {
  readonly issued: IssuedKeyDto;
  readonly onClose: () => void;
}

/** Shows the secret, which cannot be shown again. */
export const IssuedKeyDialog = ({ issued, onClose }: IssuedKeyDialogProps) => (
  <ShownOnceDialog
    title={`The key “${issued.label}” is ready`}
    warning="Copy the secret now: it is not stored and cannot be shown again."
    done="I have stored the secret"
    maxWidth="md"
    onClose={onClose}
  >
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <ShownOnce label="Key" text={issued.apiKey} what="the key" />
      <ShownOnce label="Secret" text={issued.apiSecret} what="the secret" />
      <ShownOnce label="Try it in a terminal" text={curlLine(issued)} what="the curl line" />
    </Box>
  </ShownOnceDialog>
);

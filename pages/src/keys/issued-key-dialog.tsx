import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

import { ShownOnce } from '../ui/shown-once';
import { curlLine, type IssuedKey } from './model';

interface IssuedKeyDialogProps {
  readonly issued: IssuedKey;
  readonly onClose: () => void;
}

/** The secret, once. It closes with its button only, so that no stray key press loses the secret. */
export const IssuedKeyDialog = ({ issued, onClose }: IssuedKeyDialogProps) => {
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="md">
      <DialogTitle id={id}>The key “{issued.label}” is ready</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          Copy the secret now: it is not stored, and nobody can show it again.
        </Alert>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          <ShownOnce label="Key" text={issued.apiKey} what="the key" />
          <ShownOnce label="Secret" text={issued.apiSecret} what="the secret" />
          <ShownOnce label="Try it in a terminal" text={curlLine(issued)} what="the curl line" />
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          I have stored the secret
        </Button>
      </DialogActions>
    </Dialog>
  );
};

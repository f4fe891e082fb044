import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

import { ShownOnce } from '../ui/shown-once';
import { When } from '../ui/when';
import type { IssuedInvitation } from './model';

interface InvitedDialogProps {
  readonly invitation: IssuedInvitation;
  readonly onClose: () => void;
}

/** The link, once. It closes with its button only. */
export const InvitedDialog = ({ invitation, onClose }: InvitedDialogProps) => {
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>Invitation for {invitation.email}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          Copy the link now and send it to them yourself: it is shown this once. It works once, until{' '}
          <When value={invitation.expiresAt} />.
        </Alert>
        <ShownOnce label="Link" text={invitation.link} what="the link" />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          I have copied the link
        </Button>
      </DialogActions>
    </Dialog>
  );
};

import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

interface LeaveDialogProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks whether changes that are not saved may be lost. */
export const LeaveDialog = ({ onLeave, onStay }: LeaveDialogProps) => {
  const id = useId();
  const text = useId();
  return (
    <Dialog open onClose={onStay} aria-labelledby={id} aria-describedby={text}>
      <DialogTitle id={id}>
        <Trans>Leave without saving?</Trans>
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={text}>
          <Trans>Your changes on this page are not saved.</Trans>
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="error" onClick={onLeave}>
          <Trans>Discard the changes</Trans>
        </Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          <Trans>Stay on this page</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
};

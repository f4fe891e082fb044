import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

/** In place of a dialog whose code cannot be loaded; the page below it stays as it is. */
export const NotLoadedDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const id = useId();
  const text = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      aria-describedby={text}
      fullWidth
      maxWidth="xs"
      disableRestoreFocus
    >
      <DialogTitle id={id}>
        <Trans>This dialog could not be shown</Trans>
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={text}>
          <Trans>
            The pages may have been upgraded since you opened them. Save what you have entered, then reload
            the page.
          </Trans>
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" autoFocus onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
};

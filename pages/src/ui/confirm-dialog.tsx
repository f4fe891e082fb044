import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, type SubmitEvent, useId } from 'react';

import { useSubmit } from './use-submit';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What will happen, and perhaps a field that belongs to it. */
  readonly children: ReactNode;
  /** The words on the button: what it does, never "OK". */
  readonly confirm: string;
  readonly danger?: boolean;
  /** False while a choice is missing without which there is nothing to confirm. */
  readonly isReady?: boolean;
  /** Closes when it resolves; an error is shown in the dialog. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for confirmation. A dangerous action never looks safest: "Cancel" is filled then, and has the focus. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { open, title, children, confirm, danger = false, isReady = true, onConfirm, onClose } = props;
  const id = useId();
  const { submit, busy, message } = useSubmit(onConfirm);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    void submit().then((done) => {
      if (done) onClose();
    });
  };
  return (
    <Dialog open={open} onClose={busy ? undefined : onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form onSubmit={send} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          {message !== undefined && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {message}
            </Alert>
          )}
          {children}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button
            onClick={onClose}
            disabled={busy}
            autoFocus={danger}
            variant={danger ? 'contained' : 'text'}
          >
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant={danger ? 'outlined' : 'contained'}
            color={danger ? 'error' : 'primary'}
            loading={busy}
            disabled={!isReady}
          >
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

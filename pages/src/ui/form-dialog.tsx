import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

import { Form } from './form';

interface FormDialogProps {
  readonly title: string;
  /** The words on the button: what it does. */
  readonly action: string;
  readonly busy: boolean;
  readonly message?: string | undefined;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form over the page. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, action, busy, message, onSubmit, onClose, children } = props;
  const id = useId();
  const form = useId();
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ pt: '8px !important' }}>
        <Form id={form} message={message} onSubmit={onSubmit}>
          {children}
        </Form>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" form={form} variant="contained" loading={busy}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

import { FIELDS, FormFrame, FormMessage, SubmitButton } from './form';
import type { Submission } from './submission';

interface DialogFormProps {
  readonly open?: boolean;
  readonly title: string;
  /** A screen reader says what is in it when it opens: the focus is behind that. */
  readonly isDescribed?: boolean;
  readonly submission: Submission;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form over the page. What is in it scrolls; why it failed and the buttons stay. */
export const DialogForm = (props: DialogFormProps) => {
  const { open = true, title, isDescribed = false, submission, actions, onClose, children } = props;
  const id = useId();
  const content = useId();
  return (
    <Dialog
      open={open}
      onClose={submission.busy ? undefined : onClose}
      aria-labelledby={id}
      aria-describedby={isDescribed ? content : undefined}
      fullWidth
      maxWidth="sm"
    >
      <FormFrame submission={submission} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent id={content} sx={{ pt: '8px !important' }}>
          {/* What is typed while the dialog saves would be lost when it closes. */}
          <Box
            component="fieldset"
            role="presentation"
            disabled={submission.busy}
            sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
          >
            {children}
          </Box>
        </DialogContent>
        <FormMessage sx={{ mx: 3, mb: 1 }} />
        <DialogActions sx={{ px: 3, pb: 2 }}>{actions}</DialogActions>
      </FormFrame>
    </Dialog>
  );
};

interface FormDialogProps extends Omit<DialogFormProps, 'actions' | 'open'> {
  /** The words on the button: what it does. */
  readonly action: string;
}

/** Fields over the page, below each other. */
export const FormDialog = ({ action, children, ...dialog }: FormDialogProps) => (
  <DialogForm
    {...dialog}
    actions={
      <>
        <Button onClick={dialog.onClose} disabled={dialog.submission.busy}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton>{action}</SubmitButton>
      </>
    }
  >
    <Box sx={FIELDS}>{children}</Box>
  </DialogForm>
);

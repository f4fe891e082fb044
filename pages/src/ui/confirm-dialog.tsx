import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

import { SubmitButton } from './form';
import { DialogForm } from './form-dialog';
import { useSubmit } from './use-submit';

export interface ConfirmDialogProps {
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
  const submission = useSubmit(async () => {
    await onConfirm();
    onClose();
  });
  const { busy } = submission;
  const close = () => {
    submission.reset();
    onClose();
  };
  return (
    <DialogForm
      open={open}
      title={title}
      isDescribed={danger}
      submission={submission}
      onClose={close}
      actions={
        <>
          <Button onClick={close} disabled={busy} autoFocus={danger} variant={danger ? 'contained' : 'text'}>
            <Trans>Cancel</Trans>
          </Button>
          <SubmitButton
            variant={danger ? 'outlined' : 'contained'}
            color={danger ? 'error' : 'primary'}
            disabled={!isReady}
          >
            {confirm}
          </SubmitButton>
        </>
      }
    >
      {children}
    </DialogForm>
  );
};

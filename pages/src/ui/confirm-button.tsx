import Button, { type ButtonProps } from '@mui/material/Button';
import { useState } from 'react';

import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'open' | 'onClose'> {
  /** How the button looks, and what is said of it where its label says too little. */
  readonly button?: Pick<ButtonProps, 'aria-label' | 'startIcon' | 'size' | 'variant'>;
  readonly label: string;
}

/** A button that does something after a confirmation. */
export const ConfirmButton = ({ button, label, ...dialog }: ConfirmButtonProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        {...button}
        onClick={() => {
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <ConfirmDialog
        {...dialog}
        open={open}
        onClose={() => {
          setOpen(false);
        }}
      />
    </>
  );
};

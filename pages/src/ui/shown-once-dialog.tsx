import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

interface ShownOnceDialogProps {
  readonly title: string;
  readonly warning: ReactNode;
  /** The words on the button, such as "I have stored the secret". */
  readonly done: string;
  /** Another way, beside the button. */
  readonly other?: ReactNode;
  readonly maxWidth: 'sm' | 'md';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows a secret or link that cannot be shown again. Only its button closes it: Escape and clicks outside do not. */
export const ShownOnceDialog = (props: ShownOnceDialogProps) => {
  const { title, warning, done, other, maxWidth, onClose, children } = props;
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth={maxWidth}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {warning}
        </Alert>
        {children}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {other}
        <Button variant="contained" onClick={onClose}>
          {done}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

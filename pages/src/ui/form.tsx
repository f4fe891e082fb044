import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface FormProps {
  readonly id?: string;
  /** Why the form was refused as a whole. */
  readonly message?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Fields below each other; Enter submits. The service validates them, so the browser does not. */
export const Form = ({ id, message, onSubmit, children }: FormProps) => (
  <Box
    component="form"
    id={id}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
    sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
  >
    {message !== undefined && <Alert severity="error">{message}</Alert>}
    {children}
  </Box>
);

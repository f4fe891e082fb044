import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { ReactNode } from 'react';

type TextInputProps = Omit<TextFieldProps, 'error' | 'helperText' | 'onChange'> & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Why it was refused; shown instead of the hint. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
};

/** A text field whose `onChange` gets the text, and which shows why the API refused it. */
export const TextInput = ({ error, hint, onChange, ...field }: TextInputProps) => (
  <TextField
    {...field}
    error={error !== undefined}
    helperText={error ?? hint}
    onChange={(event) => {
      onChange(event.target.value);
    }}
  />
);

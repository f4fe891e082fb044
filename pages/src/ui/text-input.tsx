import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { ReactNode } from 'react';

import { useFieldError } from './submission';

type TextInputProps = Omit<TextFieldProps, 'error' | 'helperText' | 'name' | 'onChange'> & {
  readonly label: string;
  /** Its path in the body of the call, by which the form finds why it was refused; shown instead of the hint. */
  readonly name?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
};

/** A text field whose `onChange` gets the text, and which shows why the API refused it. */
export const TextInput = ({ name, hint, onChange, ...field }: TextInputProps) => {
  const error = useFieldError(name);
  return (
    <TextField
      {...field}
      {...(name === undefined ? {} : { name })}
      error={error !== undefined}
      helperText={error ?? hint}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
};

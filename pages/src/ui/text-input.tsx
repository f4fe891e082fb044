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
  /** What is wrong with the text as it is typed; why the API refused it is shown instead. */
  readonly problem?: string | undefined;
};

/** A text field whose `onChange` gets the text, and which shows why the API refused it. */
export const TextInput = ({ name, hint, problem, onChange, ...field }: TextInputProps) => {
  const refusal = useFieldError(name);
  const error = refusal ?? problem;
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

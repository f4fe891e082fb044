import type { TextFieldProps } from '@mui/material/TextField';
import type { ReactNode } from 'react';

import type { Option } from './options';
import { TextInput } from './text-input';

interface SelectFieldProps<V extends string> {
  readonly label: string;
  readonly name?: string;
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: V) => void;
  readonly hint?: ReactNode;
  readonly sx?: TextFieldProps['sx'];
}

/** A select with one value: the browser's own select, which works with every keyboard and screen. */
export function SelectField<V extends string>({ options, onChange, ...field }: SelectFieldProps<V>) {
  return (
    <TextInput
      {...field}
      select
      onChange={(text) => {
        const chosen = options.find(({ value }) => value === text);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </TextInput>
  );
}

import type { TextFieldProps } from '@mui/material/TextField';

import type { Option } from './list/types';
import { TextInput } from './text-input';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly sx?: TextFieldProps['sx'];
}

/** A choice of one; the browser's own select, which keyboards and small screens know. */
export const SelectField = ({ options, ...field }: SelectFieldProps) => (
  <TextInput {...field} select slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}>
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </TextInput>
);

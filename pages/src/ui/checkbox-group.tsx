import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { type ReactNode, useId } from 'react';

import type { Option } from './options';
import { useFieldError } from './submission';

interface CheckboxGroupProps<V extends string> {
  readonly label: string;
  readonly name?: string;
  readonly options: readonly Option<V>[];
  readonly value: readonly V[];
  readonly onChange: (value: readonly V[]) => void;
  readonly hint?: ReactNode;
  /** The boxes are in a row instead of a column. */
  readonly row?: boolean;
}

/** Checkboxes of which several can be chosen. */
export function CheckboxGroup<V extends string>(props: CheckboxGroupProps<V>) {
  const { label, name, options, value, onChange, hint, row = false } = props;
  const error = useFieldError(name);
  const help = error ?? hint;
  const id = useId();
  return (
    <FormControl
      component="fieldset"
      error={error !== undefined}
      aria-describedby={help === undefined ? undefined : id}
    >
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup row={row}>
        {options.map((option) => (
          <FormControlLabel
            key={option.value}
            label={option.label}
            control={
              <Checkbox
                name={name}
                checked={value.includes(option.value)}
                slotProps={{ input: { 'aria-invalid': error !== undefined } }}
                onChange={(_event, checked) => {
                  // In the order of the options, whatever the order of the clicks.
                  const values = options.map((other) => other.value);
                  onChange(
                    values.filter((other) => (other === option.value ? checked : value.includes(other))),
                  );
                }}
              />
            }
          />
        ))}
      </FormGroup>
      {help !== undefined && (
        <FormHelperText id={id} sx={{ mx: 0 }}>
          {help}
        </FormHelperText>
      )}
    </FormControl>
  );
}

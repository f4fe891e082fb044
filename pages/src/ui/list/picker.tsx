import { t } from '@lingui/core/macro';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import { messageOf } from '../../api/http';
import { LONGEST_SEARCH, type Search } from '../use-search';
import type { FilterFieldProps } from './types';

/** What a picker offers. */
export interface Choice {
  /** The value of the filter. */
  readonly value: string;
  readonly label: string;
  /** Distinguishes it from others with the same label. */
  readonly detail: string;
}

export interface Choices extends Omit<Search, 'found'> {
  readonly choices: readonly Choice[];
}

interface PickerProps extends FilterFieldProps {
  /** What a typed text finds. */
  readonly useChoices: (typed: string) => Choices;
  /** How a value is shown that the address has. */
  readonly useLabel: (value: string) => string;
  /** What can be typed. */
  readonly hint: string;
}

const Option = ({ label, detail }: Choice) => (
  <Box sx={{ minWidth: 0 }}>
    {label}
    <Typography variant="caption" color="textSecondary" component="span" sx={{ display: 'block' }}>
      {detail}
    </Typography>
  </Box>
);

/** A filter that is chosen from what a typed text finds. */
export const Picker = ({ filter, value, onChange, useChoices, useLabel, hint }: PickerProps) => {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Choice | null>(null);
  const known = useLabel(value);
  const chosen = picked?.value === value ? picked.label : known;
  // With another object for the same choice, Autocomplete would put its label in place of what is typed.
  const choice = useMemo(() => (value === '' ? null : { value, label: chosen, detail: '' }), [value, chosen]);
  // The field shows what was chosen; that is not to be searched for.
  const { choices, isBusy, error } = useChoices(typed === chosen ? '' : typed);
  const nothing = typed === '' ? hint : t`Nothing found`;
  return (
    <Autocomplete<Choice>
      options={choices}
      filterOptions={(found) => found}
      value={choice}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      getOptionKey={(one) => one.value}
      onChange={(_event, one) => {
        setPicked(one);
        onChange(one?.value ?? '');
      }}
      onInputChange={(_event, text) => {
        setTyped(text);
      }}
      loading={isBusy}
      loadingText={t`Searching…`}
      openText={t`Open the list`}
      closeText={t`Close the list`}
      clearText={t`Clear`}
      noOptionsText={error === null ? nothing : messageOf(error)}
      renderOption={({ key, ...props }, one) => (
        <li key={key} {...props}>
          <Option {...one} />
        </li>
      )}
      slotProps={{ popper: { placement: 'bottom-start', style: { width: 300 } } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={filter.label}
          placeholder={filter.placeholder ?? ''}
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
            htmlInput: { ...params.slotProps.htmlInput, maxLength: LONGEST_SEARCH },
          }}
        />
      )}
    />
  );
};

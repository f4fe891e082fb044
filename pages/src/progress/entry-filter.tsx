import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';

import type { FilterFieldProps } from '../ui/list/types';
import { TextInput } from '../ui/text-input';

const ENTRY = /^\d{4}(-(0[1-9]|1[0-2]))?$/;

/** A year or a month of entry; what is typed applies when it is one. */
export const EntryFilter = ({ filter, value, onChange }: FilterFieldProps) => {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    setTyped(value);
  }, [value]);
  const isPart = typed !== '' && typed !== value;
  return (
    <TextInput
      label={filter.label}
      value={typed}
      placeholder={filter.placeholder}
      hint={isPart ? t`A year or a month, such as 2024 or 2024-09` : undefined}
      onChange={(text) => {
        setTyped(text);
        const entry = text.trim();
        if (entry === '' || ENTRY.test(entry)) onChange(entry);
      }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 7 } }}
    />
  );
};

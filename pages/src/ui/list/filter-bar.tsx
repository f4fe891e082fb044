import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useEffect, useId, useRef, useState } from 'react';
import { useListContext } from 'react-admin';

import { useFilterValues } from './filter-values';
import type { Filter } from './types';

const PAUSE_MS = 350;

/** The filters of a list. Texts are looked for after a pause in typing, choices at once. */
export const FilterBar = ({ filters }: { readonly filters: readonly Filter[] }) => {
  const { setFilters } = useListContext();
  const values = useFilterValues();
  // Two fields changed within one pause must both count.
  const latest = useRef(values);
  latest.current = values;
  const change = (source: string, value: string) => {
    const others = Object.entries(latest.current).filter(([name]) => name !== source);
    latest.current = Object.fromEntries(value === '' ? others : [...others, [source, value]]);
    setFilters(latest.current);
  };
  const isFiltered = filters.some(({ source }) => values[source] !== undefined);
  return (
    <Box
      component="search"
      aria-label="Filters"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2, alignItems: 'center' }}
    >
      {filters.map((filter) => (
        <Box
          key={filter.source}
          sx={{ flex: { xs: '1 1 100%', sm: `0 1 ${filter.width ?? 200}px` }, minWidth: { xs: 0, sm: 140 } }}
        >
          <FilterField
            filter={filter}
            value={values[filter.source] ?? ''}
            onChange={(value) => {
              change(filter.source, value);
            }}
          />
        </Box>
      ))}
      {isFiltered && (
        <Button
          onClick={() => {
            setFilters({});
          }}
        >
          Clear filters
        </Button>
      )}
    </Box>
  );
};

interface FieldProps {
  readonly filter: Filter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const FilterField = ({ filter, value, onChange }: FieldProps) => {
  const { label, options, type = 'text', placeholder } = filter;
  const id = useId();
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed: back, forward, "Clear filters".
  useEffect(() => {
    setTyped(value);
  }, [value]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const send = (text: string, after: number) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onChange(text.trim());
    }, after);
  };
  if (options !== undefined)
    return (
      <TextField
        select
        id={id}
        label={label}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        <option value="">All</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </TextField>
    );
  return (
    <TextField
      id={id}
      type={type}
      label={label}
      value={typed}
      placeholder={placeholder ?? ''}
      onChange={(event) => {
        send(event.target.value, type === 'date' ? 0 : PAUSE_MS);
      }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 200 } }}
    />
  );
};

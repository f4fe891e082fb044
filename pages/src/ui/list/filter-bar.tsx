import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';

import type { Option } from '../options';
import { SelectField } from '../select-field';
import { TextInput } from '../text-input';
import { DateFilter, ZoneNote } from './date-filter';
import { useFilterValues } from './filter-values';
import type { Filter, FilterFieldProps } from './types';

const PAUSE_MS = 350;

/** The filters of a list. Choices apply at once, texts after a pause in typing. */
export const FilterBar = ({ filters }: { readonly filters: readonly Filter[] }) => {
  const { setFilters } = useListContext();
  const values = useFilterValues();
  // When two fields change within one pause, both changes must be applied.
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
      aria-label={t`Filters`}
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
          <Trans>Clear filters</Trans>
        </Button>
      )}
      {filters.some(({ type }) => type === 'date') && <ZoneNote />}
    </Box>
  );
};

const FilterField = (props: FilterFieldProps) => {
  const { filter, value, onChange } = props;
  if (filter.Field !== undefined) return <filter.Field {...props} />;
  if (filter.useOptions !== undefined)
    return (
      <LoadedChoice label={filter.label} useOptions={filter.useOptions} value={value} onChange={onChange} />
    );
  if (filter.options !== undefined)
    return <Choice label={filter.label} options={filter.options} value={value} onChange={onChange} />;
  return filter.type === 'date' ? <DateFilter {...props} /> : <TypedFilter {...props} />;
};

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Choice = ({ options, ...field }: ChoiceProps & { readonly options: readonly Option[] }) => (
  <SelectField {...field} options={[{ value: '', label: t`All` }, ...options]} />
);

const LoadedChoice = ({
  useOptions,
  ...field
}: ChoiceProps & { readonly useOptions: () => readonly Option[] }) => (
  <Choice {...field} options={useOptions()} />
);

const TypedFilter = ({ filter, value, onChange }: FilterFieldProps) => {
  const { label, type = 'text', placeholder } = filter;
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
  return (
    <TextInput
      type={type === 'day' ? 'date' : type}
      label={label}
      value={typed}
      placeholder={placeholder}
      onChange={(text) => {
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          onChange(text.trim());
        }, PAUSE_MS);
      }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 200 } }}
    />
  );
};

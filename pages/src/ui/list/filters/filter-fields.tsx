import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';

import type { Option } from '../../options';
import { SelectField } from '../../select-field';
import { TextInput } from '../../text-input';
import { useTimeZone } from '../../time-zone';
import type { FilterValues } from '../filter-values';
import type { Filter, FilterFieldProps } from '../types';
import { RangeFilter } from './range-filter';

const PAUSE_MS = 350;

interface FilterFieldsProps {
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

function isRange({ type }: Filter): boolean {
  return type === 'date' || type === 'day';
}

/** A field for each filter. Choices apply at once, texts after a pause in typing. */
export const FilterFields = ({ filters, values, onChange }: FilterFieldsProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
    {filters
      .filter(({ isOfLinks }) => !isOfLinks)
      .map((filter) => (
        <Box
          key={filter.source}
          sx={{
            flex: { xs: '1 1 100%', sm: isRange(filter) ? '0 0 auto' : `0 1 ${filter.width ?? 200}px` },
            minWidth: { xs: 0, sm: 140 },
          }}
        >
          {isRange(filter) ? (
            <RangeFilter filter={filter} values={values} onChange={onChange} />
          ) : (
            <FilterField
              filter={filter}
              value={values[filter.source] ?? ''}
              onChange={(value) => {
                onChange({ [filter.source]: value });
              }}
            />
          )}
        </Box>
      ))}
    {filters.some(({ type }) => type === 'date') && <ZoneNote />}
  </Box>
);

/** Says which zone the dates of a list are in. */
const ZoneNote = () => (
  <Typography variant="caption" color="textSecondary" sx={{ width: '100%', mt: -0.5 }}>
    <Trans>Dates and times are in the zone {useTimeZone().replaceAll('_', ' ')}.</Trans>
  </Typography>
);

const FilterField = (props: FilterFieldProps) => {
  const { filter, value, onChange } = props;
  if (filter.Field !== undefined) return <filter.Field {...props} />;
  if (filter.useOptions !== undefined)
    return (
      <LoadedChoice label={filter.label} useOptions={filter.useOptions} value={value} onChange={onChange} />
    );
  if (filter.options !== undefined)
    return <Choice label={filter.label} options={filter.options} value={value} onChange={onChange} />;
  return <TypedFilter {...props} />;
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
  // The address changed: back, forward, a chip.
  useEffect(() => {
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const apply = () => {
    clearTimeout(timer.current);
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <TextInput
      type={type}
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
      // What was typed is not lost when the fields are closed before the pause has ended.
      onBlur={apply}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 200 } }}
    />
  );
};

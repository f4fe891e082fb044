import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { useState } from 'react';

import { relativeValue } from '../../dates/relative-days';
import { SelectField } from '../../select-field';
import { useCalendar } from '../../time-zone';
import type { FilterValues } from '../filter-values';
import type { Filter } from '../types';
import { CustomDays } from './custom-days';
import { optionsFor, presetLabel } from './preset-labels';
import { edgesOf, fixedValues, presetIn, rangeIn } from './range-values';

const ANY = '';
const CUSTOM = 'custom';

interface RangeFilterProps {
  readonly filter: Filter;
  readonly values: FilterValues;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** From which day to which, by a name such as "last 7 days", which the address keeps, or by two days. */
export const RangeFilter = ({ filter, values, onChange }: RangeFilterProps) => {
  const calendar = useCalendar();
  const [isOpened, setOpened] = useState(false);
  const preset = presetIn(filter, values);
  const isSet = [filter.source, filter.until].some((source) => source && values[source] !== undefined);
  const offered = optionsFor(filter, calendar.terms.length > 0);
  const options =
    offered.some((one) => one === preset) || preset === undefined ? offered : [...offered, preset];
  const isCustom = preset === undefined && (isSet || isOpened);
  const choose = (choice: string) => {
    setOpened(choice === CUSTOM);
    const chosen = options.find((one) => one === choice);
    if (chosen !== undefined)
      onChange(
        Object.fromEntries(edgesOf(filter).map(([source, edge]) => [source, relativeValue(chosen, edge)])),
      );
    // The days of the preset are where the user begins.
    else if (choice === CUSTOM) onChange(fixedValues(filter, rangeIn(filter, values, calendar), calendar));
    else onChange(Object.fromEntries(edgesOf(filter).map(([source]) => [source, ''])));
  };
  return (
    <Box
      role="group"
      aria-label={filter.label}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, '& > *': { width: { xs: '100%', sm: 170 } } }}
    >
      <SelectField
        label={filter.label}
        value={preset ?? (isCustom ? CUSTOM : ANY)}
        options={[
          { value: ANY, label: t`Any day` },
          ...options.map((value) => ({ value, label: presetLabel(value) })),
          { value: CUSTOM, label: t`Other days…` },
        ]}
        onChange={choose}
      />
      {isCustom && (
        <CustomDays
          filter={filter}
          values={values}
          onChange={(changes) => {
            // The fields stay while one of them is emptied.
            setOpened(true);
            onChange(changes);
          }}
        />
      )}
    </Box>
  );
};

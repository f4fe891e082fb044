import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRef } from 'react';

import type { FilterBarProps } from '../filter-bar';
import { FilterFields } from './filter-fields';
import { PhoneFilters } from './phone-filters';
import { RowsSaid } from './rows-said';
import { SetFilters } from './set-filters';
import { sourcesOf, useFilters } from './use-filters';

/** The fields of the filters, on a phone behind one button, and those that are set. */
const Filters = ({ filters }: FilterBarProps) => {
  const { values, change, clear } = useFilters();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  // A button would save no room.
  const isBehindButton = isPhone && filters.length > 1;
  const bar = useRef<HTMLElement>(null);
  const set = filters.filter((filter) => sourcesOf(filter).some((source) => values[source] !== undefined));
  const fields = <FilterFields filters={filters} values={values} onChange={change} />;
  return (
    <Box component="search" ref={bar} aria-label={t`Filters`} sx={{ mb: 2 }}>
      {isBehindButton ? (
        <PhoneFilters count={set.length} onClear={clear}>
          {fields}
        </PhoneFilters>
      ) : (
        fields
      )}
      <SetFilters
        filters={set}
        values={values}
        onRemove={(filter) => {
          change(Object.fromEntries(sourcesOf(filter).map((source) => [source, ''])));
        }}
        onClear={clear}
        onEmptied={() => {
          bar.current?.querySelector<HTMLElement>('input, select, button')?.focus();
        }}
      />
      <RowsSaid />
    </Box>
  );
};
export default Filters;

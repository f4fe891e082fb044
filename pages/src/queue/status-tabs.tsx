import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useListContext } from 'react-admin';

import type { QueueMetaDto } from '../api/openapi';
import { useFilterValues } from '../ui/list/filter-values';
import { optionsOf } from '../ui/options';
import { grouped } from '../ui/words';
import { SYNC_STATUSES } from './sync-statuses';

/** One button for each status with its total; the one that the list is filtered by is pressed. */
export const StatusTabs = () => {
  const list = useListContext();
  const { status, ...otherFilters } = useFilterValues();
  const totals = (list.meta as QueueMetaDto | undefined)?.totals;
  const sum = totals && Object.values(totals).reduce((one, other) => one + other, 0);
  const tabs = [
    { value: undefined, label: 'All', count: sum },
    ...optionsOf(SYNC_STATUSES).map(({ value, label }) => ({ value, label, count: totals?.[value] })),
  ];
  return (
    <Box role="group" aria-label="Status" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
      {tabs.map(({ value, label, count }) => (
        <Chip
          key={label}
          component="button"
          clickable
          aria-pressed={status === value}
          color={status === value ? 'primary' : 'default'}
          variant={status === value ? 'filled' : 'outlined'}
          label={count === undefined ? label : `${label} ${grouped(count)}`}
          onClick={() => {
            list.setFilters(value === undefined ? otherFilters : { ...otherFilters, status: value });
          }}
        />
      ))}
    </Box>
  );
};

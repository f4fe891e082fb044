import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useListContext } from 'react-admin';

import { words } from '../ui/status-chip';
import { SYNC_STATUSES } from './model';

interface QueueMeta {
  readonly totals?: Readonly<Record<string, number>>;
}

/** One button for each status with its total; the one that the list is filtered by is pressed. */
export const StatusTabs = () => {
  const list = useListContext();
  const { status, ...others } = list.filterValues as Readonly<Record<string, string | undefined>>;
  const totals = (list.meta as QueueMeta | undefined)?.totals;
  const sum = totals === undefined ? undefined : Object.values(totals).reduce((one, other) => one + other, 0);
  const tabs = [
    { value: undefined, label: 'All', count: sum },
    ...SYNC_STATUSES.map((value) => ({ value, label: words(value), count: totals?.[value] })),
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
          label={count === undefined ? label : `${label} ${count.toLocaleString('en-GB')}`}
          onClick={() => {
            list.setFilters(value === undefined ? others : { ...others, status: value });
          }}
        />
      ))}
    </Box>
  );
};

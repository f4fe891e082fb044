import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { lazy, Suspense, useState } from 'react';

import { EmptyState } from '../ui/empty-state';
import { Section } from '../ui/section';
import type { Counts, Day } from './model';
import { ProvisioningTable } from './provisioning-table';

// The chart library is half of this page; the other figures do not wait for it.
const ProvisioningChart = lazy(() => import('./provisioning-chart'));

const CHOICES = ['7', '14', '30', '90'];

interface ProvisioningProps {
  readonly rows: readonly Day[];
  readonly days: string;
  readonly onDays: (days: string) => void;
}

export function totalsOf(rows: readonly Day[]): Counts {
  const sum = (name: keyof Counts) => rows.reduce((total, row) => total + row[name], 0);
  return {
    inserted: sum('inserted'),
    updated: sum('updated'),
    unchanged: sum('unchanged'),
    failed: sum('failed'),
  };
}

const DaysChoice = ({ days, onDays }: Pick<ProvisioningProps, 'days' | 'onDays'>) => (
  <TextField
    select
    label="Days"
    value={days}
    onChange={(event) => {
      onDays(event.target.value);
    }}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    sx={{ width: 96 }}
  >
    {[...new Set([...CHOICES, days])].map((choice) => (
      <option key={choice} value={choice}>
        {choice}
      </option>
    ))}
  </TextField>
);

/** What became of the people that were posted, day by day: drawn, or as a table. */
export const Provisioning = ({ rows, days, onDays }: ProvisioningProps) => {
  const [asTable, setAsTable] = useState(false);
  const totals = totalsOf(rows);
  const nothing = Object.values(totals).every((count) => count === 0);
  return (
    <Section
      title="Provisioning"
      intro="People posted each day, by what became of them"
      actions={
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mt: { xs: 1, sm: 0 } }}>
          <DaysChoice days={days} onDays={onDays} />
          <Button
            variant="outlined"
            aria-pressed={asTable}
            onClick={() => {
              setAsTable(!asTable);
            }}
          >
            As a table
          </Button>
        </Box>
      }
    >
      {nothing && !asTable && <EmptyState title="Nobody was posted in these days" />}
      {!nothing && !asTable && (
        <Suspense fallback={<Skeleton variant="rounded" height={330} />}>
          <ProvisioningChart rows={rows} totals={totals} />
        </Suspense>
      )}
      {asTable && <ProvisioningTable rows={rows} totals={totals} />}
    </Section>
  );
};

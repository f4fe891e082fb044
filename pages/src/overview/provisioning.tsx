import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { Suspense, useState } from 'react';

import { lazyPage } from '../ui/lazy-page';
import type { ProvisioningDayDto, RowCountsDto } from '../api/openapi';
import { EmptyState } from '../ui/empty-state';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';
import { ProvisioningTable } from './provisioning-table';

// The chart library is half of this page; the other figures do not wait for it.
const ProvisioningChart = lazyPage(() => import('./provisioning-chart'));

const CHOICES = ['7', '14', '30', '90'];

interface ProvisioningProps {
  readonly rows: readonly ProvisioningDayDto[];
  readonly days: string;
  readonly onDays: (days: string) => void;
}

export function totalsOf(rows: readonly ProvisioningDayDto[]): RowCountsDto {
  const sum = (name: keyof RowCountsDto) => rows.reduce((total, row) => total + row[name], 0);
  return {
    inserted: sum('inserted'),
    updated: sum('updated'),
    unchanged: sum('unchanged'),
    failed: sum('failed'),
  };
}

const DaysChoice = ({ days, onDays }: Pick<ProvisioningProps, 'days' | 'onDays'>) => (
  <SelectField
    label={t`Days`}
    value={days}
    options={[...new Set([...CHOICES, days])].map((choice) => ({ value: choice, label: choice }))}
    onChange={onDays}
    sx={{ width: 96 }}
  />
);

/** The outcomes of the people that the SIS sent, day by day, as a chart or a table. */
export const Provisioning = ({ rows, days, onDays }: ProvisioningProps) => {
  const [asTable, setAsTable] = useState(false);
  const totals = totalsOf(rows);
  const nothing = Object.values(totals).every((count) => count === 0);
  return (
    <Section
      title={t`Provisioning`}
      intro={t`People that the SIS sent each day, by outcome`}
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
            <Trans>Show as a table</Trans>
          </Button>
        </Box>
      }
    >
      {nothing && !asTable && <EmptyState title={t`No people were sent on these days`} />}
      {!nothing && !asTable && (
        <Suspense fallback={<Skeleton variant="rounded" height={330} />}>
          <ProvisioningChart rows={rows} totals={totals} />
        </Suspense>
      )}
      {asTable && <ProvisioningTable rows={rows} totals={totals} />}
    </Section>
  );
};

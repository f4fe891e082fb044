import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, Suspense, useState } from 'react';

import { EmptyState } from '../ui/empty-state';
import { lazyPage } from '../ui/lazy-page';
import { Section } from '../ui/section';
import { type ChartData, isDrawn } from './chart-data';
import { ChartTable } from './chart-table';

// The chart library is half of a page; the other figures do not wait for it.
const Chart = lazyPage(() => import('./chart'));

const CHART_HEIGHT = 330;

interface PictureProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** What is shown: selects beside the button. */
  readonly choices?: ReactNode;
  readonly data: ChartData;
  /** Said instead of the chart when there is nothing to draw. */
  readonly empty: string;
  readonly children?: ReactNode;
}

/** Figures as a chart or as a table. */
export const Picture = ({ title, intro, choices, data, empty, children }: PictureProps) => {
  const [asTable, setAsTable] = useState(false);
  const nothing = !data.panels.some((panel) => isDrawn(data.points, panel));
  return (
    <Section
      title={title}
      intro={intro}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: { xs: 1, sm: 0 } }}>
          {choices}
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
      {nothing && !asTable && <EmptyState title={empty} />}
      {!nothing && !asTable && (
        <Suspense fallback={<Skeleton variant="rounded" height={CHART_HEIGHT} />}>
          <Chart data={data} />
        </Suspense>
      )}
      {asTable && <ChartTable data={data} />}
      {children}
    </Section>
  );
};

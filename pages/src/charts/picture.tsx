import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useState } from 'react';

import { EmptyState } from '../ui/empty-state';
import { lazyPage } from '../ui/lazy-page';
import { Section } from '../ui/section';
import { type ChartData, isDrawn } from './chart-data';
import { ChartTable } from './chart-table';

// The chart library is half of a page; the other figures do not wait for it.
const Chart = lazyPage(() => import('./chart'));

const CHART_HEIGHT = 330;

export interface PictureProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** What is shown: selects beside the button. */
  readonly choices?: ReactNode;
  /** Undefined when it could not be loaded: the children say why. */
  readonly data: ChartData | undefined;
  /** Whether they are the figures of another choice, while those of this one are loaded. */
  readonly isOld?: boolean;
  /** Said instead of the chart when there is nothing to draw. */
  readonly empty: string;
  readonly children?: ReactNode;
}

/** The same figures; what stands behind them is that of another choice. */
function withoutLinks(data: ChartData): ChartData {
  return { ...data, points: data.points.map((point) => ({ ...point, to: undefined })) };
}

/** Figures as a chart or as a table. */
export const Picture = (props: PictureProps) => {
  const { title, intro, choices, data, isOld = false, empty, children } = props;
  const [asTable, setAsTable] = useState(false);
  return (
    <Section
      title={title}
      intro={intro}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: { xs: 1, sm: 0 } }}>
          {choices}
          {data !== undefined && (
            <Button
              variant="outlined"
              aria-pressed={asTable}
              onClick={() => {
                setAsTable(!asTable);
              }}
            >
              <Trans>Show as a table</Trans>
            </Button>
          )}
        </Box>
      }
    >
      {data !== undefined && (
        <Box sx={{ position: 'relative' }}>
          <Box role="status" sx={{ position: 'absolute', top: 0, right: 0, zIndex: 1 }}>
            {isOld && <LoadingSign />}
          </Box>
          <Box aria-busy={isOld}>
            <Figures data={isOld ? withoutLinks(data) : data} asTable={asTable} empty={empty} />
          </Box>
        </Box>
      )}
      {children}
    </Section>
  );
};

const LoadingSign = () => (
  <Paper variant="outlined" sx={{ px: 1, py: 0.5 }}>
    <Typography variant="body2">
      <Trans>Loading</Trans>
    </Typography>
  </Paper>
);

interface FiguresProps {
  readonly data: ChartData;
  readonly asTable: boolean;
  readonly empty: string;
}

const Figures = ({ data, asTable, empty }: FiguresProps) => {
  if (asTable) return <ChartTable data={data} />;
  if (!data.panels.some((panel) => isDrawn(data.points, panel))) return <EmptyState title={empty} />;
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={CHART_HEIGHT} />}>
      <Chart data={data} />
    </Suspense>
  );
};

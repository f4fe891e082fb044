import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';

import { useAdminApi } from '../api/data-provider';
import type { OverviewDto } from '../api/openapi';
import { PACING_STATUSES } from '../progress/pacing-statuses';
import { SYNC_STATUSES } from '../queue/sync-statuses';
import { listAddress } from '../ui/addresses';
import { Loaded } from '../ui/loaded';
import { optionsOf } from '../ui/options';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { BarList } from './bar-list';
import { HeldAlert } from './held-alert';
import { NightlyRun } from './nightly-run';
import { Provisioning } from './provisioning';
import { Tiles } from './tiles';

const QUEUE_COLORS: Readonly<Record<keyof OverviewDto['queue'], string>> = {
  not_queued: 'text.secondary',
  queued: 'info.main',
  processing: 'warning.main',
  sent: 'success.main',
  failed: 'error.main',
};

const PACING_COLORS: Readonly<Record<keyof OverviewDto['pacing'], string>> = {
  behind: 'error.main',
  at_risk: 'warning.main',
  on_track: 'success.main',
  ahead: 'info.main',
  not_started: 'text.secondary',
  paused: 'text.secondary',
  completed: 'text.secondary',
};

const REFRESH_MS = 60_000;
const DEFAULT_DAYS = '14';

function useFigures(days: string) {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['overview', days],
    queryFn: async () => (await api.get<OverviewDto>('overview', { days })).data,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
    retry: false,
  });
}

const Distributions = ({ figures: { queue, pacing } }: { readonly figures: OverviewDto }) => (
  <Box
    sx={{
      display: 'grid',
      columnGap: 2,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    }}
  >
    <Section title="Sync queue" intro="Submissions by status">
      <BarList
        label="Submissions by status"
        bars={optionsOf(SYNC_STATUSES).map(({ value: status, label }) => ({
          label,
          count: queue[status],
          to: listAddress('queue', { status }),
          color: QUEUE_COLORS[status],
        }))}
      />
    </Section>
    <Section title="Pacing" intro="Students by pacing status">
      <BarList
        label="Students by pacing"
        bars={optionsOf(PACING_STATUSES).map(({ value: status, label }) => ({
          label,
          count: pacing[status],
          to: listAddress('progress', { pacing: status }),
          color: PACING_COLORS[status],
        }))}
      />
    </Section>
  </Box>
);

const Loading = () => (
  <Box role="status" aria-label="Loading" sx={{ display: 'grid', gap: 2 }}>
    <Skeleton variant="rounded" height={52} />
    <Skeleton variant="rounded" height={92} />
    <Skeleton variant="rounded" height={380} />
  </Box>
);

const Overview = () => {
  const [query, setQuery] = useSearchParams();
  const days = query.get('days') ?? DEFAULT_DAYS;
  const answer = useFigures(days);
  return (
    <Page title="Overview">
      <Loaded answer={answer} loading={<Loading />}>
        {(figures) => (
          <>
            <HeldAlert count={figures.heldDeprovisionings} />
            <NightlyRun figures={figures} />
            <Tiles figures={figures} />
            <Provisioning
              rows={figures.provisioning}
              days={days}
              onDays={(chosen) => {
                setQuery({ days: chosen }, { replace: true });
              }}
            />
            <Distributions figures={figures} />
          </>
        )}
      </Loaded>
    </Page>
  );
};
export default Overview;

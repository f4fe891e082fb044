import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';

import { useAdminApi } from '../api/data-provider';
import { ErrorState } from '../ui/error-state';
import { listWith } from '../ui/list-with';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { words } from '../ui/status-chip';
import { BarList } from './bar-list';
import { HeldAlert } from './held-alert';
import { type Overview as Figures, PACING, SYNC_STATUSES } from './model';
import { NightlyRun } from './nightly-run';
import { Provisioning } from './provisioning';
import { Tiles } from './tiles';

const QUEUE_COLORS: Readonly<Record<string, string>> = {
  not_queued: 'text.secondary',
  queued: 'info.main',
  processing: 'warning.main',
  sent: 'success.main',
  failed: 'error.main',
};

const PACING_COLORS: Readonly<Record<string, string>> = {
  behind: 'error.main',
  at_risk: 'warning.main',
  on_track: 'success.main',
  ahead: 'info.main',
};

const REFRESH_MS = 60_000;
const DEFAULT_DAYS = '14';

function useFigures(days: string) {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['overview', days],
    queryFn: async () => (await api.get<Figures>('overview', { days })).data,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
    retry: false,
  });
}

const Distributions = ({ figures: { queue, pacing } }: { readonly figures: Figures }) => (
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
        bars={SYNC_STATUSES.map((status) => ({
          label: words(status),
          count: queue[status],
          to: listWith('queue', { status }),
          color: QUEUE_COLORS[status] ?? 'text.secondary',
        }))}
      />
    </Section>
    <Section title="Pacing" intro="Students by how they stand">
      <BarList
        label="Students by pacing"
        bars={PACING.map((status) => ({
          label: words(status),
          count: pacing[status] ?? 0,
          to: listWith('progress', { pacing: status }),
          color: PACING_COLORS[status] ?? 'text.secondary',
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
  const { data, error, isPending, refetch } = useFigures(days);
  return (
    <Page title="Overview">
      {isPending && <Loading />}
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {data !== undefined && (
        <>
          <HeldAlert people={data.heldDeprovisionings} />
          <NightlyRun figures={data} />
          <Tiles figures={data} />
          <Provisioning
            rows={data.provisioning}
            days={days}
            onDays={(chosen) => {
              setQuery({ days: chosen }, { replace: true });
            }}
          />
          <Distributions figures={data} />
        </>
      )}
    </Page>
  );
};
export default Overview;

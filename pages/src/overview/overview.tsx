import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

import { useAdminApi } from '../api/data-provider';
import type { AttentionDto, FirstStepsDto, OverviewDto } from '../api/openapi';
import { ATTENTION, useAttention } from '../layout/use-attention';
import { PACING_STATUSES } from '../progress/pacing-statuses';
import { listAddress } from '../ui/addresses';
import { lazyPage } from '../ui/lazy-page';
import { Loaded } from '../ui/loaded';
import { optionsOf } from '../ui/options';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { AttentionCards } from './attention-cards';
import { BarList } from './bar-list';
import { Problems } from './problems';
import { Provisioning } from './provisioning';
import { Tiles } from './tiles';
import { useFirstSteps } from './use-first-steps';

// A university has it in its first weeks alone.
const FirstSteps = lazyPage(() => import('./first-steps'));

interface QueueBar {
  readonly label: string;
  readonly count: (figures: OverviewDto) => number;
  readonly filter: Readonly<Record<string, string>>;
  readonly color: string;
}

const QUEUE: readonly QueueBar[] = [
  {
    label: t`Not queued`,
    count: ({ queue }) => queue.not_queued,
    filter: { status: 'not_queued' },
    color: 'text.secondary',
  },
  { label: t`Queued`, count: ({ queue }) => queue.queued, filter: { status: 'queued' }, color: 'info.main' },
  {
    label: t`Processing`,
    count: ({ queue }) => queue.processing,
    filter: { status: 'processing' },
    color: 'primary.main',
  },
  { label: t`Sent`, count: ({ queue }) => queue.sent, filter: { status: 'sent' }, color: 'success.main' },
  {
    label: t`Waits for a decision`,
    count: ({ attention }) => attention.awaitDecision,
    filter: { failure: 'decision' },
    color: 'warning.main',
  },
  {
    label: t`Delivery failed`,
    count: ({ attention }) => attention.failedDeliveries,
    filter: { failure: 'delivery' },
    color: 'error.main',
  },
];

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

function isSame(one: AttentionDto, other: AttentionDto): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The figures, and no older than the numbers of the menu. */
function useFigures(days: string) {
  const api = useAdminApi();
  const queries = useQueryClient();
  const answer = useQuery({
    queryKey: ['overview', days],
    queryFn: async () => {
      const { data } = await api.get<OverviewDto>('overview', { days });
      // The menu shows the same numbers.
      queries.setQueryData(ATTENTION, data.attention);
      return data;
    },
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
    // Numbers of the last visit would stand beside those of the menu, which are newer.
    gcTime: 0,
    retry: false,
  });
  const { data: figures, refetch } = answer;
  const { data: attention } = useAttention();
  const isOlder = figures !== undefined && attention !== undefined && !isSame(figures.attention, attention);
  useEffect(() => {
    if (isOlder) void refetch({ cancelRefetch: false });
  }, [isOlder, refetch]);
  return answer;
}

const Distributions = ({ figures }: { readonly figures: OverviewDto }) => (
  <Box
    sx={{
      display: 'grid',
      columnGap: 2,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    }}
  >
    <Section title={t`Sync queue`} intro={t`Submissions by status`}>
      <BarList
        label={t`Submissions by status`}
        bars={QUEUE.map(({ label, count, filter, color }) => ({
          label,
          count: count(figures),
          to: listAddress('queue', filter),
          color,
        }))}
      />
    </Section>
    <Section title={t`Pacing`} intro={t`Students by pacing status`}>
      <BarList
        label={t`Students by pacing`}
        bars={optionsOf(PACING_STATUSES).map(({ value: status, label }) => ({
          label,
          count: figures.pacing[status],
          to: listAddress('progress', { pacing: status }),
          color: PACING_COLORS[status],
        }))}
      />
    </Section>
  </Box>
);

const Loading = () => (
  <Box role="status" aria-label={t`Loading`} sx={{ display: 'grid', gap: 2 }}>
    <Skeleton variant="rounded" height={52} />
    <Skeleton variant="rounded" height={92} />
    <Skeleton variant="rounded" height={380} />
  </Box>
);

/** Nothing was sent yet: the figures would be zeros. Staff are there from the first administrator on. */
function isEmpty({ people, queue, lastRun }: OverviewDto, steps: FirstStepsDto['steps']): boolean {
  const hasRun = lastRun !== null || steps.some(({ step, isDone }) => step === 'run' && isDone);
  const counts = [people.Student, people.Faculty, people.inactive, ...Object.values(queue)];
  return !hasRun && counts.every((count) => count === 0);
}

const Overview = () => {
  const [query, setQuery] = useSearchParams();
  const days = query.get('days') ?? DEFAULT_DAYS;
  const figuresAnswer = useFigures(days);
  const { firstSteps, isLoading } = useFirstSteps();
  const answer = { ...figuresAnswer, ...(isLoading ? { data: undefined, isPending: true } : {}) };
  const isNew = firstSteps?.state === 'open';
  return (
    <Page title={t`Overview`}>
      <Loaded answer={answer} loading={<Loading />}>
        {(figures) => {
          const hasFigures = !isNew || !isEmpty(figures, firstSteps.steps);
          return (
            <>
              {firstSteps !== undefined && firstSteps.state !== 'done' && (
                <Suspense fallback={<Skeleton variant="rounded" height={380} sx={{ mb: 2 }} />}>
                  <FirstSteps firstSteps={firstSteps} />
                </Suspense>
              )}
              <Problems figures={figures} isNew={isNew} />
              <AttentionCards figures={figures} isNew={!hasFigures} />
              {hasFigures && (
                <>
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
            </>
          );
        }}
      </Loaded>
    </Page>
  );
};
export default Overview;

import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import { ErrorState } from '../ui/error-state';
import { Section } from '../ui/section';
import { StatusChip, words } from '../ui/status-chip';
import { When } from '../ui/when';
import type { Transition } from './model';

/** Why an item moved, as a sentence begins. */
const CAUSES: Readonly<Record<string, string>> = {
  approved: 'The submission was approved',
  closed: 'The submission was closed',
  discrepancies_resolved: 'The last discrepancy was resolved',
  replay: 'Replayed',
  ack: 'Reported by the connector',
};

const Step = ({ step }: { readonly step: Transition }) => (
  <Box component="li" sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, alignItems: 'center' }}>
      <StatusChip value={step.from} />
      <span aria-hidden>→</span>
      <Box
        component="span"
        sx={{ position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)' }}
      >
        to
      </Box>
      <StatusChip value={step.to} />
      <Typography variant="body2" component="span" sx={{ flex: 1, minWidth: '12rem' }}>
        {CAUSES[step.cause] ?? words(step.cause)}
        {step.targetSystem !== null && `, for ${step.targetSystem}`}
      </Typography>
      <Typography variant="body2" component="span" color="textSecondary">
        <When value={step.at} />
      </Typography>
    </Box>
    {step.lastError !== null && (
      <Typography variant="body2" color="error" sx={{ mt: 0.5 }}>
        {step.lastError}
      </Typography>
    )}
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
      By {step.actorLabel ?? step.actor} · request {step.requestId}
    </Typography>
  </Box>
);

/** Every transition of an item, the latest first. */
export const History = ({
  submissionId,
  version,
}: {
  readonly submissionId: string;
  readonly version: string;
}) => {
  const api = useAdminApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['queue', 'history', submissionId, version],
    queryFn: async () =>
      (await api.get<Transition[]>(`queue/${encodeURIComponent(submissionId)}/history`)).data,
  });
  const latestFirst = [...(data ?? [])].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Section title="History">
      {isPending && <Skeleton variant="rounded" height={72} />}
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {data?.length === 0 && <Typography color="textSecondary">It was never queued.</Typography>}
      {latestFirst.length > 0 && (
        <Box component="ol" aria-label="Transitions, the latest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {latestFirst.map((step) => (
            <Step key={`${step.at} ${step.requestId} ${step.from} ${step.to}`} step={step} />
          ))}
        </Box>
      )}
    </Section>
  );
};

import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import { ErrorState } from '../ui/error-state';
import { JsonView } from '../ui/json-view';
import { Section } from '../ui/section';

/** What a connector would send for the submission. */
export const Envelope = ({
  submissionId,
  version,
}: {
  readonly submissionId: string;
  readonly version: string;
}) => {
  const api = useAdminApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['queue', 'payload', submissionId, version],
    queryFn: async () => (await api.get<object>(`queue/${encodeURIComponent(submissionId)}/payload`)).data,
  });
  return (
    <Section title="Envelope" intro="What a connector would send. Looking at it sends nothing.">
      {isPending && <Skeleton variant="rounded" height={200} />}
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {data !== undefined && <JsonView value={data} what="the envelope" />}
    </Section>
  );
};

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { EnvelopeDto } from '../api/openapi';
import { JsonView } from '../ui/json-view';
import { Loaded } from '../ui/loaded';
import { Section } from '../ui/section';
import type { PartOfItemProps } from './history';

/** What a connector would send for the submission. */
export const Envelope = ({ itemKey: { submissionId, targetSystem }, version }: PartOfItemProps) => {
  const api = useAdminApi();
  const answer = useQuery({
    queryKey: ['queue', 'payload', submissionId, targetSystem, version],
    queryFn: async () =>
      (await api.get<EnvelopeDto>(`queue/${encodeURIComponent(submissionId)}/payload`, { targetSystem }))
        .data,
  });
  return (
    <Section
      title={t`Envelope`}
      intro={
        <Trans>
          The document that a connector would send for this submission. Viewing it does not send it.
        </Trans>
      }
    >
      <Loaded answer={answer} loading={<Skeleton variant="rounded" height={200} />}>
        {(envelope) => <JsonView value={envelope} what={t`the envelope`} />}
      </Loaded>
    </Section>
  );
};

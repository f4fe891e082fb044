import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { QueueStepDto } from '../api/openapi';
import { Loaded } from '../ui/loaded';
import { entryOf } from '../ui/options';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { When } from '../ui/when';
import { words } from '../ui/words';
import type { ItemKey } from './item-key';
import { lastErrorInWords } from './last-error';

/** Why the status of an item changed. */
const CAUSES: Readonly<Record<QueueStepDto['cause'], string>> = {
  approved: t`The submission was approved`,
  closed: t`The submission was closed`,
  discrepancies_resolved: t`The last discrepancy was resolved`,
  decision_undone: t`A decision about a discrepancy was taken back`,
  replay: t`Replayed`,
  ack: t`Reported by the connector`,
  claimed: t`Taken by a connector`,
  released: t`Given back by the connector`,
  lease_expired: t`The connector did not report in time`,
  attempts_exhausted: t`Tried too often`,
  content_changed: t`The submission changed while it was with the connector`,
};

function causeOf({ cause, targetSystem }: QueueStepDto): string {
  const said = entryOf(CAUSES, cause) ?? words(cause);
  return targetSystem === null ? said : t`${said}, for ${targetSystem}`;
}

const Step = ({ step }: { readonly step: QueueStepDto }) => (
  <Box component="li" sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, alignItems: 'center' }}>
      <StatusChip value={step.from} />
      <span aria-hidden>→</span>
      <Box
        component="span"
        sx={{ position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)' }}
      >
        <Trans>to</Trans>
      </Box>
      <StatusChip value={step.to} />
      <Typography variant="body2" component="span" sx={{ flex: 1, minWidth: '12rem' }}>
        {causeOf(step)}
      </Typography>
      <Typography variant="body2" component="span" color="textSecondary">
        <When value={step.at} />
      </Typography>
    </Box>
    {step.lastError !== null && (
      <Typography variant="body2" color="error" sx={{ mt: 0.5 }}>
        {lastErrorInWords(step.lastError)}
      </Typography>
    )}
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
      <Trans>
        By {step.actorLabel} · request {step.requestId}
      </Trans>
    </Typography>
  </Box>
);

export interface PartOfItemProps {
  readonly itemKey: ItemKey;
  /** Changes with the item, which is then loaded again. */
  readonly version: string;
}

/** Every transition of an item, the latest first. */
export const History = ({ itemKey: { submissionId, targetSystem }, version }: PartOfItemProps) => {
  const api = useAdminApi();
  const answer = useQuery({
    queryKey: ['queue', 'history', submissionId, targetSystem, version],
    queryFn: async () =>
      (await api.get<QueueStepDto[]>(`queue/${encodeURIComponent(submissionId)}/history`, { targetSystem }))
        .data,
  });
  return (
    <Section title={t`History`}>
      <Loaded answer={answer} loading={<Skeleton variant="rounded" height={72} />}>
        {(steps) => <Steps steps={steps} />}
      </Loaded>
    </Section>
  );
};

const Steps = ({ steps }: { readonly steps: readonly QueueStepDto[] }) => {
  if (steps.length === 0)
    return (
      <Typography color="textSecondary">
        <Trans>This item has not been queued yet.</Trans>
      </Typography>
    );
  const latestFirst = [...steps].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Box component="ol" aria-label={t`Transitions, the latest first`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {latestFirst.map((step) => (
        <Step key={`${step.at} ${step.requestId} ${step.from} ${step.to}`} step={step} />
      ))}
    </Box>
  );
};

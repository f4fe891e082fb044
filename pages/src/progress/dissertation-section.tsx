import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { DissertationDto, VersionDto } from '../api/openapi';
import { DescriptionList } from '../ui/description-list';
import { Section } from '../ui/section';
import { StatusChip, type Tone } from '../ui/status-chip';
import { words } from '../ui/words';
import { Day, When } from '../ui/when';

/** The statuses of dissertations and of their versions. */
const TONES: Readonly<Record<DissertationDto['status'] | VersionDto['status'], Tone>> = {
  not_started: 'neutral',
  draft: 'neutral',
  in_progress: 'info',
  under_review: 'info',
  submitted: 'info',
  resubmitted: 'info',
  on_hold: 'warning',
  revisions_requested: 'warning',
  approved: 'success',
  final: 'success',
  defended: 'success',
  completed: 'success',
  withdrawn: 'neutral',
};

const Status = ({ value }: { readonly value: keyof typeof TONES }) => (
  <StatusChip value={value} tone={TONES[value]} />
);

const VersionRow = ({ version }: { readonly version: VersionDto }) => (
  <Box component="li" sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Typography sx={{ fontWeight: 600, flex: 1 }}>
        <Trans>
          Version {version.number}: {words(version.stage).toLowerCase()}
        </Trans>
      </Typography>
      <Status value={version.status} />
    </Box>
    {version.title !== null && <Typography variant="body2">{version.title}</Typography>}
    <Typography variant="body2" color="textSecondary">
      <Trans>
        Submitted <When value={version.submittedAt} /> · decided <When value={version.decidedAt} />
      </Trans>
    </Typography>
  </Box>
);

export const DissertationSection = ({ dissertation }: { readonly dissertation: DissertationDto }) => {
  const { title, status, startedOn, defendedOn, versions } = dissertation;
  const latestFirst = [...versions].sort((one, other) => other.number - one.number);
  return (
    <Section title={t`Dissertation`} actions={<Status value={status} />}>
      <Typography sx={{ mb: 2, fontWeight: 600 }}>{title ?? t`No title yet`}</Typography>
      <DescriptionList
        entries={[
          { label: t`Started`, value: <Day value={startedOn} /> },
          { label: t`Defended`, value: <Day value={defendedOn} /> },
        ]}
      />
      <Typography variant="h3" sx={{ mt: 2, mb: 1 }}>
        <Trans>Versions</Trans>
      </Typography>
      {versions.length === 0 && (
        <Typography color="textSecondary">
          <Trans>None yet.</Trans>
        </Typography>
      )}
      {versions.length > 0 && (
        <Box component="ol" aria-label={t`Versions`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {latestFirst.map((version) => (
            <VersionRow key={version.number} version={version} />
          ))}
        </Box>
      )}
    </Section>
  );
};

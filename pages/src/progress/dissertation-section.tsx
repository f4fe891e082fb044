import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { StatusChip, words } from '../ui/status-chip';
import { Day, When } from '../ui/when';
import type { Dissertation, Version } from './model';

type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral';

const TONES: Readonly<Record<string, Tone>> = {
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
};

const Status = ({ value }: { readonly value: string }) => (
  <StatusChip value={value} tone={TONES[value] ?? 'neutral'} />
);

const VersionRow = ({ version }: { readonly version: Version }) => (
  <Box component="li" sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Typography sx={{ fontWeight: 600, flex: 1 }}>
        Version {version.number}: {words(version.stage).toLowerCase()}
      </Typography>
      <Status value={version.status} />
    </Box>
    {version.title !== null && <Typography variant="body2">{version.title}</Typography>}
    <Typography variant="body2" color="textSecondary">
      Submitted <When value={version.submittedAt} /> · decided <When value={version.decidedAt} />
    </Typography>
  </Box>
);

export const DissertationSection = ({ dissertation }: { readonly dissertation: Dissertation }) => {
  const { title, status, startedOn, defendedOn, versions } = dissertation;
  const latestFirst = [...versions].sort((one, other) => other.number - one.number);
  return (
    <Section title="Dissertation" actions={<Status value={status} />}>
      <Typography sx={{ mb: 2, fontWeight: 600 }}>{title ?? 'No title yet'}</Typography>
      <Facts
        facts={[
          { label: 'Started', value: <Day value={startedOn} /> },
          { label: 'Defended', value: <Day value={defendedOn} /> },
        ]}
      />
      <Typography variant="h3" sx={{ mt: 2, mb: 1 }}>
        Versions
      </Typography>
      {versions.length === 0 && <Typography color="textSecondary">None yet.</Typography>}
      {versions.length > 0 && (
        <Box component="ol" aria-label="Versions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {latestFirst.map((version) => (
            <VersionRow key={version.number} version={version} />
          ))}
        </Box>
      )}
    </Section>
  );
};

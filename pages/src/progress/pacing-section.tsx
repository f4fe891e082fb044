import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';

import type { ProgressRecordDto } from '../api/openapi';
import { DescriptionList } from '../ui/description-list';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { Day } from '../ui/when';
import { words } from '../ui/words';
import { reasonsOf } from './reasons';

/** How the milestones stand against their due dates. */
export const PacingSection = ({ record: { pacing, milestones } }: { readonly record: ProgressRecordDto }) => {
  const reasons = reasonsOf(pacing);
  const next = milestones.find(({ code }) => code === pacing.nextMilestone?.code);
  const nextName = next?.name ?? (pacing.nextMilestone && words(pacing.nextMilestone.code));
  return (
    <Section title={t`Pacing`} actions={<StatusChip value={pacing.status} />}>
      {reasons.length > 0 && (
        <Box component="ul" aria-label={t`Reasons`} sx={{ mt: 0, mb: 2, pl: 2.5 }}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </Box>
      )}
      <DescriptionList
        entries={[
          { label: t`Required milestones completed`, value: t`${pacing.completed} of ${pacing.total}` },
          { label: t`Next milestone`, value: nextName },
          { label: t`Next due`, value: <Day value={pacing.nextMilestone?.dueOn} /> },
          { label: t`Days behind`, value: pacing.daysBehind },
          { label: t`As of`, value: <Day value={pacing.asOf} /> },
        ]}
      />
    </Section>
  );
};

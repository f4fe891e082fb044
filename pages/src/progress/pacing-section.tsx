import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';

import type { MilestoneDto, ProgressRecordDto } from '../api/openapi';
import { DescriptionList } from '../ui/description-list';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { Day } from '../ui/when';
import { words } from '../ui/words';
import { latestOf } from './milestone-state';
import { reasonsOf } from './reasons';

/** With the milestone from which they are counted, which may be a later one than the next. */
const DaysBehind = ({
  pacing: { daysBehind },
  late,
}: {
  readonly pacing: ProgressRecordDto['pacing'];
  readonly late: MilestoneDto | undefined;
}) =>
  daysBehind === 0 || late === undefined ? (
    daysBehind
  ) : (
    <Trans>
      {daysBehind}: {late.name}, was due <Day value={late.dueOn} />
    </Trans>
  );

/** How the milestones stand against their due dates. */
export const PacingSection = ({ record: { pacing, milestones } }: { readonly record: ProgressRecordDto }) => {
  const reasons = reasonsOf(pacing);
  const next = milestones.find(({ code }) => code === pacing.nextMilestone?.code);
  const late = latestOf(milestones, pacing.asOf);
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
          { label: t`Days behind`, value: <DaysBehind pacing={pacing} late={late} /> },
          { label: t`As of`, value: <Day value={pacing.asOf} /> },
        ]}
      />
    </Section>
  );
};

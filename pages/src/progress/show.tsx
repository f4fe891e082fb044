import Box from '@mui/material/Box';

import type { ProgressRecordDto } from '../api/openapi';
import { DescriptionList } from '../ui/description-list';
import { listAddress, showAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import type { Row } from '../ui/list/types';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { words } from '../ui/words';
import { useRow } from '../ui/use-row';
import { Day, When } from '../ui/when';
import { CommitteeSection } from './committee-section';
import { DissertationSection } from './dissertation-section';
import { MilestoneTimeline } from './milestone-timeline';
import { reasonsOf } from './reasons';

const PacingSection = ({ record: { pacing, milestones } }: { readonly record: ProgressRecordDto }) => {
  const reasons = reasonsOf(pacing);
  const next = milestones.find(({ code }) => code === pacing.nextMilestone?.code);
  const nextName = next?.name ?? (pacing.nextMilestone && words(pacing.nextMilestone.code));
  return (
    <Section title="Pacing" actions={<StatusChip value={pacing.status} />}>
      {reasons.length > 0 && (
        <Box component="ul" aria-label="Reasons" sx={{ mt: 0, mb: 2, pl: 2.5 }}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </Box>
      )}
      <DescriptionList
        entries={[
          { label: 'Required milestones completed', value: `${pacing.completed} of ${pacing.total}` },
          { label: 'Next milestone', value: nextName },
          { label: 'Next due', value: <Day value={pacing.nextMilestone?.dueOn} /> },
          { label: 'Days behind', value: pacing.daysBehind },
          { label: 'As of', value: <Day value={pacing.asOf} /> },
        ]}
      />
    </Section>
  );
};

const StudentSection = ({ record }: { readonly record: ProgressRecordDto }) => {
  const { studentId, monthOfEntry, yearOfEntry } = record;
  const entry =
    yearOfEntry === null ? null : `${monthOfEntry === null ? '' : `${monthOfEntry}/`}${yearOfEntry}`;
  return (
    <Section
      title="Student"
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <PageLink to={listAddress('discrepancies', { studentId })}>Discrepancies</PageLink>
          <PageLink to={showAddress('users', studentId)}>Open the user</PageLink>
        </Box>
      }
    >
      <DescriptionList
        entries={[
          { label: 'ID', value: studentId },
          { label: 'Legacy number', value: record.legacyNumber },
          { label: 'E-mail', value: record.email },
          { label: 'Account', value: <StatusChip value={record.accountStatus} /> },
          { label: 'Program', value: record.schoolProgram ?? record.programId },
          { label: 'Degree', value: record.degree },
          { label: 'Entry', value: entry },
          { label: 'Record changed', value: <When value={record.changedAt} /> },
        ]}
      />
    </Section>
  );
};

const Show = () => {
  const { id, ...answer } = useRow<Row<ProgressRecordDto>>('progress');
  const { data } = answer;
  const title = data === undefined ? id : `${data.firstName} ${data.lastName}`;
  return (
    <RowPage<ProgressRecordDto> list={{ to: '/progress', label: 'Progress' }} title={title} answer={answer}>
      {(record) => (
        <>
          <PacingSection record={record} />
          <Section title="Milestones">
            <MilestoneTimeline milestones={record.milestones} today={record.pacing.asOf} />
          </Section>
          <Box
            sx={{
              display: 'grid',
              columnGap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '1fr 1fr' },
            }}
          >
            <DissertationSection dissertation={record.dissertation} />
            <CommitteeSection committee={record.committee} />
          </Box>
          <StudentSection record={record} />
        </>
      )}
    </RowPage>
  );
};
export default Show;

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';

import type { ProgressRecordDto } from '../api/openapi';
import { DescriptionList } from '../ui/description-list';
import { listAddress, showAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import type { Row } from '../ui/list/types';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { CommitteeSection } from './committee-section';
import { DissertationSection } from './dissertation-section';
import { MilestoneTimeline } from './milestone-timeline';
import { PacingSection } from './pacing-section';

const StudentSection = ({ record }: { readonly record: ProgressRecordDto }) => {
  const { studentId, monthOfEntry, yearOfEntry } = record;
  const entry =
    yearOfEntry === null ? null : `${monthOfEntry === null ? '' : `${monthOfEntry}/`}${yearOfEntry}`;
  return (
    <Section
      title={t`Student`}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <PageLink to={listAddress('discrepancies', { studentId })}>
            <Trans>Discrepancies</Trans>
          </PageLink>
          <PageLink to={showAddress('users', studentId)}>
            <Trans>Open the user</Trans>
          </PageLink>
        </Box>
      }
    >
      <DescriptionList
        entries={[
          { label: 'ID', value: studentId },
          { label: t`Legacy number`, value: record.legacyNumber },
          { label: t`E-mail`, value: record.email },
          { label: t`Account`, value: <StatusChip value={record.accountStatus} /> },
          { label: t`Program`, value: record.schoolProgram ?? record.programId },
          { label: t`Degree`, value: record.degree },
          { label: t`Entry`, value: entry },
          { label: t`Record changed`, value: <When value={record.changedAt} /> },
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
    <RowPage<ProgressRecordDto> list={{ to: '/progress', label: t`Progress` }} title={title} answer={answer}>
      {(record) => (
        <>
          <PacingSection record={record} />
          <Section title={t`Milestones`}>
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

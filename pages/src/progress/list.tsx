import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useGetList } from 'react-admin';

import type { ProgramDto, ProgressRowDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { lastNameFirst } from '../ui/list/columns';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig, Row } from '../ui/list/types';
import { type Option, optionsOf } from '../ui/options';
import { StatusChip } from '../ui/status-chip';
import { Day } from '../ui/when';
import { grouped, words } from '../ui/words';
import { PACING_STATUSES } from './pacing-statuses';

const NextMilestone = ({ pacing: { nextMilestone } }: ProgressRowDto) => {
  if (nextMilestone === null) return '–';
  return (
    <>
      {words(nextMilestone.code)}
      {nextMilestone.dueOn !== null && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          <Trans>
            due <Day value={nextMilestone.dueOn} />
          </Trans>
        </Typography>
      )}
    </>
  );
};

function usePrograms(): readonly Option[] {
  const { data: programs = [] } = useGetList<Row<ProgramDto>>('programs', {
    pagination: { page: 1, perPage: 100 },
  });
  return programs.map(({ programId, name }) => ({ value: programId, label: name || programId }));
}

const PROGRESS: ListConfig<ProgressRowDto> = {
  resource: 'progress',
  title: t`Progress`,
  intro: t`How each student stands against the due dates of their milestones.`,
  sort: { field: 'lastName', order: 'ASC' },
  linkTo: ({ studentId }) => showAddress('progress', studentId),
  empty: {
    title: t`No students yet`,
    hint: t`Here you see who is on time and who falls behind. Every user whose account type is Student has a record.`,
    example: {
      lastName: 'Lee, Ann',
      studentId: '950000001',
      schoolProgram: 'phd-history',
      pacing: <StatusChip value="at_risk" />,
      milestones: t`${grouped(3)} of ${grouped(9)}`,
      next: words('candidacy'),
    },
  },
  filters: [
    { source: 'q', label: t`Search`, type: 'search', placeholder: t`Name, number or e-mail`, width: 280 },
    { source: 'pacing', label: t`Pacing`, options: optionsOf(PACING_STATUSES) },
    { source: 'programId', label: t`Program`, useOptions: usePrograms, width: 280 },
  ],
  columns: [
    { name: 'lastName', label: t`Student`, csv: lastNameFirst, onCard: 'title' },
    { name: 'studentId', label: 'ID' },
    { name: 'legacyNumber', label: t`Legacy number`, from: 'xl' },
    { name: 'email', label: t`E-mail`, from: 'xl', onCard: 'hidden' },
    { name: 'schoolProgram', label: t`Program`, from: 'lg' },
    {
      name: 'pacing',
      label: t`Pacing`,
      csv: ({ pacing }) => pacing.status,
      render: ({ pacing }) => <StatusChip value={pacing.status} />,
      onCard: 'aside',
    },
    {
      name: 'milestones',
      label: t`Milestones`,
      align: 'right',
      csv: ({ pacing }) => t`${pacing.completed} of ${pacing.total}`,
      render: ({ pacing }) => (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          <Trans>
            {pacing.completed} of {pacing.total}
          </Trans>
        </Box>
      ),
    },
    {
      name: 'next',
      label: t`Next milestone`,
      csv: ({ pacing }) => pacing.nextMilestone?.code,
      render: (row) => <NextMilestone {...row} />,
    },
    {
      name: 'daysBehind',
      label: t`Days behind`,
      align: 'right',
      csv: ({ pacing }) => pacing.daysBehind,
      from: 'lg',
      onCard: 'hidden',
    },
    { name: 'changedAt', label: t`Changed`, format: 'moment', from: 'xl' },
  ],
};

const List = () => <ListPage list={PROGRESS} />;
export default List;

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
import { words } from '../ui/words';
import { PACING_STATUSES } from './pacing-statuses';

const NextMilestone = ({ pacing: { nextMilestone } }: ProgressRowDto) => {
  if (nextMilestone === null) return '–';
  return (
    <>
      {words(nextMilestone.code).replace(/^(Irb|Etd)\b/, (abbreviation) => abbreviation.toUpperCase())}
      {nextMilestone.dueOn !== null && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          due <Day value={nextMilestone.dueOn} />
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
  title: 'Progress',
  intro: 'How each student stands against the due dates of their milestones.',
  sort: { field: 'lastName', order: 'ASC' },
  linkTo: ({ studentId }) => showAddress('progress', studentId),
  empty: { title: 'No students yet', hint: 'Every user whose account type is Student has a record here.' },
  filters: [
    { source: 'q', label: 'Search', type: 'search', placeholder: 'Name, number or e-mail', width: 280 },
    { source: 'pacing', label: 'Pacing', options: optionsOf(PACING_STATUSES) },
    { source: 'programId', label: 'Program', useOptions: usePrograms, width: 280 },
  ],
  columns: [
    { name: 'lastName', label: 'Student', csv: lastNameFirst, onCard: 'title' },
    { name: 'studentId', label: 'ID' },
    { name: 'legacyNumber', label: 'Legacy number', from: 'xl' },
    { name: 'email', label: 'E-mail', from: 'xl', onCard: 'hidden' },
    { name: 'schoolProgram', label: 'Program', from: 'lg' },
    {
      name: 'pacing',
      label: 'Pacing',
      csv: ({ pacing }) => pacing.status,
      render: ({ pacing }) => <StatusChip value={pacing.status} />,
      onCard: 'aside',
    },
    {
      name: 'milestones',
      label: 'Milestones',
      align: 'right',
      csv: ({ pacing }) => `${pacing.completed} of ${pacing.total}`,
      render: ({ pacing }) => (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {pacing.completed} of {pacing.total}
        </Box>
      ),
    },
    {
      name: 'next',
      label: 'Next milestone',
      csv: ({ pacing }) => pacing.nextMilestone?.code,
      render: (row) => <NextMilestone {...row} />,
    },
    {
      name: 'daysBehind',
      label: 'Days behind',
      align: 'right',
      csv: ({ pacing }) => pacing.daysBehind,
      from: 'lg',
      onCard: 'hidden',
    },
    { name: 'changedAt', label: 'Changed', format: 'moment', from: 'xl' },
  ],
};

const List = () => <ListPage list={PROGRESS} />;
export default List;

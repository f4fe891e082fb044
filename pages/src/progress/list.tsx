import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useGetList } from 'react-admin';

import { ListPage } from '../ui/list/list-page';
import type { Column, Filter } from '../ui/list/types';
import { StatusChip, words } from '../ui/status-chip';
import { Day, When } from '../ui/when';
import { PACING_STATUSES, type ProgressRow } from './model';

interface Program {
  readonly id: string;
  readonly programId: string;
  readonly name: string;
}

const nameOf = ({ lastName, firstName }: ProgressRow) => `${lastName}, ${firstName}`;

const Next = ({ row: { pacing } }: { readonly row: ProgressRow }) =>
  pacing.nextMilestone === null ? (
    '–'
  ) : (
    <>
      {words(pacing.nextMilestone.code).replace(/^(Irb|Etd)\b/, (short) => short.toUpperCase())}
      {pacing.nextMilestone.dueOn !== null && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          due <Day value={pacing.nextMilestone.dueOn} />
        </Typography>
      )}
    </>
  );

const COLUMNS: readonly Column<ProgressRow>[] = [
  { name: 'lastName', label: 'Student', csv: nameOf, sortable: true, onCard: 'title' },
  { name: 'studentId', label: 'ID', sortable: true },
  { name: 'legacyNumber', label: 'Legacy number', from: 'xl' },
  { name: 'email', label: 'E-mail', from: 'xl', onCard: 'hidden' },
  { name: 'schoolProgram', label: 'Program', from: 'lg' },
  {
    name: 'pacing',
    label: 'Pacing',
    render: ({ pacing }) => <StatusChip value={pacing.status} />,
    csv: ({ pacing }) => pacing.status,
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
    render: (row) => <Next row={row} />,
    csv: ({ pacing }) => pacing.nextMilestone?.code,
  },
  {
    name: 'daysBehind',
    label: 'Days behind',
    align: 'right',
    from: 'lg',
    csv: ({ pacing }) => pacing.daysBehind,
    onCard: 'hidden',
  },
  {
    name: 'changedAt',
    label: 'Changed',
    sortable: true,
    from: 'xl',
    render: ({ changedAt }) => <When value={changedAt} />,
  },
];

function useFilters(): readonly Filter[] {
  const { data: programs = [] } = useGetList<Program>('programs', { pagination: { page: 1, perPage: 100 } });
  return [
    { source: 'q', label: 'Search', type: 'search', placeholder: 'Name, number or e-mail', width: 280 },
    {
      source: 'pacing',
      label: 'Pacing',
      options: PACING_STATUSES.map((value) => ({ value, label: words(value) })),
    },
    {
      source: 'programId',
      label: 'Program',
      width: 280,
      options: programs.map(({ programId, name }) => ({ value: programId, label: name || programId })),
    },
  ];
}

const List = () => (
  <ListPage<ProgressRow>
    title="Progress"
    intro="How each student stands against the due dates of their milestones."
    columns={COLUMNS}
    filters={useFilters()}
    sort={{ field: 'lastName', order: 'ASC' }}
    linkTo={({ studentId }) => `/progress/${encodeURIComponent(studentId)}/show`}
    empty={{ title: 'No students yet', hint: 'Every user whose account type is Student has a record here.' }}
  />
);
export default List;

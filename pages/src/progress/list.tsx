import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { ProgressRowDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { lastNameFirst } from '../ui/list/columns';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { StatusChip } from '../ui/status-chip';
import { Day } from '../ui/when';
import { grouped, words } from '../ui/words';
import { FILTERS } from './filters';
import { EMPTY, INTRO } from './texts';
import { Views } from './views';

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

/** The milestone from which they are counted is not always the next one. */
const DaysBehind = ({ daysBehind, lateMilestone }: ProgressRowDto) => (
  <>
    {grouped(daysBehind)}
    {lateMilestone !== null && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {words(lateMilestone.code)}
      </Typography>
    )}
  </>
);

const PROGRESS: ListConfig<ProgressRowDto> = {
  resource: 'progress',
  title: t`Progress`,
  intro: INTRO,
  sort: { field: 'daysBehind', order: 'DESC' },
  linkTo: ({ studentId }) => showAddress('progress', studentId),
  empty: {
    ...EMPTY,
    example: {
      lastName: 'Lee, Ann',
      studentId: '950000001',
      schoolProgram: 'phd-history',
      pacing: <StatusChip value="at_risk" />,
      milestones: t`${grouped(3)} of ${grouped(9)}`,
      next: words('candidacy'),
    },
  },
  filters: FILTERS,
  Summary: Views,
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
      name: 'dueOn',
      label: t`Next milestone`,
      csv: ({ pacing }) => pacing.nextMilestone?.code,
      render: (row) => <NextMilestone {...row} />,
    },
    {
      name: 'daysBehind',
      label: t`Days behind`,
      align: 'right',
      firstOrder: 'DESC',
      csv: ({ daysBehind }) => daysBehind,
      render: (row) => <DaysBehind {...row} />,
    },
    {
      name: 'lateMilestone',
      label: t`Late milestone`,
      exportOnly: true,
      csv: ({ lateMilestone }) => lateMilestone?.code,
    },
    {
      name: 'chair',
      label: t`Advisor`,
      csv: ({ chair }) => chair?.name,
      render: ({ chair }) =>
        chair && <PageLink to={showAddress('users', chair.facultyId)}>{chair.name}</PageLink>,
      from: 'xl',
    },
    { name: 'changedAt', label: t`Changed`, format: 'moment', from: 'xl' },
  ],
};

const List = () => <ListPage list={PROGRESS} />;
export default List;

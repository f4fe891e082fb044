import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';

import type { ConflictRowDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { grouped } from '../ui/words';
import { ConflictStatus } from './conflict-status';
import { CONFLICT_KINDS, CONFLICT_STATUSES, DECISIONS, isForgotten } from './kinds';

const CONFLICTS: ListConfig<ConflictRowDto> = {
  resource: 'conflicts',
  title: t`Conflicts`,
  intro: t`Questions of identity matching that the service does not decide alone, each once, however often it is asked.`,
  sort: { field: 'lastAt', order: 'DESC' },
  linkTo: ({ id }) => showAddress('conflicts', id),
  empty: {
    title: t`No conflicts`,
    hint: t`When a row may be about two people, the service asks here and does not guess. It remembers your answer.`,
    example: {
      kind: CONFLICT_KINDS.adopt_by_email,
      externalId: 'S-77',
      userName: 'Ann Lee',
      status: <ConflictStatus status="open" />,
      lastAt: '2026-09-01T02:00:00Z',
    },
  },
  filters: [
    { source: 'status', label: t`Status`, options: optionsOf(CONFLICT_STATUSES), width: 160 },
    { source: 'kind', label: t`Question`, options: optionsOf(CONFLICT_KINDS), width: 260 },
    { source: 'search', label: t`Person or number`, placeholder: t`ID or externalId` },
  ],
  columns: [
    {
      name: 'kind',
      label: t`Question`,
      onCard: 'title',
      render: (conflict) => (
        <>
          {CONFLICT_KINDS[conflict.kind]}
          {isForgotten(conflict) && (
            <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
              <Trans>What was sent is forgotten: it can only be ignored.</Trans>
            </Typography>
          )}
        </>
      ),
      csv: ({ kind }) => CONFLICT_KINDS[kind],
      wide: true,
    },
    { name: 'externalId', label: t`Number sent` },
    {
      name: 'userName',
      label: t`User`,
      render: ({ userName, userId }) => (
        <PageLink to={showAddress('users', userId)}>{userName ?? userId}</PageLink>
      ),
    },
    {
      name: 'ownerName',
      label: t`Other user`,
      from: 'lg',
      render: ({ ownerName, ownerId }) =>
        ownerId === null ? (
          '–'
        ) : (
          <PageLink to={showAddress('users', ownerId)}>{ownerName ?? ownerId}</PageLink>
        ),
    },
    {
      name: 'status',
      label: t`Status`,
      onCard: 'aside',
      render: ({ status }) => <ConflictStatus status={status} />,
    },
    {
      name: 'decision',
      label: t`Decision`,
      from: 'xl',
      render: ({ decision }) => (decision === null ? '–' : DECISIONS[decision]),
    },
    {
      name: 'count',
      label: t`Asked`,
      align: 'right',
      from: 'xl',
      render: ({ count }) => `${grouped(count)}×`,
    },
    { name: 'run', label: t`Run`, from: 'lg', render: ({ run }) => <RunLink run={run} /> },
    { name: 'lastAt', label: t`Last asked`, format: 'moment' },
    { name: 'userId', label: t`User ID`, exportOnly: true },
    { name: 'ownerId', label: t`Other user ID`, exportOnly: true },
    { name: 'decidedByLabel', label: t`Decided by`, exportOnly: true },
    { name: 'id', label: t`Conflict ID`, exportOnly: true },
  ],
};

const List = () => <ListPage list={CONFLICTS} />;
export default List;

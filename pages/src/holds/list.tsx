import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';

import type { HoldRowDto } from '../api/openapi';
import { useSelection } from '../selection/use-selection';
import { showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { BatchProps, ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { words } from '../ui/words';
import { DecideButtons } from './decide-buttons';
import { HOLD_REASONS, HOLD_STATUSES } from './decisions';
import { HeldRuns } from './held-runs';
import { HoldStatus } from './hold-status';
import { previewedOf, useDecideHolds } from './use-decide-holds';

const DecideSelection = ({ onDone }: BatchProps) => {
  const { selectedIds, settle } = useSelection(onDone);
  const { decide } = useDecideHolds();
  return (
    <DecideButtons
      count={selectedIds.length}
      of={previewedOf(selectedIds)}
      onDecide={async (what) => {
        const { outcome, results } = await decide(selectedIds, what);
        settle(outcome, results);
      }}
    />
  );
};

const HOLDS: ListConfig<HoldRowDto> = {
  resource: 'holds',
  title: t`Held de-provisionings`,
  intro: (
    <Trans>
      De-provisionings beyond the limits or within a pause of the settings, or that would leave students
      without a committee member. Each user stays active until an administrator decides.
    </Trans>
  ),
  sort: { field: 'requestedAt', order: 'DESC' },
  rowName: ({ userName, userId }) => userName ?? userId,
  Summary: HeldRuns,
  SelectionActions: DecideSelection,
  empty: {
    title: t`No held de-provisionings`,
    hint: t`A departure waits here when it is beyond a limit that holds, falls into a pause, or would take a committee member from students. You release it or keep the user.`,
    example: {
      userName: 'Ann Lee',
      status: <HoldStatus status="held" />,
      role: words('faculty'),
      reason: HOLD_REASONS.limit,
      run: 'nightly-2026-09-01',
      requestedAt: '2026-09-01T02:00:00Z',
    },
  },
  filters: [
    { source: 'status', label: t`Status`, options: optionsOf(HOLD_STATUSES), width: 160 },
    { source: 'run', label: t`Run`, placeholder: 'nightly-2026-09-01' },
    { source: 'userId', label: t`User`, placeholder: t`ID or legacy number` },
    { source: 'since', label: t`Requested`, type: 'date' },
  ],
  columns: [
    {
      name: 'userName',
      label: t`User`,
      onCard: 'title',
      render: ({ userName, userId }) => (
        <PageLink to={showAddress('users', userId)} sx={{ fontWeight: 600 }}>
          {userName ?? userId}
        </PageLink>
      ),
    },
    { name: 'userId', label: 'ID', exportOnly: true },
    {
      name: 'status',
      label: t`Status`,
      onCard: 'aside',
      render: ({ status, id }) => (
        <>
          <HoldStatus status={status} />
          <PageLink to={showAddress('holds', id)} sx={{ ml: 1 }} aria-label={t`Details of ${id}`}>
            <Trans>Details</Trans>
          </PageLink>
        </>
      ),
    },
    {
      name: 'role',
      label: t`Role`,
      from: 'lg',
      csv: ({ person }) => person?.role ?? null,
      render: ({ person }) => (person === null ? '–' : words(person.role)),
    },
    {
      name: 'program',
      label: t`Program`,
      from: 'lg',
      csv: ({ person }) => person?.schoolProgram ?? person?.programId ?? null,
    },
    {
      name: 'committees',
      label: t`Students concerned`,
      align: 'right',
      csv: ({ person }) => person?.committeeImpact?.students ?? null,
    },
    {
      name: 'reason',
      label: t`Reason`,
      from: 'lg',
      csv: ({ reason }) => HOLD_REASONS[reason],
      render: ({ reason }) => HOLD_REASONS[reason],
    },
    {
      name: 'run',
      label: t`Run`,
      // A name such as nightly-2026-09-01 is two lines at most.
      render: ({ run }) => (
        <Box component="span" sx={{ display: 'inline-block', minWidth: { md: '7rem' } }}>
          <RunLink run={run} />
        </Box>
      ),
    },
    { name: 'requestedAt', label: t`Requested`, format: 'moment' },
    { name: 'actorLabel', label: t`Requested by`, from: 'xl' },
    { name: 'decidedAt', label: t`Decided`, format: 'moment', from: 'xl' },
    { name: 'decidedByLabel', label: t`Decided by`, from: 'xl' },
    { name: 'requestId', label: t`Request ID`, exportOnly: true },
    { name: 'id', label: t`Hold ID`, exportOnly: true },
  ],
};

const List = () => <ListPage list={HOLDS} />;
export default List;

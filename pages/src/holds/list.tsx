import { useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { DecidedDto, DecideSelectionDto, HoldRowDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { inBatches, outcomeOf } from '../ui/batches';
import { ListPage } from '../ui/list/list-page';
import type { BatchProps, ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { useSelection } from '../ui/use-selection';
import { DecideButtons } from './decide-buttons';
import { type Decision, DECISIONS, HOLD_STATUSES } from './decisions';
import { HeldRuns } from './held-runs';

const DecideSelection = ({ onDone }: BatchProps) => {
  const { selectedIds, settle } = useSelection(onDone);
  const api = useAdminApi();
  const refresh = useRefresh();
  const decide = async (decision: Decision) => {
    const results = await inBatches(selectedIds, async (ids) => {
      const body: DecideSelectionDto = { decision, ids };
      const { data } = await api.post<DecidedDto[]>('holds/decide', body);
      return data.map((result) => decidedOtherwise(result, decision) ?? result);
    });
    settle(outcomeOf(results, DECISIONS[decision].done), results);
    refresh();
  };
  return <DecideButtons count={selectedIds.length} onDecide={decide} />;
};

/** A failure when the hold had been decided before; the API then answers that decision. */
function decidedOtherwise({ id, hold }: DecidedDto, decision: Decision): DecidedDto | undefined {
  if (hold === undefined || hold.status === DECISIONS[decision].done) return undefined;
  return { id, ok: false, message: `It had already been ${hold.status}.` };
}

const HOLDS: ListConfig<HoldRowDto> = {
  resource: 'holds',
  title: 'Held de-provisionings',
  intro:
    'De-provisionings beyond the limits in the settings. Each user stays active until an administrator releases ' +
    'or rejects the hold.',
  sort: { field: 'requestedAt', order: 'DESC' },
  Summary: HeldRuns,
  SelectionActions: DecideSelection,
  empty: {
    title: 'No held de-provisionings',
    hint: 'De-provisionings beyond a limit are listed here when the settings hold them.',
  },
  filters: [
    { source: 'status', label: 'Status', options: optionsOf(HOLD_STATUSES), width: 160 },
    { source: 'run', label: 'Run', placeholder: 'nightly-2026-09-01' },
    { source: 'userId', label: 'User', placeholder: 'ID or legacy number' },
    { source: 'since', label: 'Since (UTC)', type: 'date', width: 160 },
  ],
  columns: [
    {
      name: 'userName',
      label: 'User',
      onCard: 'title',
      render: ({ userName, userId }) => (
        <PageLink to={showAddress('users', userId)} sx={{ fontWeight: 600 }}>
          {userName ?? userId}
        </PageLink>
      ),
    },
    { name: 'userId', label: 'ID' },
    { name: 'status', label: 'Status', format: 'status', onCard: 'aside' },
    { name: 'run', label: 'Run' },
    { name: 'requestedAt', label: 'Requested', format: 'moment' },
    { name: 'actorLabel', label: 'Requested by', from: 'lg' },
    { name: 'decidedAt', label: 'Decided', format: 'moment' },
    { name: 'decidedByLabel', label: 'Decided by', from: 'lg' },
    { name: 'requestId', label: 'Request ID', exportOnly: true },
    { name: 'id', label: 'Hold ID', exportOnly: true },
  ],
};

const List = () => <ListPage list={HOLDS} />;
export default List;

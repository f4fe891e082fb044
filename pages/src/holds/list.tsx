import Link from '@mui/material/Link';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';

import { useAdminApi } from '../api/data-provider';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { inBatches, outcomeOf } from '../ui/batches';
import { ListPage } from '../ui/list/list-page';
import type { Column, Filter } from '../ui/list/types';
import { StatusChip, words } from '../ui/status-chip';
import { useSelection } from '../ui/use-selection';
import { When } from '../ui/when';
import { DecideButtons } from './decide-buttons';
import { HeldRuns } from './held-runs';
import { type Decided, type Decision, DECISIONS, type Hold, HOLD_STATUSES } from './model';

const exported = { from: 'never', onCard: 'hidden' } as const;

const COLUMNS: readonly Column<Hold>[] = [
  {
    name: 'userName',
    label: 'Person',
    render: ({ userName, userId }) => (
      <Link component={RouterLink} to={`/users/${encodeURIComponent(userId)}/show`} sx={{ fontWeight: 600 }}>
        {userName ?? userId}
      </Link>
    ),
    csv: ({ userName }) => userName,
    onCard: 'title',
  },
  { name: 'userId', label: 'ID' },
  {
    name: 'status',
    label: 'Status',
    render: ({ status }) => <StatusChip value={status} />,
    csv: ({ status }) => status,
    onCard: 'aside',
  },
  { name: 'run', label: 'Run' },
  {
    name: 'requestedAt',
    label: 'Asked for',
    sortable: true,
    render: ({ requestedAt }) => <When value={requestedAt} />,
    csv: ({ requestedAt }) => requestedAt,
  },
  { name: 'actorLabel', label: 'By', from: 'lg' },
  {
    name: 'decidedAt',
    label: 'Decided',
    render: ({ decidedAt }) => (decidedAt === null ? '–' : <When value={decidedAt} />),
    csv: ({ decidedAt }) => decidedAt,
  },
  { name: 'decidedByLabel', label: 'Decided by', from: 'lg' },
  { name: 'requestId', label: 'Request ID', ...exported },
  { name: 'id', label: 'Hold ID', ...exported },
];

const FILTERS: readonly Filter[] = [
  {
    source: 'status',
    label: 'Status',
    options: HOLD_STATUSES.map((value) => ({ value, label: words(value) })),
    width: 160,
  },
  { source: 'run', label: 'Run', placeholder: 'nightly-2026-09-01' },
  { source: 'userId', label: 'Person', placeholder: 'ID or legacy number' },
  { source: 'since', label: 'Since (UTC)', type: 'date', width: 160 },
];

const DecideSelection = ({ onDone }: { readonly onDone: (outcome: BatchOutcome) => void }) => {
  const { selectedIds, settle } = useSelection(onDone);
  const api = useAdminApi();
  const refresh = useRefresh();
  const decide = async (decision: Decision) => {
    const results = await inBatches(selectedIds, async (ids) => {
      const { data } = await api.post<Decided[]>('holds/decide', { decision, ids });
      return data.map((one) => decidedOtherwise(one, decision) ?? one);
    });
    settle(outcomeOf(results, DECISIONS[decision].done), results);
    refresh();
  };
  return <DecideButtons people={selectedIds.length} onDecide={decide} />;
};

/** Somebody was first, or the person is active after all; the API answers what was decided then. */
function decidedOtherwise({ id, hold }: Decided, decision: Decision): Decided | undefined {
  if (hold === undefined || hold.status === DECISIONS[decision].done) return undefined;
  return { id, ok: false, message: `It was ${hold.status} before.` };
}

const List = () => {
  const [outcome, setOutcome] = useState<BatchOutcome>();
  return (
    <ListPage<Hold>
      title="Held de-provisionings"
      intro="What the SIS asked for beyond the thresholds of the settings. These people stay active until somebody decides."
      columns={COLUMNS}
      filters={FILTERS}
      sort={{ field: 'requestedAt', order: 'DESC' }}
      selectionActions={<DecideSelection onDone={setOutcome} />}
      empty={{
        title: 'Nothing was held',
        hint: 'A threshold is set in the settings; what goes beyond it waits here.',
      }}
      summary={
        <>
          <HeldRuns onDone={setOutcome} />
          {outcome !== undefined && (
            <BatchResults
              outcome={outcome}
              onClose={() => {
                setOutcome(undefined);
              }}
            />
          )}
        </>
      }
    />
  );
};
export default List;

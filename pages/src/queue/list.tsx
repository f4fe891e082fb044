import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { ListPage } from '../ui/list/list-page';
import type { Column, Filter } from '../ui/list/types';
import { StatusChip, words } from '../ui/status-chip';
import { useSelection } from '../ui/use-selection';
import { When } from '../ui/when';
import type { Item } from './model';
import { ReplayButton } from './replay-button';
import { StatusTabs } from './status-tabs';

const COLUMNS: readonly Column<Item>[] = [
  { name: 'submissionId', label: 'Submission', onCard: 'title' },
  {
    name: 'syncStatus',
    label: 'Status',
    render: ({ syncStatus }) => <StatusChip value={syncStatus} />,
    csv: ({ syncStatus }) => syncStatus,
    onCard: 'aside',
  },
  {
    name: 'studentName',
    label: 'Student',
    render: ({ studentName, studentId }) => (
      <>
        {studentName ?? studentId}
        {studentName !== null && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
            {studentId}
          </Typography>
        )}
      </>
    ),
  },
  { name: 'studentId', label: 'Student ID', from: 'never', onCard: 'hidden' },
  {
    name: 'formType',
    label: 'Form',
    render: ({ formType }) => words(formType),
    csv: ({ formType }) => formType,
  },
  {
    name: 'submissionStatus',
    label: 'Review',
    from: 'xl',
    render: ({ submissionStatus }) => words(submissionStatus),
    csv: ({ submissionStatus }) => submissionStatus,
  },
  { name: 'targetSystem', label: 'Target', from: 'lg' },
  { name: 'attempts', label: 'Attempts', align: 'right', from: 'xl', onCard: 'hidden' },
  { name: 'lastError', label: 'Last error', from: 'lg' },
  {
    name: 'updatedAt',
    label: 'Changed',
    sortable: true,
    render: ({ updatedAt }) => <When value={updatedAt} />,
  },
];

const FILTERS: readonly Filter[] = [
  { source: 'q', label: 'Search', type: 'search', placeholder: 'Submission or student ID', width: 300 },
];

const ReplaySelection = ({ onDone }: { readonly onDone: (outcome: BatchOutcome) => void }) => {
  const { selectedIds, settle } = useSelection(onDone);
  return <ReplayButton size="small" submissionIds={selectedIds} onDone={settle} />;
};

const List = () => {
  const [outcome, setOutcome] = useState<BatchOutcome>();
  return (
    <ListPage<Item>
      title="Sync queue"
      intro="Submissions on their way to other systems."
      columns={COLUMNS}
      filters={FILTERS}
      sort={{ field: 'updatedAt', order: 'DESC' }}
      linkTo={({ submissionId }) => `/queue/${encodeURIComponent(submissionId)}/show`}
      selectionActions={<ReplaySelection onDone={setOutcome} />}
      empty={{ title: 'No submissions yet', hint: 'A form that a student hands in appears here.' }}
      summary={
        <>
          <StatusTabs />
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

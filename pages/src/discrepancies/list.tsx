import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { ListPage } from '../ui/list/list-page';
import type { Column, Filter } from '../ui/list/types';
import { StatusChip, words } from '../ui/status-chip';
import { useSelection } from '../ui/use-selection';
import { When } from '../ui/when';
import { fieldInWords, RECORD_FIELDS } from '../mappings/record-fields';
import { Compared } from './compared';
import type { Discrepancy } from './model';
import { ResolveButton } from './resolve-button';

const COLUMNS: readonly Column<Discrepancy>[] = [
  {
    name: 'field',
    label: 'Field',
    render: ({ field }) => fieldInWords(field),
    csv: ({ field }) => field,
    onCard: 'title',
  },
  {
    name: 'submitted',
    label: 'Submitted',
    render: (row) => <Compared {...row} side="submitted" />,
    csv: ({ submitted }) => submitted,
  },
  {
    name: 'recorded',
    label: 'Recorded',
    render: (row) => <Compared {...row} side="recorded" />,
    csv: ({ recorded }) => recorded,
  },
  {
    name: 'status',
    label: 'Status',
    render: ({ status, resolution }) => (
      <Box component="span" sx={{ display: 'inline-block' }}>
        <StatusChip value={status} />
        {resolution !== null && (
          <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
            {words(resolution)}
          </Typography>
        )}
      </Box>
    ),
    csv: ({ status }) => status,
    onCard: 'aside',
  },
  {
    name: 'studentName',
    label: 'Student',
    render: ({ studentName, studentId }) => studentName ?? studentId,
  },
  { name: 'studentId', label: 'Student ID', from: 'never', onCard: 'hidden' },
  {
    name: 'submissionId',
    label: 'Submission',
    render: ({ submissionId }) => (
      <Link component={RouterLink} to={`/queue/${encodeURIComponent(submissionId)}/show`}>
        {submissionId}
      </Link>
    ),
    csv: ({ submissionId }) => submissionId,
  },
  { name: 'formType', label: 'Form', from: 'xl', render: ({ formType }) => words(formType) },
  {
    name: 'resolution',
    label: 'Resolution',
    from: 'never',
    onCard: 'hidden',
    csv: ({ resolution }) => resolution,
  },
  {
    name: 'createdAt',
    label: 'Found',
    sortable: true,
    render: ({ createdAt }) => <When value={createdAt} />,
    csv: ({ createdAt }) => createdAt,
  },
];

const FILTERS: readonly Filter[] = [
  {
    source: 'status',
    label: 'Status',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'resolved', label: 'Resolved' },
    ],
  },
  { source: 'studentId', label: 'Student', placeholder: 'ID or legacy number' },
  { source: 'submissionId', label: 'Submission', placeholder: 'Submission ID' },
  {
    source: 'field',
    label: 'Field',
    options: RECORD_FIELDS.map((value) => ({ value, label: fieldInWords(value) })),
  },
];

const ResolveSelection = ({ onDone }: { readonly onDone: (outcome: BatchOutcome) => void }) => {
  const { selectedIds, settle } = useSelection(onDone);
  return <ResolveButton size="small" ids={selectedIds} onDone={settle} />;
};

const List = () => {
  const [outcome, setOutcome] = useState<BatchOutcome>();
  return (
    <ListPage<Discrepancy>
      title="Discrepancies"
      intro="Fields of a submission that differ from the record. Until they are resolved, the submission is not queued."
      columns={COLUMNS}
      filters={FILTERS}
      sort={{ field: 'createdAt', order: 'DESC' }}
      linkTo={({ id }) => `/discrepancies/${encodeURIComponent(id)}/show`}
      selectionActions={<ResolveSelection onDone={setOutcome} />}
      empty={{
        title: 'No discrepancies',
        hint: 'They are found when a submission is approved or closed, and stay until somebody resolves them.',
      }}
      summary={
        outcome !== undefined && (
          <BatchResults
            outcome={outcome}
            onClose={() => {
              setOutcome(undefined);
            }}
          />
        )
      }
    />
  );
};
export default List;

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { DiscrepancyRowDto } from '../api/openapi';
import { fieldInWords, RECORD_FIELDS } from '../mappings/record-fields';
import { listAddress, showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { BatchProps, ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { StatusChip } from '../ui/status-chip';
import { useSelection } from '../ui/use-selection';
import { words } from '../ui/words';
import { Compared } from './compared';
import { DISCREPANCY_STATUSES } from './resolutions';
import { ResolveButton } from './resolve-button';

const Status = ({ status, resolution }: DiscrepancyRowDto) => (
  <Box component="span" sx={{ display: 'inline-block' }}>
    <StatusChip value={status} />
    {resolution !== null && (
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {words(resolution)}
      </Typography>
    )}
  </Box>
);

const ResolveSelection = ({ onDone }: BatchProps) => {
  const { selectedIds, settle } = useSelection(onDone);
  return <ResolveButton size="small" ids={selectedIds} onDone={settle} />;
};

const DISCREPANCIES: ListConfig<DiscrepancyRowDto> = {
  resource: 'discrepancies',
  title: 'Discrepancies',
  intro:
    'Fields of a submission that differ from the record. Until they are resolved, the submission is not queued.',
  sort: { field: 'createdAt', order: 'DESC' },
  linkTo: ({ id }) => showAddress('discrepancies', id),
  SelectionActions: ResolveSelection,
  empty: {
    title: 'No discrepancies',
    hint:
      'Discrepancies are found when a submission is approved or closed. They stay open until an administrator ' +
      'resolves them.',
  },
  filters: [
    { source: 'status', label: 'Status', options: optionsOf(DISCREPANCY_STATUSES) },
    { source: 'studentId', label: 'Student', placeholder: 'ID or legacy number' },
    { source: 'submissionId', label: 'Submission', placeholder: 'Submission ID' },
    { source: 'field', label: 'Field', options: optionsOf(RECORD_FIELDS) },
  ],
  columns: [
    { name: 'field', label: 'Field', render: ({ field }) => fieldInWords(field), onCard: 'title' },
    { name: 'submitted', label: 'Submitted', render: (row) => <Compared {...row} side="submitted" /> },
    { name: 'recorded', label: 'Recorded', render: (row) => <Compared {...row} side="recorded" /> },
    { name: 'status', label: 'Status', render: (row) => <Status {...row} />, onCard: 'aside' },
    {
      name: 'studentName',
      label: 'Student',
      render: ({ studentName, studentId }) => studentName ?? studentId,
    },
    { name: 'studentId', label: 'Student ID', exportOnly: true },
    {
      name: 'submissionId',
      label: 'Submission',
      render: ({ submissionId }) => (
        <PageLink to={listAddress('queue', { q: submissionId })}>{submissionId}</PageLink>
      ),
    },
    { name: 'formType', label: 'Form', format: 'words', from: 'xl' },
    { name: 'resolution', label: 'Resolution', exportOnly: true },
    { name: 'createdAt', label: 'Found', format: 'moment' },
  ],
};

const List = () => <ListPage list={DISCREPANCIES} />;
export default List;

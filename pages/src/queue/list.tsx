import Typography from '@mui/material/Typography';

import type { QueueRowDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { BatchProps, ListConfig } from '../ui/list/types';
import { useSelection } from '../ui/use-selection';
import { itemId } from './item-key';
import { ReplayButton } from './replay-button';
import { StatusTabs } from './status-tabs';

const Student = ({ studentName, studentId }: QueueRowDto) => (
  <>
    {studentName ?? studentId}
    {studentName !== null && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {studentId}
      </Typography>
    )}
  </>
);

const ReplaySelection = ({ onDone }: BatchProps) => {
  const { selectedIds, settle } = useSelection(onDone);
  return <ReplayButton size="small" itemIds={selectedIds} onDone={settle} />;
};

const QUEUE: ListConfig<QueueRowDto> = {
  resource: 'queue',
  title: 'Sync queue',
  intro: 'Submissions on their way to other systems.',
  sort: { field: 'updatedAt', order: 'DESC' },
  linkTo: (row) => showAddress('queue', itemId(row)),
  Summary: StatusTabs,
  SelectionActions: ReplaySelection,
  empty: { title: 'No submissions yet', hint: 'A form that a student hands in appears here.' },
  filters: [
    { source: 'q', label: 'Search', type: 'search', placeholder: 'Submission or student ID', width: 300 },
  ],
  columns: [
    { name: 'submissionId', label: 'Submission', onCard: 'title' },
    { name: 'syncStatus', label: 'Status', format: 'status', onCard: 'aside' },
    { name: 'studentName', label: 'Student', render: (row) => <Student {...row} /> },
    { name: 'studentId', label: 'Student ID', exportOnly: true },
    { name: 'formType', label: 'Form', format: 'words' },
    { name: 'submissionStatus', label: 'Review status', format: 'words', from: 'xl' },
    { name: 'targetSystem', label: 'Target system', from: 'lg' },
    { name: 'attempts', label: 'Attempts', align: 'right', from: 'xl', onCard: 'hidden' },
    { name: 'lastError', label: 'Last error', from: 'lg' },
    { name: 'updatedAt', label: 'Changed', format: 'moment' },
  ],
};

const List = () => <ListPage list={QUEUE} />;
export default List;

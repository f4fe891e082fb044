import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { useSelection } from '../selection/use-selection';
import { StatusChip } from '../ui/status-chip';
import type { QueueRowDto } from '../api/openapi';
import { useErrors, useSystemOptions } from './systems';
import { showAddress } from '../ui/addresses';
import { useFilterValues } from '../ui/list/filter-values';
import { ListPage } from '../ui/list/list-page';
import type { BatchProps, ListConfig } from '../ui/list/types';
import type { Option } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { ShortId } from '../ui/short-id';
import { systemWords } from '../ui/system-words';
import { grouped } from '../ui/words';
import { ItemStatus } from './failure-chip';
import { itemId } from './item-key';
import { lastErrorInWords } from './last-error';
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

/** A message with the system that it came from: both are shown at every width. */
const LastError = ({ lastError }: QueueRowDto) => (
  <Box
    component="span"
    title={lastError ?? undefined}
    sx={{
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      overflow: 'hidden',
      overflowWrap: 'anywhere',
      minWidth: { md: '9rem' },
    }}
  >
    {lastError === null ? '–' : lastErrorInWords(lastError)}
  </Box>
);

/** The messages of failed deliveries; of one target system, when the list is filtered by it. */
function useErrorOptions(): readonly Option[] {
  const { targetSystem } = useFilterValues();
  const { data = [] } = useErrors(targetSystem);
  return data.map(({ errorGroup, text, items, targetSystem: system }) => ({
    value: errorGroup,
    label: `${text} (${grouped(items)}${targetSystem === undefined ? `, ${systemWords(system)}` : ''})`,
  }));
}

const QUEUE: ListConfig<QueueRowDto> = {
  resource: 'queue',
  title: t`Sync queue`,
  intro: (
    <Trans>
      Submissions on their way to other systems.{' '}
      <PageLink to="/trends/queue">Waiting times and deliveries over time</PageLink>
    </Trans>
  ),
  sort: { field: 'updatedAt', order: 'DESC' },
  linkTo: (row) => showAddress('queue', itemId(row)),
  Summary: StatusTabs,
  SelectionActions: ReplaySelection,
  empty: {
    title: t`No submissions yet`,
    hint: t`A form that a student hands in is listed here. Once it is approved, it goes from here to other systems.`,
    example: {
      submissionId: 'form-1017',
      syncStatus: <StatusChip value="sent" />,
      targetSystem: 'CRM',
      studentName: 'Ann Lee',
      formType: 'degree_change',
      updatedAt: '2026-09-01T02:00:00Z',
    },
  },
  filters: [
    { source: 'q', label: t`Search`, type: 'search', placeholder: t`Submission or student ID`, width: 240 },
    { source: 'targetSystem', label: t`Target system`, useOptions: useSystemOptions, width: 190 },
    { source: 'errorGroup', label: t`Error`, useOptions: useErrorOptions, width: 260 },
    { source: 'from', until: 'to', label: t`Changed`, type: 'date' },
  ],
  columns: [
    {
      name: 'submissionId',
      label: t`Submission`,
      onCard: 'title',
      render: ({ submissionId }) => <ShortId id={submissionId} />,
    },
    {
      name: 'syncStatus',
      label: t`Status`,
      onCard: 'aside',
      render: (row) => <ItemStatus {...row} />,
    },
    { name: 'failure', label: t`Failure`, exportOnly: true },
    { name: 'targetSystem', label: t`Target` },
    { name: 'lastError', label: t`Last error`, wide: true, render: (row) => <LastError {...row} /> },
    { name: 'studentName', label: t`Student`, from: 'lg', render: (row) => <Student {...row} /> },
    { name: 'studentId', label: t`Student ID`, exportOnly: true },
    { name: 'formType', label: t`Form`, format: 'words', from: 'xl' },
    { name: 'submissionStatus', label: t`Review status`, format: 'words', from: 'xl' },
    { name: 'attempts', label: t`Attempts`, align: 'right', from: 'xl' },
    { name: 'updatedAt', label: t`Changed`, format: 'moment', from: 'lg' },
  ],
};

const List = () => <ListPage list={QUEUE} />;
export default List;

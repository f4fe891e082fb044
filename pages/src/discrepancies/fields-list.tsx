import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { DiscrepancyRowDto } from '../api/openapi';
import { fieldInWords, RECORD_FIELDS } from '../mappings/record-fields';
import { useSelection } from '../selection/use-selection';
import { showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { BatchProps, ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { ShortId } from '../ui/short-id';
import { StatusChip } from '../ui/status-chip';
import { words } from '../ui/words';
import { Compared } from './compared';
import { DISCREPANCY_STATUSES, SIDES } from './resolutions';
import { ResolveButton } from './resolve-button';
import { Views } from './views';

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
  title: t`Discrepancies`,
  intro: t`Fields of a submission that differ from the record. Until they are resolved, the submission is not queued.`,
  sort: { field: 'createdAt', order: 'DESC' },
  linkTo: ({ id }) => showAddress('discrepancies', id),
  Summary: Views,
  SelectionActions: ResolveSelection,
  empty: {
    title: t`No discrepancies`,
    hint: t`Discrepancies are found when a submission is approved or closed. They stay open until an administrator resolves them.`,
    example: {
      field: fieldInWords('degree'),
      submitted: 'Ph.D.',
      recorded: 'PhD',
      status: <StatusChip value="open" />,
      studentName: 'Ann Lee',
    },
  },
  filters: [
    { source: 'status', label: t`Status`, options: optionsOf(DISCREPANCY_STATUSES) },
    { source: 'studentId', label: t`Student`, placeholder: t`ID or legacy number` },
    { source: 'submissionId', label: t`Submission`, placeholder: t`Submission ID` },
    { source: 'field', label: t`Field`, options: optionsOf(RECORD_FIELDS) },
    { source: 'groupKey', label: t`Group`, isOfLinks: true, useText: () => t`One group, open ones` },
  ],
  columns: [
    { name: 'field', label: t`Field`, render: ({ field }) => fieldInWords(field), onCard: 'title' },
    { name: 'submitted', label: SIDES.submitted, render: (row) => <Compared {...row} side="submitted" /> },
    { name: 'recorded', label: SIDES.recorded, render: (row) => <Compared {...row} side="recorded" /> },
    { name: 'status', label: t`Status`, render: (row) => <Status {...row} />, onCard: 'aside' },
    {
      name: 'studentName',
      label: t`Student`,
      render: ({ studentName, studentId }) => studentName ?? studentId,
    },
    { name: 'studentId', label: t`Student ID`, exportOnly: true },
    {
      name: 'submissionId',
      label: t`Submission`,
      from: 'lg',
      render: ({ submissionId }) => (
        <PageLink to={showAddress('submissions', submissionId)}>
          <ShortId id={submissionId} />
        </PageLink>
      ),
    },
    { name: 'formType', label: t`Form`, format: 'words', from: 'xl' },
    { name: 'resolution', label: t`Resolution`, exportOnly: true },
    { name: 'createdAt', label: t`Found`, format: 'moment', from: 'xl' },
  ],
};

const List = () => <ListPage list={DISCREPANCIES} />;
export default List;

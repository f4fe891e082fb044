import { t } from '@lingui/core/macro';

import type { WaitingSubmissionDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { ShortId } from '../ui/short-id';
import { Views } from './views';
import { WAITING_FILTERS } from './waiting-filters';

const SUBMISSIONS: ListConfig<WaitingSubmissionDto> = {
  resource: 'submissions',
  title: t`Discrepancies by submission`,
  intro: t`Submissions that differ from the record. Each waits, and is not queued, until every difference is decided.`,
  sort: { field: 'waitingSince', order: 'ASC' },
  linkTo: ({ submissionId }) => showAddress('submissions', submissionId),
  Summary: Views,
  empty: {
    title: t`No submission waits for a decision`,
    hint: t`An approved form with a field that differs from the record stops here, until you say which value is right.`,
    example: {
      submissionId: 'form-1017',
      studentName: 'Ann Lee',
      formType: 'degree_change',
      openFields: fieldInWords('degree'),
      waitingSince: '2026-09-01T02:00:00Z',
    },
  },
  filters: WAITING_FILTERS,
  columns: [
    {
      name: 'submissionId',
      label: t`Submission`,
      onCard: 'title',
      render: ({ submissionId }) => <ShortId id={submissionId} />,
    },
    {
      name: 'studentName',
      label: t`Student`,
      render: ({ studentName, studentId }) => studentName ?? studentId,
    },
    { name: 'studentId', label: t`Student ID`, exportOnly: true },
    { name: 'formType', label: t`Form`, format: 'words' },
    {
      name: 'openFields',
      label: t`Differs in`,
      wide: true,
      render: ({ openFields }) => openFields.map(fieldInWords).join(', '),
      csv: ({ openFields }) => openFields.join(', '),
    },
    { name: 'submissionStatus', label: t`Review status`, format: 'words', from: 'lg' },
    { name: 'waitingSince', label: t`Waiting since`, format: 'moment' },
  ],
};

const List = () => <ListPage list={SUBMISSIONS} />;
export default List;

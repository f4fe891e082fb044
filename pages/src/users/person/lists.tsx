import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type {
  ConflictRowDto,
  DiscrepancyRowDto,
  HoldRowDto,
  PersonSubmissionDto,
  RequestRowDto,
} from '../../api/openapi';
import { ConflictStatus } from '../../conflicts/conflict-status';
import { CONFLICT_KINDS, DECISIONS } from '../../conflicts/kinds';
import { Compared } from '../../discrepancies/compared';
import { HOLD_REASONS } from '../../holds/decisions';
import { HoldStatus } from '../../holds/hold-status';
import { fieldInWords } from '../../mappings/record-fields';
import { HttpStatus } from '../../requests/http-status';
import { Path } from '../../requests/path';
import { listAddress, showAddress } from '../../ui/addresses';
import type { ListSectionConfig } from '../../ui/list/types';
import { PageLink } from '../../ui/page-link';
import { RunLink } from '../../ui/run-link';
import { ShortId } from '../../ui/short-id';
import { StatusChip, type Tone } from '../../ui/status-chip';
import { grouped } from '../../ui/words';

const REVIEW_TONES: Readonly<Record<PersonSubmissionDto['status'], Tone>> = {
  draft: 'neutral',
  submitted: 'info',
  in_review: 'info',
  returned: 'warning',
  approved: 'success',
  rejected: 'error',
  closed: 'neutral',
};

export const SUBMISSIONS: ListSectionConfig<PersonSubmissionDto> = {
  resource: 'userSubmissions',
  title: t`Submissions`,
  intro: t`Forms that the student handed in, the latest first.`,
  sort: { field: 'createdAt', order: 'DESC' },
  empty: { title: t`No submissions` },
  columns: [
    {
      name: 'submissionId',
      label: t`Submission`,
      onCard: 'title',
      render: ({ submissionId }) => (
        <PageLink to={listAddress('queue', { q: submissionId })} sx={{ fontWeight: 600 }}>
          <ShortId id={submissionId} />
        </PageLink>
      ),
    },
    { name: 'formType', label: t`Form`, format: 'words' },
    {
      name: 'status',
      label: t`Review`,
      onCard: 'aside',
      render: ({ status }) => <StatusChip value={status} tone={REVIEW_TONES[status]} />,
    },
    {
      name: 'openDiscrepancies',
      label: t`Discrepancies`,
      render: ({ submissionId, openDiscrepancies, resolvedDiscrepancies }) =>
        openDiscrepancies + resolvedDiscrepancies === 0 ? (
          '–'
        ) : (
          <PageLink to={showAddress('submissions', submissionId)}>
            {openDiscrepancies > 0 ? t`${grouped(openDiscrepancies)} open` : t`Resolved`}
          </PageLink>
        ),
    },
    { name: 'submittedAt', label: t`Submitted`, format: 'moment', from: 'lg' },
    { name: 'decidedAt', label: t`Decided`, format: 'moment' },
  ],
};

export const DISCREPANCIES: ListSectionConfig<DiscrepancyRowDto> = {
  resource: 'discrepancies',
  title: t`Discrepancies`,
  intro: t`Fields of submissions that differ from the record, open and resolved ones.`,
  sort: { field: 'createdAt', order: 'DESC' },
  linkTo: ({ id }) => showAddress('discrepancies', id),
  empty: { title: t`No discrepancies` },
  columns: [
    { name: 'field', label: t`Field`, render: ({ field }) => fieldInWords(field), onCard: 'title' },
    { name: 'submitted', label: t`Submitted`, render: (row) => <Compared {...row} side="submitted" /> },
    { name: 'recorded', label: t`Recorded`, render: (row) => <Compared {...row} side="recorded" /> },
    { name: 'status', label: t`Status`, format: 'status', onCard: 'aside' },
    { name: 'resolution', label: t`Resolution`, format: 'words', from: 'lg' },
    {
      name: 'submissionId',
      label: t`Submission`,
      render: ({ submissionId }) => <ShortId id={submissionId} />,
    },
    { name: 'createdAt', label: t`Found`, format: 'moment', from: 'lg' },
  ],
};

export const HELD: ListSectionConfig<HoldRowDto> = {
  resource: 'holds',
  title: t`Held de-provisionings`,
  intro: t`Requests to end the access of this user that wait, or waited, for an administrator.`,
  sort: { field: 'requestedAt', order: 'DESC' },
  linkTo: ({ id }) => showAddress('holds', id),
  empty: { title: t`Nothing was held` },
  columns: [
    { name: 'requestedAt', label: t`Requested`, format: 'moment', onCard: 'title' },
    {
      name: 'status',
      label: t`Status`,
      onCard: 'aside',
      render: ({ status }) => <HoldStatus status={status} />,
    },
    {
      name: 'reason',
      label: t`Reason`,
      csv: ({ reason }) => HOLD_REASONS[reason],
      render: ({ reason }) => HOLD_REASONS[reason],
    },
    { name: 'run', label: t`Run`, render: ({ run }) => <RunLink run={run} /> },
    { name: 'actorLabel', label: t`Requested by` },
    { name: 'decidedAt', label: t`Decided`, format: 'moment' },
    { name: 'decidedByLabel', label: t`Decided by` },
    { name: 'id', label: t`Hold ID`, exportOnly: true },
  ],
};

export const CONFLICTS: ListSectionConfig<ConflictRowDto> = {
  resource: 'conflicts',
  title: t`Conflicts`,
  intro: t`Rows of which the service could not decide alone whether they are about this user.`,
  sort: { field: 'lastAt', order: 'DESC' },
  linkTo: ({ id }) => showAddress('conflicts', id),
  empty: { title: t`No conflicts` },
  columns: [
    {
      name: 'kind',
      label: t`Question`,
      onCard: 'title',
      render: ({ kind }) => CONFLICT_KINDS[kind],
      wide: true,
    },
    {
      name: 'status',
      label: t`Status`,
      onCard: 'aside',
      render: ({ status }) => <ConflictStatus status={status} />,
    },
    {
      name: 'decision',
      label: t`Decision`,
      render: ({ decision }) => (decision === null ? '–' : DECISIONS[decision]),
    },
    { name: 'count', label: t`Asked`, align: 'right', render: ({ count }) => `${grouped(count)}×` },
    { name: 'lastAt', label: t`Last asked`, format: 'moment' },
    { name: 'run', label: t`Run`, render: ({ run }) => <RunLink run={run} /> },
    { name: 'decidedByLabel', label: t`Decided by`, from: 'lg' },
    { name: 'id', label: t`Conflict ID`, exportOnly: true },
  ],
};

export const REQUESTS: ListSectionConfig<RequestRowDto> = {
  resource: 'userRequests',
  title: t`Requests`,
  intro: (
    <Trans>The calls that changed this user or were refused for them; the request log keeps 90 days.</Trans>
  ),
  sort: { field: 'at', order: 'DESC' },
  linkTo: ({ id }) => showAddress('requests', id),
  empty: { title: t`No requests are kept` },
  columns: [
    { name: 'at', label: t`Time`, format: 'moment', onCard: 'title' },
    {
      name: 'status',
      label: t`Status`,
      onCard: 'aside',
      render: ({ status }) => <HttpStatus status={status} />,
    },
    {
      name: 'path',
      label: t`Request`,
      wide: true,
      render: ({ method, path }) => (
        <>
          <strong>{method}</strong> <Path path={path} />
        </>
      ),
    },
    { name: 'actorLabel', label: t`By` },
    { name: 'run', label: t`Run`, render: ({ run }) => <RunLink run={run} /> },
    { name: 'requestId', label: t`Request ID`, exportOnly: true },
  ],
};

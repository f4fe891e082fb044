import { t } from '@lingui/core/macro';
import { useState } from 'react';

import type { DiscrepancyRowDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { showAddress } from '../ui/addresses';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { DescriptionList } from '../ui/description-list';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { words } from '../ui/words';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { Decision } from './decided-section';
import { ResolveButton } from './resolve-button';
import { Sides } from './sides';
import { UndoButton } from './undo-button';

const Origin = ({ row }: { readonly row: DiscrepancyRowDto }) => (
  <Section title={t`Origin`}>
    <DescriptionList
      entries={[
        {
          label: t`Submission`,
          value: <PageLink to={showAddress('submissions', row.submissionId)}>{row.submissionId}</PageLink>,
        },
        { label: t`Form`, value: words(row.formType) },
        {
          label: t`Student`,
          value: (
            <PageLink to={showAddress('users', row.studentId)}>
              {row.studentName === null ? row.studentId : `${row.studentName} (${row.studentId})`}
            </PageLink>
          ),
        },
        { label: t`Found`, value: <When value={row.createdAt} /> },
      ]}
    />
  </Section>
);

const Show = () => {
  const { id, ...answer } = useRow<DiscrepancyRowDto>('discrepancies');
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const { data } = answer;
  const settle = (done: BatchOutcome) => {
    setOutcome(done);
    void answer.refetch();
  };
  return (
    <RowPage<DiscrepancyRowDto>
      list={{ to: '/discrepancies', label: t`Discrepancies` }}
      title={
        data === undefined
          ? t`Discrepancy ${id}`
          : t`${fieldInWords(data.field)} of ${data.studentName ?? data.studentId}`
      }
      answer={answer}
      actions={({ status }) =>
        status === 'open' ? (
          <ResolveButton ids={[id]} onDone={settle} />
        ) : (
          <UndoButton ids={[id]} onDone={settle} />
        )
      }
    >
      {(row) => (
        <>
          <BatchResults
            outcome={outcome}
            onClose={() => {
              setOutcome(undefined);
            }}
          />
          <Section title={t`Difference`} actions={<StatusChip value={row.status} />}>
            <Sides row={row} />
          </Section>
          {row.status === 'resolved' && (
            <Section title={t`Resolution`}>
              <Decision row={row} />
            </Section>
          )}
          <Origin row={row} />
        </>
      )}
    </RowPage>
  );
};
export default Show;

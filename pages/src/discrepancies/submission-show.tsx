import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import type { SubmissionCardDto } from '../api/openapi';
import { listAddress, showAddress } from '../ui/addresses';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { DescriptionList } from '../ui/description-list';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { useRow } from '../ui/use-row';
import { words } from '../ui/words';
import { DecideSection } from './decide-section';
import { DecidedSection } from './decided-section';
import { FormTable } from './form-table';
import { NextSubmission } from './next-submission';

const Facts = ({ card }: { readonly card: SubmissionCardDto }) => (
  <DescriptionList
    entries={[
      {
        label: t`Student`,
        value: (
          <PageLink to={showAddress('users', card.studentId)}>
            {card.studentName === null ? card.studentId : `${card.studentName} (${card.studentId})`}
          </PageLink>
        ),
      },
      { label: t`Form`, value: words(card.formType) },
      {
        label: t`Delivery`,
        value: (
          <PageLink to={listAddress('queue', { q: card.submissionId })}>
            <Trans>In the sync queue</Trans>
          </PageLink>
        ),
      },
    ]}
  />
);

/** A submission with its whole form and everything that differs, to be decided at once. */
const Show = () => {
  const { id, ...answer } = useRow<SubmissionCardDto & { readonly id: string }>('submissions');
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const done = (result: BatchOutcome) => {
    setOutcome(result);
    void answer.refetch();
  };
  return (
    <RowPage
      list={{ to: '/submissions', label: t`Discrepancies by submission` }}
      title={t`Submission ${id}`}
      answer={answer}
      actions={(card) => <NextSubmission after={card.submissionId} />}
    >
      {(card) => {
        const open = card.discrepancies.filter(({ status }) => status === 'open');
        const decided = card.discrepancies.filter(({ status }) => status === 'resolved');
        return (
          <>
            <BatchResults
              outcome={outcome}
              onClose={() => {
                setOutcome(undefined);
              }}
            />
            <Section title={t`Submission`} actions={<StatusChip value={card.submissionStatus} />}>
              <Facts card={card} />
            </Section>
            {open.length > 0 && (
              <DecideSection
                key={open.map(({ id: one }) => one).join()}
                submissionId={card.submissionId}
                open={open}
                onDone={done}
              />
            )}
            {decided.length > 0 && <DecidedSection decided={decided} onDone={done} />}
            <FormTable lines={card.form} />
          </>
        );
      }}
    </RowPage>
  );
};
export default Show;

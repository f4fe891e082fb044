import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useState } from 'react';

import type { QueueRowDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { DescriptionList } from '../ui/description-list';
import type { Row } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { words } from '../ui/words';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { Envelope } from './envelope';
import { ItemStatus } from './failure-chip';
import { History } from './history';
import { itemKeyOf } from './item-key';
import { lastErrorInWords } from './last-error';
import { ReplayButton } from './replay-button';

const ItemSection = ({ item }: { readonly item: QueueRowDto }) => (
  <Section title={t`Item`} actions={<ItemStatus {...item} />}>
    {item.lastError !== null && (
      <Alert severity={item.failure === 'decision' ? 'warning' : 'error'} role="note" sx={{ mb: 2 }}>
        {lastErrorInWords(item.lastError)}
      </Alert>
    )}
    <DescriptionList
      entries={[
        {
          label: t`Student`,
          value: (
            <PageLink to={showAddress('users', item.studentId)}>
              {item.studentName === null ? item.studentId : `${item.studentName} (${item.studentId})`}
            </PageLink>
          ),
        },
        { label: t`Form`, value: words(item.formType) },
        { label: t`Review status`, value: words(item.submissionStatus) },
        {
          label: t`Target system`,
          value: item.targetSystem !== null && (
            <PageLink to={showAddress('connectors', item.targetSystem)}>{item.targetSystem}</PageLink>
          ),
        },
        { label: t`Attempts`, value: item.attempts },
        { label: t`Queued`, value: <When value={item.queuedAt} none={t`Never`} /> },
        { label: t`Last transition`, value: <When value={item.lastTransitionAt} none={t`Never`} /> },
        {
          label: t`Discrepancies`,
          value: (
            <PageLink to={showAddress('submissions', item.submissionId)}>
              <Trans>Discrepancies of this submission</Trans>
            </PageLink>
          ),
        },
        { label: t`Created`, value: <When value={item.createdAt} /> },
      ]}
    />
  </Section>
);

const Show = () => {
  const { id, ...answer } = useRow<Row<QueueRowDto>>('queue');
  const [outcome, setOutcome] = useState<BatchOutcome>();
  return (
    <RowPage<QueueRowDto>
      list={{ to: '/queue', label: t`Sync queue` }}
      title={t`Submission ${itemKeyOf(id).submissionId}`}
      answer={answer}
      actions={() => (
        <ReplayButton
          itemIds={[id]}
          onDone={(done) => {
            setOutcome(done);
            void answer.refetch();
          }}
        />
      )}
    >
      {(item) => (
        <>
          <BatchResults
            outcome={outcome}
            onClose={() => {
              setOutcome(undefined);
            }}
          />
          <ItemSection item={item} />
          <History itemKey={itemKeyOf(id)} version={item.updatedAt} />
          <Envelope itemKey={itemKeyOf(id)} version={item.updatedAt} />
        </>
      )}
    </RowPage>
  );
};
export default Show;

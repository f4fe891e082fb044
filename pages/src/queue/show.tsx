import Alert from '@mui/material/Alert';
import { useState } from 'react';

import type { QueueRowDto } from '../api/openapi';
import { listAddress, showAddress } from '../ui/addresses';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { DescriptionList } from '../ui/description-list';
import type { Row } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { words } from '../ui/words';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { Envelope } from './envelope';
import { History } from './history';
import { itemKeyOf } from './item-key';
import { ReplayButton } from './replay-button';

const ItemSection = ({ item }: { readonly item: QueueRowDto }) => (
  <Section title="Item" actions={<StatusChip value={item.syncStatus} />}>
    {item.lastError !== null && (
      <Alert severity="error" role="note" sx={{ mb: 2 }}>
        {item.lastError}
      </Alert>
    )}
    <DescriptionList
      entries={[
        {
          label: 'Student',
          value: (
            <PageLink to={showAddress('users', item.studentId)}>
              {item.studentName === null ? item.studentId : `${item.studentName} (${item.studentId})`}
            </PageLink>
          ),
        },
        { label: 'Form', value: words(item.formType) },
        { label: 'Review status', value: words(item.submissionStatus) },
        { label: 'Target system', value: item.targetSystem },
        { label: 'Attempts', value: item.attempts },
        { label: 'Queued', value: <When value={item.queuedAt} none="Never" /> },
        { label: 'Last transition', value: <When value={item.lastTransitionAt} none="Never" /> },
        {
          label: 'Discrepancies',
          value: (
            <PageLink to={listAddress('discrepancies', { submissionId: item.submissionId })}>
              Discrepancies of this submission
            </PageLink>
          ),
        },
        { label: 'Created', value: <When value={item.createdAt} /> },
      ]}
    />
  </Section>
);

const Show = () => {
  const { id, ...answer } = useRow<Row<QueueRowDto>>('queue');
  const [outcome, setOutcome] = useState<BatchOutcome>();
  return (
    <RowPage<QueueRowDto>
      list={{ to: '/queue', label: 'Sync queue' }}
      title={`Submission ${itemKeyOf(id).submissionId}`}
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

import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { Facts } from '../ui/facts';
import { listWith } from '../ui/list-with';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip, words } from '../ui/status-chip';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { Envelope } from './envelope';
import { History } from './history';
import type { Item } from './model';
import { ReplayButton } from './replay-button';

const ItemSection = ({ item }: { readonly item: Item }) => (
  <Section title="Item" actions={<StatusChip value={item.syncStatus} />}>
    {item.lastError !== null && (
      <Alert severity="error" role="note" sx={{ mb: 2 }}>
        {item.lastError}
      </Alert>
    )}
    <Facts
      facts={[
        {
          label: 'Student',
          value: (
            <Link component={RouterLink} to={`/users/${encodeURIComponent(item.studentId)}/show`}>
              {item.studentName === null ? item.studentId : `${item.studentName} (${item.studentId})`}
            </Link>
          ),
        },
        { label: 'Form', value: words(item.formType) },
        { label: 'Review', value: words(item.submissionStatus) },
        { label: 'Target system', value: item.targetSystem },
        { label: 'Attempts', value: item.attempts },
        { label: 'Queued', value: <When value={item.queuedAt} none="Never" /> },
        { label: 'Last transition', value: <When value={item.lastTransitionAt} none="Never" /> },
        {
          label: 'Discrepancies',
          value: (
            <Link component={RouterLink} to={listWith('discrepancies', { submissionId: item.submissionId })}>
              Those of this submission
            </Link>
          ),
        },
        { label: 'Created', value: <When value={item.createdAt} /> },
      ]}
    />
  </Section>
);

const Show = () => {
  const { id, ...answer } = useRow<Item>('queue');
  const [outcome, setOutcome] = useState<BatchOutcome>();
  return (
    <RowPage<Item>
      list={{ to: '/queue', label: 'Sync queue' }}
      title={`Submission ${id}`}
      answer={answer}
      actions={() => (
        <ReplayButton
          submissionIds={[id]}
          onDone={(done) => {
            setOutcome(done);
            void answer.refetch();
          }}
        />
      )}
    >
      {(item) => (
        <>
          {outcome !== undefined && (
            <BatchResults
              outcome={outcome}
              onClose={() => {
                setOutcome(undefined);
              }}
            />
          )}
          <ItemSection item={item} />
          <History submissionId={id} version={item.updatedAt} />
          <Envelope submissionId={id} version={item.updatedAt} />
        </>
      )}
    </RowPage>
  );
};
export default Show;

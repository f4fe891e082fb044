import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { fieldInWords } from '../mappings/record-fields';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { Facts } from '../ui/facts';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip, words } from '../ui/status-chip';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { Compared } from './compared';
import { type Discrepancy, resolutionInWords } from './model';
import { ResolveButton } from './resolve-button';

const Side = ({ row, side }: { readonly row: Discrepancy; readonly side: 'submitted' | 'recorded' }) => (
  <Paper variant="outlined" sx={{ p: 2, minWidth: 0, bgcolor: 'background.default' }}>
    <Typography variant="h3" sx={{ mb: 0.5 }}>
      {side === 'submitted' ? 'Submitted' : 'Recorded'}
    </Typography>
    <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
      {side === 'submitted' ? `Form field “${row.formField}”` : `${fieldInWords(row.field)} of the record`}
    </Typography>
    <Typography>
      <Compared {...row} side={side} />
    </Typography>
  </Paper>
);

const Origin = ({ row }: { readonly row: Discrepancy }) => (
  <Section title="Where it comes from">
    <Facts
      facts={[
        {
          label: 'Submission',
          value: (
            <Link component={RouterLink} to={`/queue/${encodeURIComponent(row.submissionId)}/show`}>
              {row.submissionId}
            </Link>
          ),
        },
        { label: 'Form', value: words(row.formType) },
        {
          label: 'Student',
          value: (
            <Link component={RouterLink} to={`/users/${encodeURIComponent(row.studentId)}/show`}>
              {row.studentName === null ? row.studentId : `${row.studentName} (${row.studentId})`}
            </Link>
          ),
        },
        { label: 'Found', value: <When value={row.createdAt} /> },
      ]}
    />
  </Section>
);

const Decision = ({ row }: { readonly row: Discrepancy }) => (
  <Section title="Decision">
    <Facts
      facts={[
        { label: 'Resolution', value: resolutionInWords(row.resolution) },
        { label: 'Resolved', value: <When value={row.resolvedAt} /> },
        { label: 'By', value: row.resolvedByLabel ?? row.resolvedBy },
        { label: 'Note', value: row.note },
      ]}
    />
  </Section>
);

const Show = () => {
  const { id, ...answer } = useRow<Discrepancy>('discrepancies');
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const { data } = answer;
  return (
    <RowPage<Discrepancy>
      list={{ to: '/discrepancies', label: 'Discrepancies' }}
      title={
        data === undefined
          ? `Discrepancy ${id}`
          : `${fieldInWords(data.field)} of ${data.studentName ?? data.studentId}`
      }
      answer={answer}
      actions={({ status }) =>
        status === 'open' && (
          <ResolveButton
            ids={[id]}
            onDone={(done) => {
              setOutcome(done);
              void answer.refetch();
            }}
          />
        )
      }
    >
      {(row) => (
        <>
          {outcome !== undefined && (
            <BatchResults
              outcome={outcome}
              onClose={() => {
                setOutcome(undefined);
              }}
            />
          )}
          <Section title="Difference" actions={<StatusChip value={row.status} />}>
            <Box
              sx={{
                display: 'grid',
                gap: 2,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
              }}
            >
              <Side row={row} side="submitted" />
              <Side row={row} side="recorded" />
            </Box>
          </Section>
          {row.status === 'resolved' && <Decision row={row} />}
          <Origin row={row} />
        </>
      )}
    </RowPage>
  );
};
export default Show;

import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { DiscrepancyRowDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { listAddress, showAddress } from '../ui/addresses';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { DescriptionList } from '../ui/description-list';
import { entryOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { words } from '../ui/words';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { Compared } from './compared';
import { RESOLUTIONS } from './resolutions';
import { ResolveButton } from './resolve-button';

const Side = ({
  row,
  side,
}: {
  readonly row: DiscrepancyRowDto;
  readonly side: 'submitted' | 'recorded';
}) => (
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

const Origin = ({ row }: { readonly row: DiscrepancyRowDto }) => (
  <Section title="Origin">
    <DescriptionList
      entries={[
        {
          label: 'Submission',
          value: <PageLink to={listAddress('queue', { q: row.submissionId })}>{row.submissionId}</PageLink>,
        },
        { label: 'Form', value: words(row.formType) },
        {
          label: 'Student',
          value: (
            <PageLink to={showAddress('users', row.studentId)}>
              {row.studentName === null ? row.studentId : `${row.studentName} (${row.studentId})`}
            </PageLink>
          ),
        },
        { label: 'Found', value: <When value={row.createdAt} /> },
      ]}
    />
  </Section>
);

const Decision = ({ row }: { readonly row: DiscrepancyRowDto }) => (
  <Section title="Resolution">
    <DescriptionList
      entries={[
        { label: 'Resolution', value: row.resolution && entryOf(RESOLUTIONS, row.resolution)?.label },
        { label: 'Resolved', value: <When value={row.resolvedAt} /> },
        { label: 'Resolved by', value: row.resolvedByLabel ?? row.resolvedBy },
        { label: 'Note', value: row.note },
      ]}
    />
  </Section>
);

const Show = () => {
  const { id, ...answer } = useRow<DiscrepancyRowDto>('discrepancies');
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const { data } = answer;
  return (
    <RowPage<DiscrepancyRowDto>
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
          <BatchResults
            outcome={outcome}
            onClose={() => {
              setOutcome(undefined);
            }}
          />
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

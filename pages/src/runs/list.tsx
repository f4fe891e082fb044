import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { FileLink } from '../files/file-link';
import type { RunRowDto } from '../api/openapi';
import { ActorPicker } from '../audit/picker';
import { useLabel } from '../audit/use-label';
import { listAddress, showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { Column, ListConfig } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { grouped } from '../ui/words';
import { AttentionNote } from './attention-note';
import { durationText, unusualOf, workflowInWords } from './counts';
import { DropFolders } from './drop-folders';

function countColumn(
  name: 'inserted' | 'updated' | 'unchanged' | 'restored' | 'received' | 'failed',
  label: string,
  layout: Partial<Pick<Column<RunRowDto>, 'from' | 'onCard'>> = {},
): Column<RunRowDto> {
  return {
    name,
    label,
    align: 'right',
    ...layout,
    render: (run) =>
      name === 'failed' && run.failed > 0 ? (
        <Box component="strong" sx={{ color: 'error.main' }}>
          {grouped(run[name])}
        </Box>
      ) : (
        grouped(run[name])
      ),
  };
}

function unusualText(run: RunRowDto): string {
  const unusual = unusualOf(run);
  if (unusual === undefined) return t`Not known yet`;
  return unusual.length === 0 ? t`As usual` : unusual.join(', ');
}

const Deprovisioned = ({ deprovisioned, heldReleased }: RunRowDto) => (
  <>
    {grouped(deprovisioned)}
    {heldReleased > 0 && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        <Trans>{grouped(heldReleased)} later</Trans>
      </Typography>
    )}
  </>
);

/** What the counts do not say of a run. */
const Marks = ({ undone, refusedFinish, workflow }: RunRowDto) => {
  const marks = [
    ...(refusedFinish === null ? [] : [t`Not complete`]),
    ...(undone === null ? [] : [undone === 'all' ? t`Undone` : t`Partly undone`]),
    ...(workflow.received === 0 ? [] : [t`Progress and submissions: ${workflowInWords(workflow)}`]),
  ];
  return (
    <>
      {marks.map((mark) => (
        <Typography
          key={mark}
          component="span"
          variant="body2"
          color="textSecondary"
          sx={{ display: 'block', fontWeight: 400 }}
        >
          {mark}
        </Typography>
      ))}
    </>
  );
};

const Attention = () => <AttentionNote kinds={['failedRows', 'lateRuns', 'deprovisioned']} />;

const RUNS: ListConfig<RunRowDto> = {
  resource: 'runs',
  title: t`Runs`,
  intro: (
    <Trans>
      The calls that named one run in X-Sync-Run, such as those of a nightly file, with what became of the
      people in them. A run is compared with the last seven of the same sender with names like its own.{' '}
      <PageLink to="/trends">Failed rows and de-provisionings over time</PageLink>
    </Trans>
  ),
  sort: { field: 'startedAt', order: 'DESC' },
  Summary: Attention,
  linkTo: ({ name }) => showAddress('runs', name),
  empty: {
    title: t`No runs yet`,
    hint: (
      <Trans>
        A run appears here when a call names it in the header X-Sync-Run; the nightly command does.
      </Trans>
    ),
    action: <FileLink />,
    example: {
      name: 'nightly-2026-09-01',
      startedAt: '2026-09-01T02:00:00Z',
      senders: 'SIS nightly',
      inserted: '12',
      updated: '40',
      deprovisioned: '3',
      failed: '0',
    },
  },
  filters: [
    { source: 'name', label: t`Name`, type: 'search', placeholder: 'nightly', width: 220 },
    {
      source: 'sender',
      label: t`Sender`,
      Field: ActorPicker,
      useText: useLabel,
      placeholder: t`Administrator or key`,
      width: 220,
    },
    {
      source: 'withFailures',
      label: t`Failures`,
      options: [{ value: 'true', label: t`With failures` }],
      width: 170,
    },
  ],
  columns: [
    {
      name: 'name',
      label: t`Run`,
      onCard: 'title',
      render: (run) => (
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {run.name}
          <Marks {...run} />
        </Box>
      ),
    },
    { name: 'startedAt', label: t`Began`, format: 'moment', onCard: 'aside' },
    {
      name: 'senders',
      label: t`Sender`,
      from: 'lg',
      csv: ({ senders }) => senders.map(({ label }) => label).join(', '),
    },
    countColumn('received', t`Received`, { from: 'xl' }),
    countColumn('inserted', t`Inserted`, { from: 'lg' }),
    countColumn('updated', t`Updated`, { from: 'lg' }),
    countColumn('unchanged', t`Unchanged`, { from: 'xl', onCard: 'hidden' }),
    {
      name: 'deprovisioned',
      label: t`De-provisioned`,
      align: 'right',
      render: (run) => <Deprovisioned {...run} />,
    },
    { name: 'heldReleased', label: t`De-provisioned later, when released`, exportOnly: true },
    countColumn('restored', t`Restored`, { from: 'xl', onCard: 'hidden' }),
    {
      name: 'held',
      label: t`Held`,
      align: 'right',
      render: ({ name, held }) =>
        held > 0 ? (
          <PageLink to={listAddress('holds', { run: name })} sx={{ fontWeight: 600 }}>
            {grouped(held)}
          </PageLink>
        ) : (
          '0'
        ),
    },
    countColumn('failed', t`Failed`),
    { name: 'usual', label: t`Compared with usual`, csv: unusualText },
    {
      name: 'durationMs',
      label: t`Duration`,
      from: 'xl',
      onCard: 'hidden',
      render: ({ durationMs }) => durationText(durationMs),
    },
    { name: 'lastCallAt', label: t`Ended`, exportOnly: true },
  ],
};

const List = () => (
  <ListPage list={RUNS}>
    <DropFolders />
  </ListPage>
);
export default List;

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';

import type { RequestRowDto, RowCountsDto } from '../api/openapi';
import { ActorPicker } from '../audit/picker';
import { useLabel } from '../audit/use-label';
import { showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import type { Option } from '../ui/options';
import { RunLink } from '../ui/run-link';
import { grouped, words } from '../ui/words';
import { HttpStatus } from './http-status';
import { Path } from './path';

const OUTCOMES = ['inserted', 'updated', 'unchanged', 'failed'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method }));
const STATUS_CLASSES: readonly Option[] = [
  { value: '2xx', label: t`2xx: successful` },
  { value: '4xx', label: t`4xx: refused` },
  { value: '5xx', label: t`5xx: failed` },
];

const Counts = ({ counts }: { readonly counts: RowCountsDto }) => {
  const shown = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  if (shown.length === 0) return t`none`;
  return shown.map((outcome, index) => (
    <Fragment key={outcome}>
      {index > 0 && ', '}
      <Box
        component="span"
        sx={{
          whiteSpace: 'nowrap',
          ...(outcome === 'failed' ? { color: 'error.main', fontWeight: 600 } : {}),
        }}
      >
        {grouped(counts[outcome])} {words(outcome).toLowerCase()}
      </Box>
    </Fragment>
  ));
};

const Status = ({ status, code }: RequestRowDto) => (
  <Box component="span" sx={{ display: 'inline-block' }}>
    <HttpStatus status={status} />
    {code !== null && (
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {code}
      </Typography>
    )}
  </Box>
);

const REQUESTS: ListConfig<RequestRowDto> = {
  resource: 'requests',
  title: t`Request log`,
  intro: (
    <Trans>
      Requests of the last 90 days. A body is kept only when the request failed, with its values masked.
    </Trans>
  ),
  sort: { field: 'at', order: 'DESC' },
  streamed: ['csv'],
  linkTo: ({ id }) => showAddress('requests', id),
  empty: {
    title: t`No requests yet`,
    hint: t`Calls with your API keys and changes by administrators appear here.`,
    example: {
      at: '2026-09-01T02:00:00Z',
      status: <HttpStatus status={200} />,
      path: 'POST /api/v1/integration/users/bulk',
      actorLabel: 'SIS nightly',
      ms: t`${grouped(840)} ms`,
    },
  },
  filters: [
    { source: 'method', label: t`Method`, options: METHODS, width: 140 },
    { source: 'status', label: t`Status`, options: STATUS_CLASSES, width: 160 },
    {
      source: 'actor',
      label: t`By`,
      Field: ActorPicker,
      useText: useLabel,
      placeholder: t`Administrator or key`,
      width: 220,
    },
    { source: 'from', until: 'to', label: t`When`, type: 'date' },
    { source: 'route', label: t`Route`, placeholder: '/api/v1/integration/…', width: 260 },
    { source: 'run', label: t`Run`, placeholder: 'nightly-2026-09-01', width: 220 },
    { source: 'requestId', label: t`Request ID`, width: 220 },
  ],
  columns: [
    { name: 'at', label: t`Time`, format: 'moment', onCard: 'title' },
    { name: 'status', label: t`Status`, render: (request) => <Status {...request} />, onCard: 'aside' },
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
    {
      name: 'rows',
      label: t`Rows`,
      from: 'lg',
      csv: false,
      render: ({ counts }) => (counts === null ? '–' : <Counts counts={counts} />),
    },
    {
      name: 'actorLabel',
      label: t`By`,
      render: ({ actorLabel, run }) => (
        <>
          {actorLabel}
          {run !== null && (
            <Typography component="span" variant="caption" sx={{ display: 'block' }}>
              <RunLink run={run} />
            </Typography>
          )}
        </>
      ),
    },
    {
      name: 'ms',
      label: t`Duration`,
      align: 'right',
      render: ({ ms }) => (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          <Trans>{grouped(ms)} ms</Trans>
        </Box>
      ),
    },
  ],
};

const List = () => <ListPage list={REQUESTS} />;
export default List;

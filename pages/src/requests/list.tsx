import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';

import type { RequestRowDto, RowCountsDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import type { Option } from '../ui/options';
import { grouped, words } from '../ui/words';
import { HttpStatus } from './http-status';
import { Path } from './path';
import { useActors } from './use-actors';

const OUTCOMES = ['inserted', 'updated', 'unchanged', 'failed'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method }));
const STATUS_CLASSES: readonly Option[] = [
  { value: '2xx', label: '2xx: successful' },
  { value: '4xx', label: '4xx: refused' },
  { value: '5xx', label: '5xx: failed' },
];

const Counts = ({ counts }: { readonly counts: RowCountsDto }) => {
  const shown = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  if (shown.length === 0) return 'none';
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
        {grouped(counts[outcome])} {outcome}
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
  title: 'Request log',
  intro: 'Requests of the last 90 days. A body is kept only when the request failed, with its values masked.',
  sort: { field: 'at', order: 'DESC' },
  linkTo: ({ id }) => showAddress('requests', id),
  empty: {
    title: 'No requests yet',
    hint: 'Calls with your API keys and changes by administrators appear here.',
  },
  filters: [
    { source: 'method', label: 'Method', options: METHODS, width: 140 },
    { source: 'status', label: 'Status', options: STATUS_CLASSES, width: 160 },
    { source: 'actor', label: 'By', useOptions: useActors, width: 220 },
    { source: 'from', label: 'From (UTC)', type: 'date', width: 160 },
    { source: 'to', label: 'Before (UTC)', type: 'date', width: 160 },
    { source: 'route', label: 'Route', placeholder: '/api/v1/integration/…', width: 260 },
    { source: 'requestId', label: 'Request ID', width: 220 },
  ],
  columns: [
    { name: 'at', label: 'Time', format: 'moment', onCard: 'title' },
    { name: 'status', label: 'Status', render: (request) => <Status {...request} />, onCard: 'aside' },
    { name: 'code', label: 'Error code', exportOnly: true },
    { name: 'method', label: 'Method', exportOnly: true },
    {
      name: 'path',
      label: 'Request',
      wide: true,
      render: ({ method, path }) => (
        <>
          <strong>{method}</strong> <Path path={path} />
        </>
      ),
    },
    {
      name: 'rows',
      label: 'Rows',
      from: 'lg',
      csv: false,
      render: ({ counts }) => (counts === null ? '–' : <Counts counts={counts} />),
    },
    ...OUTCOMES.map((outcome) => ({
      name: outcome,
      label: words(outcome),
      exportOnly: true,
      csv: ({ counts }: RequestRowDto) => counts?.[outcome],
    })),
    { name: 'actorLabel', label: 'By' },
    {
      name: 'ms',
      label: 'Duration',
      align: 'right',
      render: ({ ms }) => (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {grouped(ms)} ms
        </Box>
      ),
    },
    { name: 'requestId', label: 'Request ID', exportOnly: true },
  ],
};

const List = () => <ListPage list={REQUESTS} />;
export default List;

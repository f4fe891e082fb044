import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useGetList } from 'react-admin';

import { grouped } from '../overview/grouped';
import { ListPage } from '../ui/list/list-page';
import type { Column, Filter, Option } from '../ui/list/types';
import { words } from '../ui/status-chip';
import { When } from '../ui/when';
import { HttpStatus } from './http-status';
import type { LoggedRequest, RowCounts } from './model';
import { Path } from './path';

const OUTCOMES = ['inserted', 'updated', 'unchanged', 'failed'] as const;

const Counts = ({ counts }: { readonly counts: RowCounts }) => {
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

const Status = ({ status, code }: LoggedRequest) => (
  <Box component="span" sx={{ display: 'inline-block' }}>
    <HttpStatus status={status} />
    {code !== null && (
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {code}
      </Typography>
    )}
  </Box>
);

const exported = { from: 'never', onCard: 'hidden' } as const;

const COLUMNS: readonly Column<LoggedRequest>[] = [
  { name: 'at', label: 'Time', sortable: true, render: ({ at }) => <When value={at} />, onCard: 'title' },
  { name: 'status', label: 'Status', render: (request) => <Status {...request} />, onCard: 'aside' },
  { name: 'code', label: 'Refusal', ...exported },
  { name: 'method', label: 'Method', ...exported },
  {
    name: 'path',
    label: 'Request',
    wide: true,
    render: ({ method, path }) => (
      <>
        <strong>{method}</strong> <Path path={path} />
      </>
    ),
    csv: ({ path }) => path,
  },
  {
    name: 'rows',
    label: 'Rows',
    from: 'lg',
    csv: false,
    render: ({ counts }) => (counts === null ? '–' : <Counts counts={counts} />),
  },
  ...OUTCOMES.map((outcome) => ({
    ...exported,
    name: outcome,
    label: words(outcome),
    csv: ({ counts }: LoggedRequest) => counts?.[outcome],
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
  { name: 'requestId', label: 'Request ID', ...exported },
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CLASSES: readonly Option[] = [
  { value: '2xx', label: '2xx: done' },
  { value: '4xx', label: '4xx: refused' },
  { value: '5xx', label: '5xx: failed' },
];

interface Key {
  readonly id: string;
  readonly apiKey: string;
  readonly label: string;
}
interface Administrator {
  readonly id: string;
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
}

const PAGE = { pagination: { page: 1, perPage: 100 } };

/** Every key and every administrator of the tenant. */
function useActors(): readonly Option[] {
  const { data: keys = [] } = useGetList<Key>('keys', { ...PAGE, sort: { field: 'label', order: 'ASC' } });
  const { data: people = [] } = useGetList<Administrator>('administrators', PAGE);
  return [
    ...keys.map(({ apiKey, label }) => ({ value: `key:${apiKey}`, label: `Key ${label}` })),
    ...people.map(({ userId, firstName, lastName }) => ({
      value: `admin:${userId}`,
      label: `${firstName} ${lastName}`,
    })),
  ];
}

function useFilters(): readonly Filter[] {
  return [
    {
      source: 'method',
      label: 'Method',
      options: METHODS.map((value) => ({ value, label: value })),
      width: 140,
    },
    { source: 'status', label: 'Status', options: CLASSES, width: 160 },
    { source: 'actor', label: 'By', options: useActors(), width: 220 },
    { source: 'from', label: 'From (UTC)', type: 'date', width: 160 },
    { source: 'to', label: 'Before (UTC)', type: 'date', width: 160 },
    { source: 'route', label: 'Route', placeholder: '/api/v1/integration/…', width: 260 },
    { source: 'requestId', label: 'Request ID', width: 220 },
  ];
}

const List = () => (
  <ListPage<LoggedRequest>
    title="Request log"
    intro="Requests of the last 90 days. Bodies are kept of failures only, with every text masked."
    columns={COLUMNS}
    filters={useFilters()}
    sort={{ field: 'at', order: 'DESC' }}
    linkTo={({ id }) => `/requests/${id}/show`}
    empty={{ title: 'No requests yet', hint: 'Every call with one of your API keys appears here.' }}
  />
);
export default List;

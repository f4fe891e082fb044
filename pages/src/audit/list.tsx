import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';

import { differencesOf, differencesText } from '../ui/difference';
import { Differences } from '../ui/differences';
import { ListPage } from '../ui/list/list-page';
import type { Column, Filter } from '../ui/list/types';
import { When } from '../ui/when';
import { ACTIONS, actionWords } from './actions';

interface AuditEvent {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly actorLabel: string;
  readonly action: string;
  readonly target: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly address: string | null;
  readonly requestId: string;
}

const FILTERS: readonly Filter[] = [
  {
    source: 'action',
    label: 'Action',
    options: ACTIONS.map((value) => ({ value, label: actionWords(value) })),
    width: 220,
  },
  { source: 'actor', label: 'Who', placeholder: 'admin:951000001', width: 185 },
  { source: 'target', label: 'On what', placeholder: 'user:950000001', width: 185 },
  { source: 'from', label: 'From', type: 'date', width: 160 },
  { source: 'to', label: 'Before', type: 'date', width: 160 },
];

const Target = ({ target }: { readonly target: string }) => {
  const [kind, id = ''] = target.split(/:(.*)/s);
  if (kind !== 'user' || id === '')
    return (
      <Box component="span" sx={{ display: 'inline-block', maxWidth: 190, overflowWrap: 'anywhere' }}>
        {target}
      </Box>
    );
  return (
    <Link component={RouterLink} to={`/users/${encodeURIComponent(id)}/show`}>
      {target}
    </Link>
  );
};

const COLUMNS: readonly Column<AuditEvent>[] = [
  { name: 'at', label: 'When', sortable: true, onCard: 'aside', render: ({ at }) => <When value={at} /> },
  {
    name: 'action',
    label: 'What',
    onCard: 'title',
    render: ({ action }) => <span title={action}>{actionWords(action)}</span>,
  },
  {
    name: 'actor',
    label: 'Who',
    csv: ({ actorLabel, actor }) => (actorLabel === actor ? actor : `${actorLabel} (${actor})`),
    render: ({ actorLabel, actor }) => <span title={actor}>{actorLabel}</span>,
  },
  { name: 'target', label: 'On what', render: ({ target }) => <Target target={target} /> },
  {
    name: 'after',
    label: 'Before and after',
    wide: true,
    csv: ({ before, after }) => differencesText(differencesOf(before, after)),
    render: ({ before, after }) => <Differences differences={differencesOf(before, after)} />,
  },
  { name: 'address', label: 'From address', from: 'xl' },
  { name: 'requestId', label: 'Request', from: 'xl', onCard: 'hidden' },
];

const AuditLog = () => (
  <ListPage<AuditEvent>
    title="Audit log"
    intro="Every administrative action and every change of a person's status or role: who, what, when, from where."
    columns={COLUMNS}
    filters={FILTERS}
    sort={{ field: 'at', order: 'DESC' }}
    empty={{ title: 'Nothing has been done yet' }}
  />
);

export default AuditLog;

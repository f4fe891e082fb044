import Box from '@mui/material/Box';

import type { AuditEventDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { differencesOf, differencesText } from '../ui/difference';
import { Differences } from '../ui/differences';
import { actorColumn } from '../ui/list/columns';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { ACTION_OPTIONS, actionWords } from './actions';

const Target = ({ target }: { readonly target: string }) => {
  const [kind, id = ''] = target.split(/:(.*)/s);
  if (kind !== 'user' || id === '')
    return (
      <Box component="span" sx={{ display: 'inline-block', maxWidth: 190, overflowWrap: 'anywhere' }}>
        {target}
      </Box>
    );
  return <PageLink to={showAddress('users', id)}>{target}</PageLink>;
};

const AUDIT_LOG: ListConfig<AuditEventDto> = {
  resource: 'audit',
  title: 'Audit log',
  intro:
    'Every administrative action and every change of a user’s account status or role: what was done, by whom, when, ' +
    'and from which IP address.',
  sort: { field: 'at', order: 'DESC' },
  empty: { title: 'No entries yet' },
  filters: [
    { source: 'action', label: 'Action', options: ACTION_OPTIONS, width: 220 },
    { source: 'actor', label: 'By', placeholder: 'admin:951000001', width: 185 },
    { source: 'target', label: 'Target', placeholder: 'user:950000001', width: 185 },
    { source: 'from', label: 'From (UTC)', type: 'date', width: 160 },
    { source: 'to', label: 'Before (UTC)', type: 'date', width: 160 },
  ],
  columns: [
    { name: 'at', label: 'Time', format: 'moment', onCard: 'aside' },
    {
      name: 'action',
      label: 'Action',
      onCard: 'title',
      render: ({ action }) => <span title={action}>{actionWords(action)}</span>,
    },
    actorColumn('By'),
    { name: 'target', label: 'Target', render: ({ target }) => <Target target={target} /> },
    {
      name: 'after',
      label: 'Before and after',
      wide: true,
      csv: ({ before, after }) => differencesText(differencesOf(before, after)),
      render: ({ before, after }) => <Differences differences={differencesOf(before, after)} />,
    },
    { name: 'address', label: 'IP address', from: 'xl' },
    { name: 'requestId', label: 'Request ID', from: 'xl', onCard: 'hidden' },
  ],
};

const AuditLog = () => <ListPage list={AUDIT_LOG} />;

export default AuditLog;

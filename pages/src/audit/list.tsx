import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';

import type { AuditEventDto } from '../api/openapi';
import { Differences } from '../ui/differences';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { RequestLink } from '../ui/request-link';
import { RunLink } from '../ui/run-link';
import { ACTION_OPTIONS, actionWords } from './actions';
import { EntriesOfAct } from './entries-of-act';
import { entryDifferences } from './entry-differences';
import { ActorPicker, TargetPicker } from './picker';
import { useLabel } from './use-label';
import { Target } from './target';

/** Who, from where, and in which run: an auditor needs all three at every width. */
const Actor = ({ actor, actorLabel, address, run }: AuditEventDto) => (
  <>
    <span title={actor}>{actorLabel}</span>
    {address !== null && (
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        <Trans>from {address}</Trans>
      </Typography>
    )}
    {run !== null && (
      <Typography component="span" variant="caption" sx={{ display: 'block' }}>
        <RunLink run={run} />
      </Typography>
    )}
  </>
);

const Targets = (entry: AuditEventDto) => (
  <>
    <Target {...entry} />
    {entry.actEntries > 1 && (
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        <Plural value={entry.actEntries - 1} one="and # other" other="and # others" />
      </Typography>
    )}
  </>
);

const AUDIT_LOG: ListConfig<AuditEventDto> = {
  resource: 'audit',
  title: t`Audit log`,
  intro: (
    <Trans>
      Every administrative action and every change of a user’s account status or role: what was done, by whom,
      when, and from which IP address. An act on many is one line here, and a line for each in the files.
    </Trans>
  ),
  sort: { field: 'at', order: 'DESC' },
  empty: {
    title: t`No entries yet`,
    hint: t`What administrators and keys do is noted here as it happens, and cannot be changed afterwards.`,
    example: {
      at: '2026-09-01T02:00:00Z',
      action: actionWords('settings.changed'),
      actor: 'Ann Lee',
      target: t`Settings`,
    },
  },
  filter: { byAct: 'true' },
  streamed: ['csv', 'ndjson'],
  filters: [
    { source: 'action', label: t`Action`, options: ACTION_OPTIONS, width: 220 },
    {
      source: 'actor',
      label: t`By`,
      Field: ActorPicker,
      useText: useLabel,
      placeholder: t`Administrator or key`,
      width: 220,
    },
    {
      source: 'target',
      label: t`About`,
      Field: TargetPicker,
      useText: useLabel,
      placeholder: t`Person or key`,
      width: 220,
    },
    { source: 'run', label: t`Run`, placeholder: 'nightly-2026-09-01', width: 200 },
    { source: 'from', until: 'to', label: t`When`, type: 'date' },
  ],
  columns: [
    { name: 'at', label: t`Time`, format: 'moment', onCard: 'aside' },
    {
      name: 'action',
      label: t`Action`,
      onCard: 'title',
      render: ({ action }) => <span title={action}>{actionWords(action)}</span>,
    },
    { name: 'actor', label: t`By`, render: (event) => <Actor {...event} /> },
    { name: 'target', label: t`Target`, render: (event) => <Targets {...event} /> },
    {
      name: 'after',
      label: t`Before and after`,
      wide: true,
      render: (event) => (
        <>
          <Differences differences={entryDifferences(event)} />
          {event.actEntries > 1 && <EntriesOfAct first={event} />}
        </>
      ),
    },
    {
      name: 'requestId',
      label: t`Request`,
      from: 'xl',
      onCard: 'hidden',
      render: ({ requestId }) => <RequestLink requestId={requestId} />,
    },
  ],
};

const AuditLog = () => <ListPage list={AUDIT_LOG} />;

export default AuditLog;

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';

import { grouped, words } from '../ui/words';
import type { AlertDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { useMayOpen } from '../navigation/use-destinations';
import { OfService, wordsOf } from '../ui/of-service';
import { When } from '../ui/when';
import { ALERT_SETTINGS } from '.';
import { alertWords, KIND_OPTIONS, kindWords } from './kinds';
import { SnoozeActions } from './snooze-actions';

/** What became of the messages: `2 sent`, and why the others were not. */
function messagesInWords({ messages }: AlertDto): string {
  const counts = new Map<string, number>();
  for (const { status } of messages) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${grouped(count)} ${words(status).toLowerCase()}`);
  const why = messages.find(({ status, lastError }) => status !== 'sent' && lastError !== null)?.lastError;
  return [parts.join(', '), why].filter(Boolean).join(': ');
}

/** Leads to the cause, which is named where it is one thing: a key by its label, a run, a target system. */
const CauseLink = ({ alert }: { readonly alert: AlertDto }) => {
  const mayOpen = useMayOpen();
  const { page } = alert;
  const text = alertWords(alert);
  return mayOpen(page) ? (
    <PageLink to={page} sx={{ fontWeight: 600 }}>
      {text}
    </PageLink>
  ) : (
    <strong>{text}</strong>
  );
};

const Snoozed = ({ snoozed: { until, byLabel, note } }: { snoozed: NonNullable<AlertDto['snoozed']> }) => (
  <>
    <Trans>
      until <When value={until} /> by {byLabel}
    </Trans>
    {note !== null && (
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {note}
      </Typography>
    )}
  </>
);

/** They are those of the last check, which of a sandbox is the last move of its clock. */
const Facts = ({ alert: { facts, translations, factsAt } }: { readonly alert: AlertDto }) => (
  <>
    <OfService text={facts} translations={translations} />
    {factsAt !== null && (
      <Typography variant="caption" component="p" color="textSecondary">
        <Trans>
          As of <When value={factsAt} />
        </Trans>
      </Typography>
    )}
  </>
);

const ALERTS: ListConfig<AlertDto> = {
  resource: 'alerts',
  title: t`Alerts`,
  intro: (
    <Trans>
      What needs an administrator, from when it is noticed until it is over. The service looks every minute,
      and at a sandbox when its clock is moved.
    </Trans>
  ),
  sort: { field: 'openedAt', order: 'DESC' },
  actions: (
    <IfMay act="audit">
      <PageLink to={ALERT_SETTINGS}>
        <Trans>Who is alerted</Trans>
      </PageLink>
    </IfMay>
  ),
  empty: {
    title: t`No alerts`,
    hint: (
      <Trans>
        A late run, failed rows, held users, a silent connector and keys that expire are listed here.
      </Trans>
    ),
    example: {
      title: kindWords({ kind: 'late_run', title: '' }),
      facts: t`The last run was nightly-2026-09-01.`,
      openedAt: '2026-09-02T04:00:00Z',
      endedAt: '2026-09-02T05:30:00Z',
    },
  },
  filters: [
    {
      source: 'state',
      label: t`State`,
      options: [
        { value: 'open', label: t`Open` },
        { value: 'awake', label: t`Open, not snoozed` },
        { value: 'snoozed', label: t`Snoozed` },
        { value: 'ended', label: t`Ended` },
      ],
      width: 210,
    },
    { source: 'kind', label: t`Kind`, options: KIND_OPTIONS, width: 260 },
  ],
  columns: [
    {
      name: 'title',
      label: t`Alert`,
      onCard: 'title',
      csv: kindWords,
      render: (alert) => <CauseLink alert={alert} />,
    },
    { name: 'about', label: t`About`, exportOnly: true },
    {
      name: 'facts',
      label: t`Facts`,
      wide: true,
      csv: ({ facts, translations }) => wordsOf(facts, translations),
      render: (alert) => <Facts alert={alert} />,
    },
    { name: 'openedAt', label: t`Opened`, format: 'moment' },
    { name: 'endedAt', label: t`Ended`, format: 'moment', none: t`open` },
    {
      name: 'snoozed',
      label: t`Snoozed`,
      csv: ({ snoozed }) => snoozed?.until,
      render: ({ snoozed }) => snoozed && <Snoozed snoozed={snoozed} />,
    },
    { name: 'snoozedBy', label: t`Snoozed by`, exportOnly: true, csv: ({ snoozed }) => snoozed?.byLabel },
    { name: 'messages', label: t`Messages`, none: t`none`, csv: messagesInWords, from: 'lg' },
    { name: 'actions', label: t`Actions`, csv: false, render: (alert) => <SnoozeActions alert={alert} /> },
    { name: 'id', label: 'ID', exportOnly: true },
  ],
};

const List = () => <ListPage list={ALERTS} />;
export default List;

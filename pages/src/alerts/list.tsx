import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { grouped, words } from '../ui/words';
import type { AlertDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { ALERT_SETTINGS } from '.';

/** What became of the messages: `2 sent`, and why the others were not. */
function messagesInWords({ messages }: AlertDto): string {
  const counts = new Map<string, number>();
  for (const { status } of messages) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${grouped(count)} ${words(status).toLowerCase()}`);
  const why = messages.find(({ status, lastError }) => status !== 'sent' && lastError !== null)?.lastError;
  return [parts.join(', '), why].filter(Boolean).join(': ');
}

const ALERTS: ListConfig<AlertDto> = {
  resource: 'alerts',
  title: t`Alerts`,
  intro: (
    <Trans>
      What needs an administrator, from when it is noticed until it is over. The service looks every minute.
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
  },
  filters: [
    {
      source: 'state',
      label: t`State`,
      options: [
        { value: 'open', label: t`Open` },
        { value: 'ended', label: t`Ended` },
      ],
      width: 160,
    },
  ],
  columns: [
    {
      name: 'title',
      label: t`Alert`,
      onCard: 'title',
      render: ({ title, page }) => (
        <PageLink to={page} sx={{ fontWeight: 600 }}>
          {title}
        </PageLink>
      ),
    },
    { name: 'facts', label: t`Facts`, wide: true },
    { name: 'openedAt', label: t`Opened`, format: 'moment' },
    { name: 'endedAt', label: t`Ended`, format: 'moment', none: t`open` },
    { name: 'messages', label: t`Messages`, none: t`none`, csv: messagesInWords, from: 'lg' },
    { name: 'id', label: 'ID', exportOnly: true },
  ],
};

const List = () => <ListPage list={ALERTS} />;
export default List;

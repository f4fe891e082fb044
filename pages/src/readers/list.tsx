import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { ReaderDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { showAddress } from '../ui/addresses';
import { Ago } from '../ui/ago';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { StatusChip, type Tone } from '../ui/status-chip';

const KeyName = ({ reader: { apiKey, label } }: { readonly reader: ReaderDto }) => {
  const mayOpen = useMay('audit');
  return mayOpen ? <PageLink to={showAddress('keys', apiKey)}>{label}</PageLink> : label;
};

const STATES: Readonly<Record<ReaderDto['state'], { readonly label: string; readonly tone: Tone }>> = {
  reading: { label: t`Reads`, tone: 'success' },
  away: { label: t`Away`, tone: 'neutral' },
  silent: { label: t({ message: 'Silent', context: 'reader' }), tone: 'error' },
  ended: { label: t`Key ended`, tone: 'neutral' },
};

const READERS: ListConfig<ReaderDto> = {
  resource: 'readers',
  title: t`Readers`,
  intro: (
    <Trans>
      The programs that follow what changes here, each by its key. One that has not read for as long as events
      are kept is not listed.
    </Trans>
  ),
  sort: { field: 'lastReadAt', order: 'DESC' },
  empty: {
    title: t`No program follows what changes`,
    hint: t`A program appears here when it reads the feed of changes. The reference shows how, under “Keep a copy”.`,
    example: {
      label: t`Data warehouse`,
      state: <StatusChip value="reading" {...STATES.reading} />,
      behindSince: t`Has everything`,
      lastReadAt: '2026-09-01T02:00:00Z',
    },
  },
  columns: [
    {
      name: 'label',
      label: t`Key`,
      onCard: 'title',
      render: (reader) => <KeyName reader={reader} />,
    },
    {
      name: 'state',
      label: t`Status`,
      onCard: 'aside',
      render: ({ state }) => <StatusChip value={state} {...STATES[state]} />,
    },
    {
      name: 'behindSince',
      label: t`How far behind`,
      render: ({ behindSince }) =>
        behindSince === null ? (
          t`Has everything`
        ) : (
          <Trans>
            Not read since <Ago value={behindSince} />
          </Trans>
        ),
    },
    { name: 'lastReadAt', label: t`Last seen`, format: 'moment' },
    { name: 'dailySince', label: t`Every day since`, format: 'moment', from: 'lg' },
    { name: 'apiKey', label: t`API key`, from: 'xl', onCard: 'hidden' },
  ],
};

const List = () => <ListPage list={READERS} />;
export default List;

import { ListBase } from 'react-admin';

import { differencesText } from '../ui/difference';
import { Differences } from '../ui/differences';
import { ExportButton } from '../ui/list/export-button';
import { ListPanel } from '../ui/list/list-page';
import type { Column } from '../ui/list/types';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import type { UserChange } from './model';

const COLUMNS: readonly Column<UserChange>[] = [
  { name: 'at', label: 'When', sortable: true, render: ({ at }) => <When value={at} /> },
  {
    name: 'actor',
    label: 'By',
    csv: ({ actorLabel, actor }) => (actorLabel === actor ? actor : `${actorLabel} (${actor})`),
    render: ({ actorLabel, actor }) => <span title={actor}>{actorLabel}</span>,
  },
  {
    name: 'fields',
    label: 'What changed',
    wide: true,
    csv: ({ kind, fields }) => (kind === 'inserted' ? 'Created' : differencesText(fields)),
    render: ({ kind, fields }) => (
      <Differences differences={fields} none={kind === 'inserted' ? 'The account was made' : 'Nothing'} />
    ),
  },
  { name: 'run', label: 'Run', from: 'xl' },
  { name: 'requestId', label: 'Request', from: 'xl', onCard: 'hidden' },
];

/** What changed of a person, when, and by whom. */
export const History = ({ userId }: { readonly userId: string }) => (
  <ListBase<UserChange>
    resource="changes"
    filter={{ of: userId }}
    sort={{ field: 'at', order: 'DESC' }}
    perPage={10}
    storeKey={false}
    exporter={false}
  >
    <Section
      title="History"
      intro="What changed, when, and by which key or person."
      actions={<ExportButton columns={COLUMNS} />}
    >
      <ListPanel<UserChange>
        label="Changes"
        inSection
        columns={COLUMNS}
        empty={{ title: 'No changes are recorded' }}
      />
    </Section>
  </ListBase>
);

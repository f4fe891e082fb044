import type { UserChangeDto } from '../api/openapi';
import { differencesText } from '../ui/difference';
import { Differences } from '../ui/differences';
import { actorColumn } from '../ui/list/columns';
import { ListSection } from '../ui/list/list-page';
import type { ListSectionConfig } from '../ui/list/types';

const CHANGES: ListSectionConfig<UserChangeDto> = {
  resource: 'changes',
  title: 'History',
  label: 'Changes',
  intro: 'Every change of this user: what changed, when, and by whom.',
  sort: { field: 'at', order: 'DESC' },
  empty: { title: 'No changes are recorded' },
  columns: [
    { name: 'at', label: 'Time', format: 'moment' },
    actorColumn('By'),
    {
      name: 'fields',
      label: 'What changed',
      wide: true,
      csv: ({ kind, fields }) => (kind === 'inserted' ? 'Created' : differencesText(fields)),
      render: ({ kind, fields }) => (
        <Differences differences={fields} none={kind === 'inserted' ? 'The user was created' : 'No fields'} />
      ),
    },
    { name: 'run', label: 'Run', from: 'xl' },
    { name: 'requestId', label: 'Request ID', from: 'xl', onCard: 'hidden' },
  ],
};

/** What changed of a user, when, and who changed it. */
export const History = ({ userId }: { readonly userId: string }) => (
  <ListSection list={CHANGES} filter={{ parentId: userId }} />
);

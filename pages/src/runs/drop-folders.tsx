import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { DropFolderDto } from '../api/openapi';
import { Ago } from '../ui/ago';
import { ListSection } from '../ui/list/list-page';
import type { ListSectionConfig } from '../ui/list/types';
import { grouped } from '../ui/words';

function stateText({ atWork, waiting }: DropFolderDto): string {
  if (atWork !== null) return t`At work: ${atWork}`;
  return waiting === 0 ? t`Nothing waits` : t`${grouped(waiting)} waiting`;
}

const FOLDERS: ListSectionConfig<DropFolderDto> = {
  resource: 'drops',
  title: t`Folders of files`,
  intro: (
    <Trans>
      Where others put files, by SFTP or otherwise, that the command “drops run” takes; each with what the
      command said last.
    </Trans>
  ),
  sort: { field: 'folder', order: 'ASC' },
  empty: {
    title: t`No folder is watched`,
    hint: t`A folder appears here when the command “drops run” looks into it.`,
    example: { folder: 'sftp1:files', waiting: t`${grouped(1)} waiting`, refused: '0' },
  },
  columns: [
    { name: 'folder', label: t`Folder`, onCard: 'title' },
    { name: 'waiting', label: t`Status`, onCard: 'aside', render: stateText },
    { name: 'refused', label: t`Refused files`, align: 'right', render: ({ refused }) => grouped(refused) },
    { name: 'seenAt', label: t`Last look`, render: ({ seenAt }) => <Ago value={seenAt} /> },
  ],
};

/** The folders of dropped files, below the runs. */
export const DropFolders = () => <ListSection list={FOLDERS} isSecondList />;

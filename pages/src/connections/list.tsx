import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useRefresh } from 'react-admin';

import type { ConnectionRowDto, CreatedConnectionDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { works } from '../keys/labels';
import { showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { StatusChip } from '../ui/status-chip';
import { grouped } from '../ui/words';
import { CreateDialog } from './create-dialog';
import { CreatedDialog } from './created-dialog';
import type { DirectoryProvider } from './providers';

/** Asks for the provider, then shows the URL, the token and the steps. */
const ConnectButton = () => {
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ connection: CreatedConnectionDto; provider: DirectoryProvider }>();
  const refresh = useRefresh();
  return (
    <IfMay act="administer">
      <Button
        variant="contained"
        startIcon={<AddIcon />}
        onClick={() => {
          setCreating(true);
        }}
      >
        <Trans>Connect a provider</Trans>
      </Button>
      {creating && (
        <CreateDialog
          onClose={() => {
            setCreating(false);
          }}
          onCreated={(connection, provider) => {
            setCreating(false);
            setCreated({ connection, provider });
          }}
        />
      )}
      {created !== undefined && (
        <CreatedDialog
          created={created.connection}
          provider={created.provider}
          onClose={() => {
            setCreated(undefined);
            refresh();
          }}
        />
      )}
    </IfMay>
  );
};

/** Whether a key of the connection still works. */
const hasKey = ({ keys }: ConnectionRowDto) => keys.some(works);

const CONNECTIONS: ListConfig<ConnectionRowDto> = {
  resource: 'connections',
  title: t`Identity providers`,
  intro: t`Entra ID, Okta and others that send people by SCIM, each by a connection of its own.`,
  sort: { field: 'label', order: 'ASC' },
  linkTo: ({ id }) => showAddress('connections', id),
  actions: <ConnectButton />,
  empty: {
    title: t`No identity provider is connected`,
    hint: t`Connect one, such as Entra ID or Okta, and it creates and removes users by itself.`,
    example: {
      label: 'Okta',
      status: <StatusChip value="active" label={t`Active`} />,
      people: grouped(412),
      groups: '7',
      lastRequestAt: '2026-09-01T02:00:00Z',
    },
  },
  columns: [
    { name: 'label', label: t`Label`, onCard: 'title' },
    {
      name: 'status',
      label: t`Status`,
      csv: (row) => (hasKey(row) ? 'active' : 'ended'),
      render: (row) => (
        <StatusChip value={hasKey(row) ? 'active' : 'revoked'} label={hasKey(row) ? t`Active` : t`Ended`} />
      ),
      onCard: 'aside',
    },
    { name: 'people', label: t`People`, align: 'right', render: ({ people }) => grouped(people) },
    { name: 'groups', label: t`Groups`, align: 'right', render: ({ groups }) => grouped(groups) },
    { name: 'lastRequestAt', label: t`Last request`, format: 'moment', none: t`Never` },
  ],
};

const List = () => <ListPage list={CONNECTIONS} />;
export default List;

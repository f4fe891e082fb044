import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useRefresh } from 'react-admin';

import { CopyButton } from '../ui/copy-button';
import { ListPage } from '../ui/list/list-page';
import type { Column, Filter } from '../ui/list/types';
import { StatusChip, words } from '../ui/status-chip';
import { When } from '../ui/when';
import { CreateKeyDialog } from './create-key-dialog';
import { IssuedKeyDialog } from './issued-key-dialog';
import { type ApiKey, type IssuedKey, works } from './model';
import { RevokeDialog } from './revoke-dialog';
import { RotateDialog } from './rotate-dialog';

const FILTERS: readonly Filter[] = [
  { source: 'q', label: 'Label or key', type: 'search', placeholder: 'SIS nightly', width: 260 },
  {
    source: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'expiring', label: 'Expiring soon' },
      { value: 'expired', label: 'Expired' },
      { value: 'revoked', label: 'Revoked' },
    ],
  },
];

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    name: 'label',
    label: 'Label and key',
    sortable: true,
    render: ({ label, apiKey }) => (
      <>
        <Box component="strong" sx={{ display: 'block' }}>
          {label}
        </Box>
        <Box component="code" sx={{ fontSize: '0.8125rem', color: 'text.secondary', fontWeight: 400 }}>
          {apiKey}
        </Box>
        <CopyButton text={apiKey} what={`the key of ${label}`} />
      </>
    ),
  },
  { name: 'apiKey', label: 'Key', from: 'never' },
  {
    name: 'status',
    label: 'Status',
    sortable: true,
    onCard: 'aside',
    render: ({ status }) => (
      <StatusChip value={status} {...(status === 'expiring' ? { label: 'Expiring soon' } : {})} />
    ),
  },
  {
    name: 'scopes',
    label: 'Scopes',
    from: 'xl',
    csv: ({ scopes }) => scopes.join(' '),
    render: ({ scopes }) => scopes.map(words).join(', '),
  },
  {
    name: 'rateLimit',
    label: 'Limit',
    from: 'xl',
    render: ({ rateLimit }) => (rateLimit === null ? 'None of its own' : `${rateLimit} a minute`),
  },
  {
    name: 'createdAt',
    label: 'Created',
    sortable: true,
    from: 'xl',
    render: ({ createdAt }) => <When value={createdAt} />,
  },
  {
    name: 'lastUsedAt',
    label: 'Last used',
    sortable: true,
    render: ({ lastUsedAt }) => <When value={lastUsedAt} none="Never" />,
  },
  {
    name: 'expiresAt',
    label: 'Expires',
    sortable: true,
    render: ({ expiresAt }) => <When value={expiresAt} none="Never" />,
  },
];

type Open = { readonly dialog: 'create' } | { readonly dialog: 'rotate' | 'revoke'; readonly key: ApiKey };

const KeyList = () => {
  const [open, setOpen] = useState<Open>();
  const [issued, setIssued] = useState<IssuedKey>();
  const refresh = useRefresh();
  const close = () => {
    setOpen(undefined);
  };
  const show = (key: IssuedKey) => {
    setIssued(key);
    refresh();
  };
  const create = (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      onClick={() => {
        setOpen({ dialog: 'create' });
      }}
    >
      Create a key
    </Button>
  );
  const columns: readonly Column<ApiKey>[] = [
    ...COLUMNS,
    {
      name: 'actions',
      label: 'Actions',
      csv: false,
      render: (key) => <KeyActions apiKey={key} onChosen={setOpen} />,
    },
  ];
  return (
    <ListPage<ApiKey>
      title="Integration API Keys"
      intro="What other systems identify themselves with. A secret is shown once, when its key is made."
      columns={columns}
      filters={FILTERS}
      sort={{ field: 'createdAt', order: 'DESC' }}
      actions={create}
      empty={{
        title: 'No keys yet',
        hint: 'Create one for your student information system.',
        action: create,
      }}
    >
      {open?.dialog === 'create' && <CreateKeyDialog onClose={close} onIssued={show} />}
      {open?.dialog === 'rotate' && <RotateDialog apiKey={open.key} onClose={close} onIssued={show} />}
      {open?.dialog === 'revoke' && <RevokeDialog apiKey={open.key} onClose={close} onRevoked={refresh} />}
      {issued !== undefined && (
        <IssuedKeyDialog
          issued={issued}
          onClose={() => {
            setIssued(undefined);
          }}
        />
      )}
    </ListPage>
  );
};

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  readonly onChosen: (open: Open) => void;
}

const KeyActions = ({ apiKey: key, onChosen }: KeyActionsProps) => {
  if (!works(key)) return '–';
  return (
    <Box sx={{ display: 'flex', gap: 0.5, ml: -0.75 }}>
      <Button
        size="small"
        aria-label={`Rotate ${key.label}`}
        onClick={() => {
          onChosen({ dialog: 'rotate', key });
        }}
      >
        Rotate
      </Button>
      <Button
        size="small"
        color="error"
        aria-label={`Revoke ${key.label}`}
        onClick={() => {
          onChosen({ dialog: 'revoke', key });
        }}
      >
        Revoke
      </Button>
    </Box>
  );
};

export default KeyList;

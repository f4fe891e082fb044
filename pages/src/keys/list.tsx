import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import type { ApiKeyDto } from '../api/openapi';
import { CopyButton } from '../ui/copy-button';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { StatusChip } from '../ui/status-chip';
import { words } from '../ui/words';
import { KeyDialogs, useKeyDialogs } from './key-dialogs';
import { KEY_STATUSES, works } from './labels';

const CreateButton = () => {
  const openDialog = useKeyDialogs();
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      onClick={() => {
        openDialog({ dialog: 'create' });
      }}
    >
      Create a key
    </Button>
  );
};

const LabelAndKey = ({ label, apiKey }: ApiKeyDto) => (
  <>
    <Box component="strong" sx={{ display: 'block' }}>
      {label}
    </Box>
    <Box component="code" sx={{ fontSize: '0.8125rem', color: 'text.secondary', fontWeight: 400 }}>
      {apiKey}
    </Box>
    <CopyButton text={apiKey} what={`the key of ${label}`} />
  </>
);

const Actions = ({ apiKey: key }: { readonly apiKey: ApiKeyDto }) => {
  const openDialog = useKeyDialogs();
  if (!works(key)) return '–';
  return (
    <Box sx={{ display: 'flex', gap: 0.5, ml: -0.75 }}>
      <Button
        size="small"
        aria-label={`Rotate ${key.label}`}
        onClick={() => {
          openDialog({ dialog: 'rotate', key });
        }}
      >
        Rotate
      </Button>
      <Button
        size="small"
        color="error"
        aria-label={`Revoke ${key.label}`}
        onClick={() => {
          openDialog({ dialog: 'revoke', key });
        }}
      >
        Revoke
      </Button>
    </Box>
  );
};

const KEYS: ListConfig<ApiKeyDto> = {
  resource: 'keys',
  title: 'Integration API Keys',
  intro: 'Other systems call the API with these keys. A secret is shown once, when its key is created.',
  sort: { field: 'createdAt', order: 'DESC' },
  actions: <CreateButton />,
  empty: {
    title: 'No keys yet',
    hint: 'Create one for your student information system.',
    action: <CreateButton />,
  },
  filters: [
    { source: 'q', label: 'Label or key', type: 'search', placeholder: 'SIS nightly', width: 260 },
    { source: 'status', label: 'Status', options: optionsOf(KEY_STATUSES) },
  ],
  columns: [
    { name: 'label', label: 'Label and key', render: (key) => <LabelAndKey {...key} /> },
    { name: 'apiKey', label: 'Key', exportOnly: true },
    {
      name: 'status',
      label: 'Status',
      render: ({ status }) => <StatusChip value={status} label={KEY_STATUSES[status]} />,
      onCard: 'aside',
    },
    {
      name: 'scopes',
      label: 'Scopes',
      csv: ({ scopes }) => scopes.join(' '),
      render: ({ scopes }) => scopes.map(words).join(', '),
      from: 'xl',
    },
    {
      name: 'rateLimit',
      label: 'Limit',
      render: ({ rateLimit }) => (rateLimit === null ? 'No limit of its own' : `${rateLimit} per minute`),
      from: 'xl',
    },
    { name: 'createdAt', label: 'Created', format: 'moment', from: 'xl' },
    { name: 'lastUsedAt', label: 'Last used', format: 'moment', none: 'Never' },
    { name: 'expiresAt', label: 'Expires', format: 'moment', none: 'Never' },
    { name: 'actions', label: 'Actions', csv: false, render: (key) => <Actions apiKey={key} /> },
  ],
};

const KeyList = () => (
  <KeyDialogs>
    <ListPage list={KEYS} />
  </KeyDialogs>
);

export default KeyList;

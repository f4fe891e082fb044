import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import type { ApiKeyDto } from '../api/openapi';
import { IfMay, useMay } from '../api/roles';
import { showAddress } from '../ui/addresses';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { PageLink } from '../ui/page-link';
import { ShortCode } from '../ui/short-code';
import { StatusChip } from '../ui/status-chip';
import { grouped, words } from '../ui/words';
import { Expiry } from './expiry';
import { KeyDialogs, useKeyDialogs } from './key-dialogs';
import { KEY_STATUSES, works } from './labels';

const CreateButton = () => {
  const openDialog = useKeyDialogs();
  return (
    <IfMay act="administer">
      <Button
        variant="contained"
        startIcon={<AddIcon />}
        onClick={() => {
          openDialog({ dialog: 'create' });
        }}
      >
        <Trans>Create a key</Trans>
      </Button>
    </IfMay>
  );
};

const Actions = ({ apiKey: key }: { readonly apiKey: ApiKeyDto }) => {
  const openDialog = useKeyDialogs();
  const mayAdminister = useMay('administer');
  if (!mayAdminister || !works(key)) return '–';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 0.5, ml: -0.75 }}>
      <Button
        size="small"
        aria-label={t`Rotate ${key.label}`}
        onClick={() => {
          openDialog({ dialog: 'rotate', key });
        }}
      >
        <Trans>Rotate</Trans>
      </Button>
      <Button
        size="small"
        color="error"
        aria-label={t`Revoke ${key.label}`}
        onClick={() => {
          openDialog({ dialog: 'revoke', key });
        }}
      >
        <Trans>Revoke</Trans>
      </Button>
    </Box>
  );
};

const KEYS: ListConfig<ApiKeyDto> = {
  resource: 'keys',
  title: t`Integration API Keys`,
  intro: (
    <Trans>
      Other systems call the API with these keys. A secret is shown once, when its key is created.{' '}
      <PageLink to="/trends/keys">Calls and errors over time</PageLink>
    </Trans>
  ),
  sort: { field: 'createdAt', order: 'DESC' },
  linkTo: ({ apiKey }) => showAddress('keys', apiKey),
  actions: <CreateButton />,
  empty: {
    title: t`No keys yet`,
    hint: t`A key lets another system call the API. Create one for your student information system, and hand it over by link.`,
    action: <CreateButton />,
    example: {
      label: 'SIS nightly',
      apiKey: 'ik_0000…000a',
      status: <StatusChip value="active" label={KEY_STATUSES.active} />,
      lastUsedAt: '2026-09-01T02:00:00Z',
    },
  },
  filters: [
    { source: 'q', label: t`Label or key`, type: 'search', placeholder: t`SIS nightly`, width: 260 },
    { source: 'status', label: t`Status`, options: optionsOf(KEY_STATUSES) },
  ],
  columns: [
    { name: 'label', label: t`Label`, onCard: 'title' },
    {
      name: 'apiKey',
      label: t`Key`,
      from: 'lg',
      render: ({ apiKey, label }) => <ShortCode text={apiKey} what={t`the key of ${label}`} width={11} />,
    },
    {
      name: 'status',
      label: t`Status`,
      render: ({ status }) => <StatusChip value={status} label={KEY_STATUSES[status]} />,
      onCard: 'aside',
    },
    {
      name: 'scopes',
      label: t`Scopes`,
      csv: ({ scopes }) => scopes.join(' '),
      render: ({ scopes }) => scopes.map(words).join(', '),
    },
    {
      name: 'rateLimit',
      label: t`Limit`,
      render: ({ rateLimit }) =>
        rateLimit === null ? t`No limit of its own` : t`${grouped(rateLimit)} per minute`,
      from: 'xl',
    },
    { name: 'createdAt', label: t`Created`, format: 'moment', from: 'xl' },
    { name: 'lastUsedAt', label: t`Last used`, format: 'moment', none: t`Never`, from: 'lg' },
    { name: 'expiresAt', label: t`Expires`, render: (key) => <Expiry apiKey={key} /> },
    { name: 'actions', label: t`Actions`, csv: false, render: (key) => <Actions apiKey={key} /> },
  ],
};

const KeyList = () => (
  <KeyDialogs>
    <ListPage list={KEYS} />
  </KeyDialogs>
);

export default KeyList;

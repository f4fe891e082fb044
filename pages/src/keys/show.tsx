import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { ApiKeyDto, KeyActivityDto, KeyAddressDto, RequestRowDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { Picture } from '../charts/picture';
import { HttpStatus } from '../requests/http-status';
import { Path } from '../requests/path';
import { listAddress, showAddress } from '../ui/addresses';
import { Ago } from '../ui/ago';
import { CopyButton } from '../ui/copy-button';
import { DescriptionList } from '../ui/description-list';
import { EmptyState } from '../ui/empty-state';
import { ListSection } from '../ui/list/list-page';
import type { ListSectionConfig } from '../ui/list/types';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { useCalendar } from '../ui/time-zone';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { grouped, words } from '../ui/words';
import { daysOfKey } from './days-of-key';
import { Expiry } from './expiry';
import { HandoverNote } from './handover-note';
import { KeyDialogs, useKeyDialogs } from './key-dialogs';
import { KEY_STATUSES, works } from './labels';
import { NeighbourNotes } from './neighbour-note';

const REQUESTS: ListSectionConfig<RequestRowDto> = {
  resource: 'requests',
  title: t`Latest requests`,
  intro: t`Wrong secrets included, for 90 days.`,
  sort: { field: 'at', order: 'DESC' },
  linkTo: ({ id }) => showAddress('requests', id),
  empty: { title: t`No requests are kept` },
  columns: [
    { name: 'at', label: t`Time`, format: 'moment', onCard: 'title' },
    {
      name: 'status',
      label: t`Status`,
      onCard: 'aside',
      render: ({ status, code }) => (
        <>
          <HttpStatus status={status} /> {code}
        </>
      ),
    },
    {
      name: 'path',
      label: t`Request`,
      csv: ({ method, path }) => `${method} ${path}`,
      render: ({ method, path }) => (
        <>
          <strong>{method}</strong> <Path path={path} />
        </>
      ),
    },
    { name: 'address', label: t`IP address` },
  ],
};

const Actions = ({ apiKey: key }: { readonly apiKey: ApiKeyDto }) => {
  const openDialog = useKeyDialogs();
  const mayAdminister = useMay('administer');
  if (!mayAdminister || !works(key)) return null;
  const open = (dialog: 'rotate' | 'revoke' | 'handover') => () => {
    openDialog({ dialog, key });
  };
  return (
    <>
      {key.lastUsedAt === null && (
        <Button variant="outlined" onClick={open('handover')}>
          <Trans>Hand over by link</Trans>
        </Button>
      )}
      <Button variant="outlined" onClick={open('rotate')}>
        <Trans>Rotate</Trans>
      </Button>
      <Button variant="outlined" color="error" onClick={open('revoke')}>
        <Trans>Revoke</Trans>
      </Button>
    </>
  );
};

const Details = ({ apiKey: key }: { readonly apiKey: ApiKeyDto }) => (
  <Section title={t`Key`} actions={<StatusChip value={key.status} label={KEY_STATUSES[key.status]} />}>
    <DescriptionList
      entries={[
        {
          label: t`Key`,
          value: (
            <>
              <code>{key.apiKey}</code> <CopyButton text={key.apiKey} what={t`the key`} />
            </>
          ),
        },
        { label: t`Scopes`, value: key.scopes.map(words).join(', ') },
        {
          label: t`Limit`,
          value: key.rateLimit === null ? t`No limit of its own` : t`${grouped(key.rateLimit)} per minute`,
        },
        { label: t`Created`, value: <When value={key.createdAt} /> },
        {
          label: t`Created by`,
          value: (
            <PageLink to={listAddress('audit', { target: `key:${key.apiKey}` })}>
              {key.createdByLabel}
            </PageLink>
          ),
        },
        { label: t`Last used`, value: <When value={key.lastUsedAt} none={t`Never`} /> },
        { label: t`Expires`, value: <Expiry apiKey={key} /> },
      ]}
    />
  </Section>
);

const Addresses = ({ addresses }: { readonly addresses: readonly KeyAddressDto[] }) =>
  addresses.length === 0 ? (
    <EmptyState title={t`No call in the last 90 days`} />
  ) : (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {addresses.map(({ address, lastUsedAt, calls }) => (
        <Box component="li" key={address} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, py: 0.5 }}>
          <Box component="code" sx={{ minWidth: '10rem', fontWeight: 600 }}>
            {address}
          </Box>
          <span>
            <Trans>
              last <Ago value={lastUsedAt} />
            </Trans>
          </span>
          <span>
            <Trans>{grouped(calls)} calls</Trans>
          </span>
        </Box>
      ))}
    </Box>
  );

const KeyPage = ({ apiKey: key }: { readonly apiKey: ApiKeyDto }) => {
  const api = useAdminApi();
  const { tenantZone } = useCalendar();
  const activity = useQuery({
    queryKey: ['keys', 'activity', key.apiKey, key.status, key.rotatedTo],
    queryFn: async () =>
      (await api.get<KeyActivityDto>(`keys/${encodeURIComponent(key.apiKey)}/activity`)).data,
    refetchInterval: 30_000,
  });
  return (
    <Loaded answer={activity} loading={<Skeleton variant="rounded" height={160} sx={{ mb: 2 }} />}>
      {(found) => (
        <>
          <HandoverNote handover={found.handover} />
          <NeighbourNotes activity={found} />
          <Details apiKey={key} />
          <Picture
            title={t`Calls by day`}
            intro={t`The last 30 days; the last seconds may be missing.`}
            data={daysOfKey(key.apiKey, found.days, tenantZone)}
            empty={t`No call in the last 30 days`}
          />
          <Section
            title={t`Addresses`}
            intro={t`From where the key was used with its secret, the latest first.`}
          >
            <Addresses addresses={found.addresses} />
          </Section>
        </>
      )}
    </Loaded>
  );
};

const Show = () => {
  const { id, ...answer } = useRow<ApiKeyDto & { id: string }>('keys');
  return (
    <KeyDialogs>
      <RowPage
        list={{ to: '/keys', label: t`Integration API Keys` }}
        title={answer.data?.label ?? id}
        answer={answer}
        actions={(key) => <Actions apiKey={key} />}
      >
        {(key) => (
          <>
            <KeyPage apiKey={key} />
            <ListSection list={REQUESTS} filter={{ actor: `key:${key.apiKey}` }} isSecondList />
          </>
        )}
      </RowPage>
    </KeyDialogs>
  );
};

export default Show;

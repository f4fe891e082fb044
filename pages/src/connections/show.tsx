import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { ACCOUNT_TYPES } from '../ui/account-types';
import type { ConnectionDetailDto, ConnectionRefusalDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { DescriptionList } from '../ui/description-list';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { grouped } from '../ui/words';

const VISIBLE = { all: t`All people`, linked: t`Only those that it holds` };

/** A new connection waits for the provider's own test; then it says what came of it. */
const ConnectionTest = ({ connection }: { readonly connection: ConnectionDetailDto }) => {
  const { lastRequestAt, refusals } = connection;
  const [refused] = refusals;
  if (lastRequestAt === null)
    return (
      <Alert severity="info" sx={{ mb: 2 }} role="status">
        <Trans>
          No request has come yet. Test the connection at your identity provider; this page shows its first
          request within seconds. If none comes, check the URL: a request with a wrong token is not assigned
          to a connection.
        </Trans>
      </Alert>
    );
  if (connection.people > 0) return null;
  return refused === undefined ? (
    <Alert severity="success" sx={{ mb: 2 }} role="status">
      <Trans>The test succeeded: the provider reaches this service. Assign people there next.</Trans>
    </Alert>
  ) : (
    <Alert severity="warning" sx={{ mb: 2 }} role="status">
      <Trans>The provider reaches this service, but a request was refused: {refused.detail}</Trans>
    </Alert>
  );
};

const Settings = ({ connection }: { readonly connection: ConnectionDetailDto }) => (
  <Section title={t`Connection`}>
    <DescriptionList
      entries={[
        { label: t`People`, value: grouped(connection.people) },
        { label: t`Groups`, value: grouped(connection.groups) },
        { label: t`Last request`, value: <When value={connection.lastRequestAt} none={t`Never`} /> },
        {
          label: t`Default account type`,
          value:
            connection.defaultAccountType === null ? t`None` : ACCOUNT_TYPES[connection.defaultAccountType],
        },
        { label: t`Takes over people of other sources`, value: connection.adopts ? t`Yes` : t`No` },
        { label: t`May give roles of the administration`, value: connection.mayAdminister ? t`Yes` : t`No` },
        { label: t`Lists`, value: VISIBLE[connection.visible] },
      ]}
    />
  </Section>
);

const Keys = ({ connection }: { readonly connection: ConnectionDetailDto }) => (
  <Section
    title={t`Keys`}
    intro={t`The token consists of a key and its secret; rotate the key for a new token.`}
  >
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {connection.keys.map(({ apiKey, status, lastUsedAt }) => (
        <Box component="li" key={apiKey} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, py: 0.5 }}>
          <PageLink to={showAddress('keys', apiKey)}>{apiKey}</PageLink>
          <StatusChip value={status} />
          <span>
            <Trans>
              last used <When value={lastUsedAt} none={t`never`} />
            </Trans>
          </span>
        </Box>
      ))}
    </Box>
  </Section>
);

const Refusal = ({ refusal }: { readonly refusal: ConnectionRefusalDto }) => (
  <Box component="li" sx={{ py: 0.5 }}>
    <PageLink to={showAddress('requests', refusal.id)}>
      <When value={refusal.at} />
    </PageLink>{' '}
    {refusal.method} {refusal.route}: {refusal.status} {refusal.scimType}
    <Typography variant="body2" color="textSecondary">
      {refusal.detail}
    </Typography>
  </Box>
);

const Show = () => {
  const { id, ...answer } = useRow<ConnectionDetailDto & { id: string }>(
    'connections',
    ({ lastRequestAt }) => lastRequestAt === null,
  );
  return (
    <RowPage
      list={{ to: '/connections', label: t`Identity providers` }}
      title={answer.data?.label ?? id}
      answer={answer}
    >
      {(connection) => (
        <>
          <ConnectionTest connection={connection} />
          <Settings connection={connection} />
          <Keys connection={connection} />
          <Section title={t`Refused requests`} intro={t`The latest 20 of those in the request log.`}>
            {connection.refusals.length === 0 ? (
              <Typography>
                <Trans>None</Trans>
              </Typography>
            ) : (
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {connection.refusals.map((refusal) => (
                  <Refusal key={`${refusal.id} ${refusal.operation ?? ''}`} refusal={refusal} />
                ))}
              </Box>
            )}
          </Section>
        </>
      )}
    </RowPage>
  );
};
export default Show;

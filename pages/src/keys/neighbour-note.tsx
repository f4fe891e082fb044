import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';

import type { KeyActivityDto, NeighbourKeyDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { Ago } from '../ui/ago';
import { PageLink } from '../ui/page-link';
import { When } from '../ui/when';
import { works } from './labels';

/** When a key was used last, as a sentence about it. */
const LastUse = ({ apiKey: { lastUsedAt, lastUsedFrom } }: { readonly apiKey: NeighbourKeyDto }) => {
  if (lastUsedAt === null) return <Trans>It was never used.</Trans>;
  if (lastUsedFrom === null)
    return (
      <Trans>
        It was used <Ago value={lastUsedAt} />.
      </Trans>
    );
  return (
    <Trans>
      It was used <Ago value={lastUsedAt} /> from {lastUsedFrom}.
    </Trans>
  );
};

/** How long the former key works. */
const End = ({ apiKey }: { readonly apiKey: NeighbourKeyDto }) => {
  if (!works(apiKey)) return <Trans>It no longer works.</Trans>;
  if (apiKey.expiresAt === null) return <Trans>It works until it is revoked.</Trans>;
  return (
    <Trans>
      It works until <When value={apiKey.expiresAt} />.
    </Trans>
  );
};

/** What a rotation left: whether the system has changed to the new key. */
export const NeighbourNotes = ({
  activity: { predecessor, successor },
}: {
  readonly activity: KeyActivityDto;
}) => (
  <>
    {predecessor !== null && (
      <Alert severity={works(predecessor) ? 'warning' : 'info'} sx={{ mb: 2 }}>
        <Trans>
          This key replaces <PageLink to={showAddress('keys', predecessor.apiKey)}>an older one</PageLink>.
        </Trans>{' '}
        <LastUse apiKey={predecessor} /> <End apiKey={predecessor} />
      </Alert>
    )}
    {successor !== null && (
      <Alert severity="info" sx={{ mb: 2 }}>
        <Trans>
          This key is replaced by <PageLink to={showAddress('keys', successor.apiKey)}>a newer one</PageLink>.
        </Trans>{' '}
        <LastUse apiKey={successor} />
      </Alert>
    )}
  </>
);

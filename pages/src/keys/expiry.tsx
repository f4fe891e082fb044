import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { ApiKeyDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { When } from '../ui/when';

/** When the key stops, and what replaces it. */
export const Expiry = ({ apiKey: { rotatedTo, expiresAt } }: { readonly apiKey: ApiKeyDto }) => (
  <>
    <When value={expiresAt} none={t`Never`} />
    {rotatedTo !== null && (
      <>
        {' '}
        <PageLink to={showAddress('keys', rotatedTo)} sx={{ whiteSpace: 'nowrap' }}>
          <Trans>replaced by …{rotatedTo.slice(-5)}</Trans>
        </PageLink>
      </>
    )}
  </>
);

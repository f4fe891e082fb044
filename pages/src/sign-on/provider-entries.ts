import { t } from '@lingui/core/macro';

import type { SignOnStateDto } from '../api/openapi';
import { PROVIDERS } from './providers';

/** What names a provider, for a list of descriptions. */
export function providerEntries(state: SignOnStateDto) {
  const { provider, issuer, clientId, metadataUrl, signOnUrl, certificates } = state;
  const { label } = PROVIDERS[provider];
  return provider === 'saml'
    ? [
        { label: t`Provider`, value: label },
        { label: t`Entity ID`, value: issuer },
        { label: t`Metadata`, value: metadataUrl ?? t`As it was sent; it is not read again` },
        { label: t`Address of the login`, value: signOnUrl ?? '' },
        { label: t`Fingerprints of its certificates (SHA-256)`, value: certificates.join(', ') },
      ]
    : [
        { label: t`Provider`, value: label },
        { label: t`Issuer`, value: issuer },
        { label: t`Client ID`, value: clientId },
      ];
}

import { t } from '@lingui/core/macro';

import type { SignOnInputDto } from '../api/openapi';

export type SignOnProvider = SignOnInputDto['provider'];

interface ProviderGuide {
  readonly label: string;
  /** What to do at the provider before its values are entered here. */
  readonly steps: readonly string[];
  /** None of a provider of SAML, whose metadata names it. */
  readonly issuerHint?: string;
  /** The issuer, where it is the same for every organization. */
  readonly issuer?: string;
}

export const PROVIDERS: Readonly<Record<SignOnProvider, ProviderGuide>> = {
  entra: {
    label: t`Entra ID`,
    steps: [
      t`Open the Entra admin center: App registrations → New registration, for this organization’s directory only.`,
      t`Redirect URI: choose Web, and paste the address below.`,
      t`Token configuration → Add optional claim → ID: tick email. Then open the Manifest and add xms_edov to optionalClaims.idToken: Entra ID has no other way to say that an address is verified.`,
      t`Certificates & secrets → New client secret: copy its value, not its ID.`,
      t`Overview: copy the Application (client) ID and the Directory (tenant) ID.`,
    ],
    issuerHint: t`https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0`,
  },
  okta: {
    label: t`Okta`,
    steps: [
      t`Open the Okta admin console: Applications → Create App Integration → OIDC, Web Application.`,
      t`Sign-in redirect URI: paste the address below. Grant type: Authorization Code.`,
      t`Assignments: the people or the group that administers this service.`,
      t`Copy the Client ID and the Client secret.`,
    ],
    issuerHint: t`https://<your organization>.okta.com`,
  },
  google: {
    label: t`Google Workspace`,
    steps: [
      t`Open the Google Cloud console: APIs & Services → OAuth consent screen: Internal.`,
      t`Credentials → Create credentials → OAuth client ID → Web application.`,
      t`Authorized redirect URIs: paste the address below.`,
      t`Copy the Client ID and the Client secret.`,
    ],
    issuerHint: t`The same for every organization`,
    issuer: 'https://accounts.google.com',
  },
  openid: {
    label: t`Another provider (OpenID Connect)`,
    steps: [
      t`Register a confidential client with the authorization code flow at your provider.`,
      t`Redirect URI: paste the address below. Scopes: openid and email.`,
      t`The provider must send email and email_verified, in the ID token or at the userinfo endpoint.`,
      t`Copy the issuer, the client ID and the client secret.`,
    ],
    issuerHint: t`The address in front of /.well-known/openid-configuration`,
  },
  saml: {
    label: t`SAML 2.0 (Shibboleth, AD FS, SimpleSAMLphp and others)`,
    steps: [
      t`Register this service at your provider: by its metadata, whose address is the entity ID below, or by both addresses below.`,
      t`The provider must sign the assertion, with RSA and SHA-256 or SHA-512, and not encrypt it. The service does not sign its requests.`,
      t`Send mail: one address of your own domain, by which the colleague is found. Useful to see in the test: pairwise-id or eduPersonPrincipalName, and eduPersonScopedAffiliation.`,
      t`Copy the address of the provider’s metadata, or save the metadata as a file. By its address the service notices new certificates.`,
    ],
  },
};

import type { SecretBox } from '../../secrets/secret-box.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Sentence } from '../../texts/sentence.js';
import type { SamlMetadata } from './saml/saml-metadata.js';
import type { SignOnColumns } from './sign-on-columns.js';
import type { SignOnTicket } from './sign-on-ticket.js';

/** A provider of OpenID Connect, and the service's account there. */
export interface OpenIdAccount {
  readonly protocol: 'openid';
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether its addresses may be of a private network: an operator has set it, or the service is local itself. */
  readonly mayBePrivate: boolean;
}

/** A provider of SAML. */
export interface SamlAccount extends SamlMetadata {
  readonly protocol: 'saml';
  readonly tenantId: string;
  /** Of the tenant: the provider is believed for addresses of this domain. */
  readonly emailDomain: string;
}

/** The provider of a tenant. */
export type ProviderAccount = OpenIdAccount | SamlAccount;

/** The identity that the provider has confirmed. */
export interface ProvenIdentity {
  readonly email: string | undefined;
  readonly isVerified: boolean;
  /** By which the provider knows the person for good; null where it sends none. */
  readonly subject: string | null;
  /** What the person is at which organization, such as `staff@example.edu`. */
  readonly affiliations: readonly string[];
}

/** The provider cannot be reached, or the address is not one of a provider. */
export class ProviderAway extends Error {}

/** What is known of the provider has run out. */
export class ProviderExpired extends Error {}

/** The provider refused the person, or its answer is not valid. */
export class ProviderRefused extends Error {
  /** @param reason for the administrator who sets the provider up */
  constructor(readonly reason?: Sentence) {
    super();
  }
}

/** How browsers sign on by one protocol. */
export interface SignOnProtocol<Account> {
  /**
   * The address at which a browser signs on.
   * @throws {ProviderAway} when the provider cannot be reached
   * @throws {ProviderExpired}
   */
  signOnAddress(account: Account, ticket: SignOnTicket): Promise<URL>;

  /**
   * The identity with which the browser came back.
   * @param returned the parameters that the provider has sent with it
   * @throws {ProviderAway} when the provider cannot be reached
   * @throws {ProviderExpired}
   * @throws {ProviderRefused} when the provider refused the person or its answer is not valid
   */
  identify(account: Account, ticket: SignOnTicket, returned: URLSearchParams): Promise<ProvenIdentity>;
}

/**
 * The account of stored settings.
 * @returns undefined when the secret was sealed under another server key
 */
export function accountOf(
  { tenantId, tenant }: Pick<Scope, 'tenantId' | 'tenant'>,
  { issuer, clientId, sealedSecret, metadata }: SignOnColumns,
  box: SecretBox,
  mayBePrivate: boolean,
): ProviderAccount | undefined {
  if (metadata !== null)
    return { protocol: 'saml', tenantId, issuer, ...metadata, emailDomain: tenant.emailDomain };
  const clientSecret = sealedSecret === null ? undefined : box.open(tenantId, sealedSecret);
  if (clientId === null || clientSecret === undefined) return undefined;
  return { protocol: 'openid', issuer, clientId, clientSecret, mayBePrivate };
}

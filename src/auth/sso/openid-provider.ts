import { Injectable } from '@nestjs/common';
import type { ClientAuth, Configuration } from 'openid-client';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { guardedFetch } from '../../outgoing/guarded-fetch.js';
import { isPublicHost } from '../../outgoing/private-addresses.js';
import { isAllowedEndpoint, isAllowedIssuer } from './issuer-address.js';
import {
  type OpenIdAccount,
  type ProvenIdentity,
  ProviderAway,
  ProviderRefused,
  type SignOnProtocol,
} from './provider-account.js';
import { SignOnAddresses } from './sign-on-addresses.js';
import type { SignOnTicket } from './sign-on-ticket.js';
import { isVerifiedAddress } from './verified-address.js';

const TIMEOUT_SECONDS = 5;
/** Discovery documents and sets of keys have about 10 kB. */
const MOST_BYTES = 1024 * 1024;
const REDISCOVER_MS = 10 * 60_000;
/** The most configurations of providers that are kept; each contains the provider's keys, about 10 kB. */
const MOST_PROVIDERS = 200;

/** The addresses that a provider names, and that the service or a browser calls. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;

/** The provider names an address that is not called. */
class EndpointRefused extends ProviderAway {}

type OpenIdClient = typeof import('openid-client');

/** Loads the library at the first sign-on, as most processes never need it. */
const loadClient = (): Promise<OpenIdClient> => import('openid-client');

/** Authenticates by a method that the provider supports; the standard's default is Basic. */
function authenticate(openid: OpenIdClient, secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic
      : openid.ClientSecretPost;
    method(secret)(server, client, body, headers);
  };
}

/** @throws {EndpointRefused} when the provider names an address that is not allowed, or not public where it must be */
async function checkEndpoints(
  configuration: Configuration,
  { issuer, mayBePrivate }: OpenIdAccount,
): Promise<void> {
  const metadata = configuration.serverMetadata();
  const named = ENDPOINTS.flatMap((name) => {
    const address = metadata[name];
    return address === undefined ? [] : [{ name, address }];
  });
  for (const { name, address } of named)
    if (!isAllowedEndpoint(address, issuer.startsWith('http:')))
      throw new EndpointRefused(
        `issuer has a provider whose ${name} is not an https:// address without a user name`,
      );
  if (mayBePrivate) return;
  const arePublic = await Promise.all(named.map(({ address }) => isPublicHost(new URL(address))));
  const refused = named.find((_, index) => arePublic[index] !== true);
  if (refused !== undefined)
    throw new EndpointRefused(`issuer has a provider whose ${refused.name} is no public address`);
}

async function discover(account: OpenIdAccount): Promise<Configuration> {
  const { issuer, clientId, clientSecret, mayBePrivate } = account;
  const openid = await loadClient();
  const isLocal = new URL(issuer).protocol === 'http:';
  // Otherwise the library refuses every address without TLS, also those that a provider names. It marks the option as
  // deprecated so that it is noticed.
  // oxlint-disable-next-line typescript/no-deprecated -- a local provider has no TLS
  const execute = [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])];
  const customFetch = guardedFetch({ mayBePrivate, mostBytes: MOST_BYTES });
  const options = { execute, timeout: TIMEOUT_SECONDS, [openid.customFetch]: customFetch };
  const secret = authenticate(openid, clientSecret);
  const configuration = await openid.discovery(new URL(issuer), clientId, {}, secret, options);
  await checkEndpoints(configuration, account);
  return configuration;
}

/**
 * Calls the OpenID provider that the operator has set for a tenant with `tenant sso`, or an administrator in the pages.
 */
@Injectable()
export class OpenIdProvider implements SignOnProtocol<OpenIdAccount> {
  private readonly known = new BoundedCache<string, Promise<Configuration>>({
    most: MOST_PROVIDERS,
    milliseconds: REDISCOVER_MS,
  });

  constructor(private readonly addresses: SignOnAddresses) {}

  /** What is wrong with the issuer, whose provider is asked anew; undefined when nothing is. */
  async problemOf(account: OpenIdAccount): Promise<string | undefined> {
    return discover(account).then(
      () => undefined,
      (error: unknown) =>
        error instanceof EndpointRefused
          ? error.message
          : 'issuer is not the address of an OpenID provider that answers; check it for mistakes',
    );
  }

  async signOnAddress(account: OpenIdAccount, ticket: SignOnTicket): Promise<URL> {
    const [openid, configuration] = await Promise.all([loadClient(), this.configuration(account)]);
    return openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.addresses.redirectUri,
      scope: 'openid email',
      state: ticket.state,
      nonce: ticket.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(ticket.codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  async identify(
    account: OpenIdAccount,
    ticket: SignOnTicket,
    returned: URLSearchParams,
  ): Promise<ProvenIdentity> {
    const callback = new URL(`${this.addresses.redirectUri}?${returned.toString()}`);
    const [openid, configuration] = await Promise.all([loadClient(), this.configuration(account)]);
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: ticket.state,
        expectedNonce: ticket.nonce,
        pkceCodeVerifier: ticket.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new ProviderRefused();
      // Some providers return the e-mail address at the userinfo endpoint instead of in the token.
      const person =
        claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      const email = typeof person['email'] === 'string' ? person['email'] : undefined;
      const isVerified = isVerifiedAddress(account.issuer, person);
      return { email, isVerified, subject: claims.sub, affiliations: [] };
    } catch (error) {
      throw isAway(error) ? new ProviderAway() : new ProviderRefused();
    }
  }

  /**
   * The provider's configuration, read again every ten minutes, as keys and addresses may change.
   * @throws {ProviderAway} when the provider cannot be reached
   */
  private async configuration(account: OpenIdAccount): Promise<Configuration> {
    const { issuer, clientId, clientSecret, mayBePrivate } = account;
    const name = JSON.stringify([issuer, clientId, clientSecret, mayBePrivate]);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    if (!isAllowedIssuer(issuer)) throw new ProviderAway();
    const configuration = discover(account).catch(() => {
      this.known.delete(name);
      throw new ProviderAway();
    });
    this.known.set(name, configuration);
    return configuration;
  }
}

/** Whether there was no answer. Compares names, as an error of the network may come from another realm. */
function isAway(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT';
}

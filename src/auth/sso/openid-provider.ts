import { Injectable } from '@nestjs/common';
import type { ClientAuth, Configuration } from 'openid-client';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import type { SignOnTicket } from './sign-on-ticket.js';

const TIMEOUT_SECONDS = 5;
const REDISCOVER_MS = 10 * 60_000;
/** Providers whose configurations are kept; each holds its keys, some 10 kB. */
export const MOST_PROVIDERS = 200;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Where and as whom we ask. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Whom the provider says that it has seen. */
export interface ProvenIdentity {
  readonly email: string | undefined;
  readonly isVerified: boolean;
}

/** A provider that cannot be reached, or is none. */
export class ProviderAway extends Error {}

/** The provider, or what it sent, does not let this person in. */
export class ProviderRefused extends Error {}

/** Over TLS only, except on the machine itself, where it is for tests. */
export function isAllowedIssuer(text: string): boolean {
  if (!URL.canParse(text) || !/^[\x21-\x7e]{1,500}$/.test(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

type OpenIdClient = typeof import('openid-client');

/** Loaded by the first sign-on; most starts never need it. */
const loadClient = (): Promise<OpenIdClient> => import('openid-client');

/** As the provider asks for it; the standard's default is Basic. */
function authenticate(openid: OpenIdClient, secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic
      : openid.ClientSecretPost;
    method(secret)(server, client, body, headers);
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderAccount): Promise<Configuration> {
  const openid = await loadClient();
  const isLocal = new URL(issuer).protocol === 'http:';
  // Otherwise the library refuses every address without TLS, also those that a provider names.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that it stands out; a local provider has no TLS
  const execute = [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])];
  const options = { execute, timeout: TIMEOUT_SECONDS };
  return openid.discovery(new URL(issuer), clientId, {}, authenticate(openid, clientSecret), options);
}

/**
 * The only place from which the service calls another one: the OpenID provider that the operator has set for a tenant
 * with `tenant sso`. Without that setting nothing is ever called.
 */
@Injectable()
export class OpenIdProvider {
  private readonly known = new BoundedCache<string, Promise<Configuration>>({
    most: MOST_PROVIDERS,
    milliseconds: REDISCOVER_MS,
  });

  /** Where a browser signs on. @throws {ProviderAway} */
  async signOnAddress(account: ProviderAccount, ticket: SignOnTicket, redirectUri: string): Promise<URL> {
    const [openid, configuration] = await Promise.all([loadClient(), this.configuration(account)]);
    return openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: ticket.state,
      nonce: ticket.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(ticket.codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  /**
   * Whom the browser came back as.
   * @param returned our address with what the provider added to it
   * @throws {ProviderAway} {ProviderRefused}
   */
  async identify(account: ProviderAccount, ticket: SignOnTicket, returned: URL): Promise<ProvenIdentity> {
    const [openid, configuration] = await Promise.all([loadClient(), this.configuration(account)]);
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, returned, {
        expectedState: ticket.state,
        expectedNonce: ticket.nonce,
        pkceCodeVerifier: ticket.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new ProviderRefused();
      // Providers may keep the address out of the token and answer it at an address of its own.
      const person =
        claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      const email = typeof person['email'] === 'string' ? person['email'] : undefined;
      return { email, isVerified: person['email_verified'] === true };
    } catch (error) {
      throw isAway(error) ? new ProviderAway() : new ProviderRefused();
    }
  }

  /** Asked for once in ten minutes, so that a provider may change its keys and addresses. @throws {ProviderAway} */
  private async configuration(account: ProviderAccount): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = account;
    const name = JSON.stringify([issuer, clientId, clientSecret]);
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

/** Nothing was answered, in time or at all; by name, as an error of the network may come from another realm. */
function isAway(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT';
}

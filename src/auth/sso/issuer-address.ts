import { isPublicHost } from '../../outgoing/private-addresses.js';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Allows issuers with TLS only, except on the machine itself, for tests. */
export function isAllowedIssuer(text: string): boolean {
  if (!URL.canParse(text) || !/^[\x21-\x7e]{1,500}$/.test(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/**
 * Whether the provider of an issuer may name this endpoint: with TLS, or on the machine itself if the issuer is there
 * too. Unlike an issuer, an endpoint may have a query.
 */
export function isAllowedEndpoint(text: string, issuer: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return (
    protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname) && issuer.startsWith('http:'))
  );
}

/**
 * Whether an administrator may name this issuer: a host with public addresses only. Otherwise an administrator of one
 * university could have the service call machines of its operator's network.
 * @param isLocalService the service itself is only for this machine, as in development
 */
export async function isPublicIssuer(issuer: string, isLocalService: boolean): Promise<boolean> {
  if (!isAllowedIssuer(issuer)) return false;
  if (isLocalService) return true;
  const url = new URL(issuer);
  return url.protocol === 'https:' && isPublicHost(url);
}

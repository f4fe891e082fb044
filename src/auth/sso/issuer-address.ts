import { isPublicHost } from '../../outgoing/private-addresses.js';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether the service or a browser may be sent to this address of a provider: one with TLS and without a user name.
 * @param mayBeLocal whether one on the machine itself needs no TLS
 */
export function isAllowedEndpoint(text: string, mayBeLocal: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && mayBeLocal && LOOPBACK.test(hostname));
}

/** Whether this may be an issuer: unlike an endpoint, it has no query. One on the machine itself is for tests. */
export function isAllowedIssuer(text: string): boolean {
  if (!isAllowedEndpoint(text, true) || !/^[\x21-\x7e]{1,500}$/.test(text)) return false;
  const { search, hash } = new URL(text);
  return search === '' && hash === '';
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

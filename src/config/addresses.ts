import { isIP } from 'node:net';

import { type Kind, textThat, Wrong } from './kinds.js';

const DATABASE_URL = /^(mysql|mariadb):\/\/[^\s/]*\/[^\s/?]+(\?\S*)?$/;
const REDIS_URL = /^rediss?:\/\/([^\s/@]*@)?[^\s/?#@]+(\/\d{0,4})?$/;

/** The parts of a list that is separated by commas. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** An IP address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A host as the address of a URL has it, without the brackets of IPv6: in lower case, a name of Unicode as ASCII. */
export function asHost(text: string): string {
  return new URL(`http://${isIP(text) === 6 ? `[${text}]` : text}`).hostname.replace(/^\[|\]$/g, '');
}

function isHost(text: string): boolean {
  return (
    /^[^\s/?#@\\]+$/.test(text) &&
    (isIP(text) === 6 || (!text.includes(':') && URL.canParse(`http://${text}`)))
  );
}

/** Checked here, as an error of the Redis client would contain the password. */
function isRedisUrl(text: string): boolean {
  if (!REDIS_URL.test(text) || !URL.canParse(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const databaseUrl = textThat(
  (text) => DATABASE_URL.test(text),
  'must look like mysql://user:password@host:3306/database',
);
export const redisUrl = textThat(isRedisUrl, 'must look like redis://user:password@host:6379/0');
export const hosts = textThat(
  (text) => listOf(text).every(isHost),
  'must be names or addresses of hosts, such as chat.example.edu,10.0.0.5',
);
export const networks = textThat(
  (text) => listOf(text).every(isNetwork),
  'must be addresses or networks, such as 10.0.0.5,10.1.0.0/16',
);

/**
 * The address for callers, without a slash at the end. A path is refused: the pages, their cookies and the links of the
 * API are at the root of the host, also behind a proxy that removes a path from requests.
 */
export const publicAddress: Kind<string> = (text, name) => {
  const example = 'https://integration.example.edu';
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(text) || !URL.canParse(text))
    return new Wrong(`${name} must look like ${example}`);
  if (new URL(text).pathname !== '/')
    return new Wrong(
      `${name} must have no path, as the service is at the root of its host; give it a host name of its own, ` +
        `such as ${example}`,
    );
  return text.replace(/\/$/, '');
};

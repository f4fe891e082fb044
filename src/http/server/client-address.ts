import { isIPv6 } from 'node:net';

import type { Request } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** Where the caller is, as far as we can believe it. Set on every request by {@link addressOf}. */
    clientAddress: string;
  }
}

/** IPv4 or IPv6, and the port or zone that some proxies write behind it. */
const ADDRESS = /^[\d.:a-f[\]]{2,45}(%\w{1,16})?(:\d{1,5})?$/i;

/**
 * `request.ip` is what a trusted proxy says, and some hand on whatever the client wrote. What is no address could not be
 * stored, and counts as the proxy's own. Without a proxy's word it is the connection's: Express asks for the trust in each
 * hop every time.
 */
export function addressOf(request: Request): string {
  const own = request.socket.remoteAddress ?? '';
  if (request.headers['x-forwarded-for'] === undefined) return own;
  const { ip = '' } = request;
  return ADDRESS.test(ip) ? ip : own;
}

/** Without brackets, port and zone, which tell nothing about who it is. */
function bareAddress(address: string): string {
  const [, inBrackets] = /^\[([^\]]*)\]/.exec(address) ?? [];
  const bare = inBrackets ?? address.replace(/^([\d.]+):\d+$/, '$1');
  return bare.replace(/%.*$/, '').toLowerCase();
}

/** An IPv4 address at the end as the two groups that it stands for. */
function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}

/** The eight groups of an IPv6 address without leading zeros; `::` stands for as many zeros as are missing. */
function groupsOf(address: string): string[] {
  const [before = [], after = []] = withoutDots(address)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const missing = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...missing, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}

/** The IPv4 address that these groups are a way to write; undefined when they are none. */
function mappedIn(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [Math.floor(number / 256), number % 256])
    .join('.');
}

/** Whom an address stands for where callers are counted: with IPv6 one client has a whole /64 to send from. */
export function networkOf(address: string): string {
  const bare = bareAddress(address);
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

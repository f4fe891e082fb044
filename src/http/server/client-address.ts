import { isIPv6 } from 'node:net';

import type { Request } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** The caller's address, as far as it can be trusted. Set on every request by {@link addressOf}. */
    clientAddress: string;
  }
}

/** IPv4 or IPv6, with the port or zone that some proxies append. */
const ADDRESS = /^[\d.:a-f[\]]{2,45}(%\w{1,16})?(:\d{1,5})?$/i;

/**
 * The address that a trusted proxy forwards, as `request.ip`. Some proxies forward any text of the client: when it is
 * not an address, it is replaced by the proxy's own. Without a forwarded address it is the connection's, read
 * directly, as Express checks the trusted proxies at each access.
 */
export function addressOf(request: Request): string {
  const own = request.socket.remoteAddress ?? '';
  if (request.headers['x-forwarded-for'] === undefined) return own;
  const { ip = '' } = request;
  return ADDRESS.test(ip) ? ip : own;
}

/** The address without brackets, port and zone. */
function bareAddress(address: string): string {
  const [, inBrackets] = /^\[([^\]]*)\]/.exec(address) ?? [];
  const bare = inBrackets ?? address.replace(/^([\d.]+):\d+$/, '$1');
  return bare.replace(/%.*$/, '').toLowerCase();
}

/** Replaces an IPv4 address at the end of an IPv6 address by two groups. */
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

/** The IPv4 address of an IPv4-mapped IPv6 address; undefined for any other. */
function mappedIn(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [Math.floor(number / 256), number % 256])
    .join('.');
}

/** The network by which callers are counted: with IPv6 a /64, all addresses of which one client may use. */
export function networkOf(address: string): string {
  const bare = bareAddress(address);
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

import { lookup } from 'node:dns/promises';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Otherwise a browser would wait for a name server that is silent. */
const LOOKUP_MS = 5000;

/** Addresses that only machines of the operator's own network reach. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  // Azure's own services, seen from its machines.
  ['168.63.129.16', 32],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['2001::', 32],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

/** The host of an address, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Whether the address is of a private network, or of none. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return PRIVATE.check(mapped, 'ipv4');
  return !isIPv6(mapped) || PRIVATE.check(mapped, 'ipv6');
}

/** Whether the host has public addresses, and no other ones. It has none when finding them takes longer than 5 s. */
export async function isPublicHost(url: URL): Promise<boolean> {
  const found = lookup(hostOf(url), { all: true }).catch(() => []);
  const addresses = await Promise.race([found, delay(LOOKUP_MS, [], { ref: false })]);
  return addresses.length > 0 && addresses.every(({ address }) => !isPrivateAddress(address));
}

import type { Request } from 'express';

/** IPv4 or IPv6, and the port or zone that some proxies write behind it. */
const ADDRESS = /^[\d.:a-f[\]]{2,45}(%\w{1,16})?(:\d{1,5})?$/i;

/**
 * `request.ip` is what a trusted proxy says, and some hand on whatever the client wrote. What is no address could not be
 * stored, and counts as the proxy's own.
 */
export function keepAddressReadable(request: Request): void {
  if (request.headers['x-forwarded-for'] === undefined || ADDRESS.test(request.ip ?? '')) return;
  Object.defineProperty(request, 'ip', { value: request.socket.remoteAddress ?? '' });
}

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

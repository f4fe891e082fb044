import { randomUUID } from 'node:crypto';

import type { Request, Response } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** On every response as `X-Request-Id` and in every log line. */
    requestId: string;
  }
}

const GIVEN = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Uses the caller's request id when it is valid, and creates one when not. The scope carries it, as an
 * AsyncLocalStorage makes Node 20 run a hook for every promise.
 */
export function assignRequestId(request: Request, response: Response): void {
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
  request.requestId = requestId;
  response.setHeader('X-Request-Id', requestId);
}

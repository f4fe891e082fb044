import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

import type { NextFunction, Request, Response } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** On every response as `X-Request-Id` and in every log line. */
    requestId: string;
  }
}

const GIVEN = /^[A-Za-z0-9._-]{1,128}$/;
const store = new AsyncLocalStorage<{ requestId: string }>();

/** The request that the running code works for; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return store.getStore()?.requestId;
}

/** Takes the caller's request id when it is usable, makes one when not, and keeps it for log lines. */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
  request.requestId = requestId;
  response.setHeader('X-Request-Id', requestId);
  store.run({ requestId }, next);
}

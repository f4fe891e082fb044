import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Aborted when the caller hangs up before the answer. */
export const Gone = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const { res } = context.switchToHttp().getRequest<Request>();
  const gone = new AbortController();
  res?.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
});

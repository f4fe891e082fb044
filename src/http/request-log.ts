import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const logger = new Logger('request');

/** One line a request: method, route pattern (never the path, which holds identifiers), status and time. */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  const start = process.hrtime.bigint();
  response.once('close', () => {
    const route = request.route as { path?: unknown } | undefined;
    logger.log({
      msg: 'request',
      requestId: request.requestId,
      method: request.method,
      route: typeof route?.path === 'string' ? route.path : 'none',
      status: response.statusCode,
      complete: response.writableFinished,
      ms: Number((process.hrtime.bigint() - start) / 10_000n) / 100,
      tenantId: request.scope?.tenantId,
      credential: request.credentialLabel,
    });
  });
  next();
}

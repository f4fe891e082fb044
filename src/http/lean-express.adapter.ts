import type { Server } from 'node:http';

import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

import { createHttpServer } from './http-server.js';

/** The system may allow fewer (`net.core.somaxconn`). */
const WAITING_CONNECTIONS = 4096;

type Listener = () => void;

function isData(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !(body instanceof StreamableFile);
}

/**
 * Express as it is, but for its server, who may wait to be connected, and the sending of JSON: `response.json` works out validators, media types and
 * freshness, which no answer of ours has, and takes twice as long as the rest of sending.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createHttpServer(this.getInstance());
  }

  /** Node lets 511 wait to be accepted; the system resets those beyond, who have been told that they are connected. */
  override listen(
    port: string | number,
    ...rest: readonly [string, Listener?] | readonly [Listener?]
  ): Server {
    const [first, second] = rest;
    const [host, listener] = typeof first === 'string' ? [first, second] : [undefined, first];
    const place = {
      port: Number(port),
      backlog: WAITING_CONNECTIONS,
      ...(host === undefined ? {} : { host }),
    };
    return this.httpServer.listen(place, listener);
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!isData(body)) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.statusCode = statusCode;
    const text = JSON.stringify(body);
    if (!response.hasHeader('Content-Type'))
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }
}

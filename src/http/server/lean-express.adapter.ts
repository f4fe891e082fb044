import { IncomingMessage, type Server, ServerResponse } from 'node:http';

import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';

import { createHttpServer, type Messages } from './http-server.js';

/** The system may allow fewer (`net.core.somaxconn`). */
const WAITING_CONNECTIONS = 4096;

type Listener = () => void;

function isData(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !(body instanceof StreamableFile);
}

/**
 * Has Node make requests and responses as Express wants them, which otherwise changes the prototypes of each pair: V8
 * then forgets what it had learned about them.
 */
function expressMessages(application: Express): Messages {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Asked extends IncomingMessage> extends ServerResponse<Asked> {}
  Object.setPrototypeOf(ExpressRequest.prototype, application.request);
  Object.setPrototypeOf(ExpressResponse.prototype, application.response);
  Object.assign(application, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/**
 * Express as it is, but for its server, its requests and responses, which Node makes with Express's prototypes, and the
 * sending of JSON: `response.json` works out validators, media types and freshness, which no answer of ours has, and
 * takes twice as long as the rest of sending.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  private readonly application: Express;

  constructor() {
    const application = express();
    super(application);
    // Express would answer 304 to `If-None-Match: *`, whatever the answer and without a tag of it.
    Object.defineProperty(application.request, 'fresh', { value: false });
    this.application = application;
  }

  override initHttpServer(): void {
    this.httpServer = createHttpServer(expressMessages(this.application), this.application);
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

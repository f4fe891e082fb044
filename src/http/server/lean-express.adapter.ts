import { IncomingMessage, type Server, ServerResponse } from 'node:http';

import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';

import { createHttpServer, type MessageClasses } from './http-server.js';

/** The system may allow fewer (`net.core.somaxconn`). */
const WAITING_CONNECTIONS = 4096;

type Listener = () => void;

function isData(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !(body instanceof StreamableFile);
}

/**
 * Classes by which Node creates requests and responses with the prototypes of Express. Otherwise Express changes the
 * prototypes of each pair, after which V8 cannot use its optimised code.
 */
function expressMessages(application: Express): MessageClasses {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Asked extends IncomingMessage> extends ServerResponse<Asked> {}
  Object.setPrototypeOf(ExpressRequest.prototype, application.request);
  Object.setPrototypeOf(ExpressResponse.prototype, application.response);
  Object.assign(application, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/**
 * Express with three differences: Node creates requests and responses with Express's prototypes, more connections may
 * wait to be accepted, and JSON is sent without `response.json`, which computes validators, media types and freshness.
 * No answer here has those, and it takes twice as long as the rest of the sending.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  private readonly application: Express;

  constructor() {
    const application = express();
    super(application);
    // Express would answer 304 to `If-None-Match: *`, also where the answer has no ETag.
    Object.defineProperty(application.request, 'fresh', { value: false });
    this.application = application;
  }

  override initHttpServer(): void {
    this.httpServer = createHttpServer(expressMessages(this.application), this.application);
  }

  /** Lets more connections wait to be accepted than Node's 511; the system resets those beyond the limit. */
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

import { IncomingMessage, type Server, ServerResponse } from 'node:http';

import { Logger, StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';

import { StartupProblem } from '../../errors/startup-problem.js';
import { bypassedBy, type PlainRoute } from './bypassed-layers.js';
import { createHttpServer, type Messages } from './http-server.js';

/** The system may allow fewer (`net.core.somaxconn`). */
const WAITING_CONNECTIONS = 4096;
/** An address that can be written in one way only: no parameter, nothing to decode. */
const PLAIN_ADDRESS = /^\/api\/[a-z0-9/-]+[a-z0-9]$/;

type Listener = () => void;

const logger = new Logger('request');

/** What happens to every request before anybody else sees it. */
export type Preparation = (request: Request, response: Response) => void;

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
 * Express as it is, but for its server, who may wait to be connected, the sending of JSON (`response.json` works out
 * validators, media types and freshness, which no answer of ours has, and takes twice as long as the rest of sending) and
 * the way to a handler of the API whose address has no parameters, which is looked up instead of asked for in every layer
 * of the router: together a third of what a root check costs.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  private readonly plainRoutes = new Map<string, PlainRoute>();
  private readonly application: Express;
  /** Nest's own first middleware, which does nothing unless it is given hooks. */
  private readonly hookLayers: readonly object[];
  private hasHooks = false;
  private preparation: Preparation = () => undefined;

  constructor() {
    const application = express();
    super(application);
    // Express would answer 304 to `If-None-Match: *`, whatever the answer and without a tag of it.
    Object.defineProperty(application.request, 'fresh', { value: false });
    this.application = application;
    this.hookLayers = [...application.router.stack];
  }

  /** Takes the place of a first middleware, which a request that is looked up would not meet. */
  prepareWith(preparation: Preparation): void {
    this.preparation = preparation;
  }

  override initHttpServer(): void {
    this.httpServer = createHttpServer(expressMessages(this.application), (request, response) => {
      this.dispatch(request as Request, response as Response);
    });
  }

  override get(handler: RequestHandler): unknown;
  override get(path: unknown, handler: RequestHandler): unknown;
  override get(path: unknown, handler?: RequestHandler): unknown {
    this.remember('GET', path, handler);
    return this.application.get(path as string, ...(handler === undefined ? [] : [handler]));
  }

  override post(handler: RequestHandler): unknown;
  override post(path: unknown, handler: RequestHandler): unknown;
  override post(path: unknown, handler?: RequestHandler): unknown {
    this.remember('POST', path, handler);
    return this.application.post(path as string, ...(handler === undefined ? [] : [handler]));
  }

  override setOnRequestHook(hook: Parameters<ExpressAdapter['setOnRequestHook']>[0]): void {
    this.hasHooks = true;
    super.setOnRequestHook(hook);
  }

  override setOnResponseHook(hook: Parameters<ExpressAdapter['setOnResponseHook']>[0]): void {
    this.hasHooks = true;
    super.setOnResponseHook(hook);
  }

  /**
   * Node lets 511 wait to be accepted; the system resets those beyond, who have been told that they are connected.
   * @throws {StartupProblem} when there is middleware that calls on the short way would not meet
   */
  override listen(
    port: string | number,
    ...rest: readonly [string, Listener?] | readonly [Listener?]
  ): Server {
    this.refuseBypassed();
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

  private remember(method: string, path: unknown, handler: RequestHandler | undefined): void {
    if (typeof path !== 'string' || handler === undefined || !PLAIN_ADDRESS.test(path)) return;
    const address = `${method} ${path}`;
    if (!this.plainRoutes.has(address)) this.plainRoutes.set(address, { method, path, handler });
  }

  /** All is registered when the service begins to listen; what is added later comes behind the handlers anyway. */
  private refuseBypassed(): void {
    const stack = this.application.router.stack.filter(
      (layer) => this.hasHooks || !this.hookLayers.includes(layer),
    );
    for (const route of this.plainRoutes.values()) {
      const [bypassed] = bypassedBy(route, stack);
      if (bypassed === undefined) continue;
      throw new StartupProblem(
        `${route.method} ${route.path} would bypass ${bypassed}, as its handler is called without the router; ` +
          'put what every call needs into prepareWith, a guard or an interceptor, or give the middleware other paths ' +
          '(docs/decisions/0035-the-way-to-a-handler.md)',
      );
    }
  }

  private dispatch(request: Request, response: Response): void {
    request.originalUrl = request.url;
    this.preparation(request, response);
    const [path = ''] = request.url.split('?', 1);
    const route = this.plainRoutes.get(`${request.method} ${path}`);
    if (route === undefined) {
      this.application(request, response);
      return;
    }
    request.res = response;
    request.route = { path };
    // Nest answers whatever a handler throws; what that throws must not end the process, as nobody else catches it here.
    const giveUp = (error: unknown): void => {
      logger.error(error instanceof Error ? error : new Error('A call was given up'));
      response.destroy();
    };
    Promise.resolve(route.handler(request, response, giveUp)).catch(giveUp);
  }
}

import { IncomingMessage, type Server, ServerResponse } from 'node:http';

import { Logger, StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';

import { StartupProblem } from '../../errors/startup-problem.js';
import { bypassedBy, type PlainRoute } from './bypassed-layers.js';
import { createHttpServer, type MessageClasses } from './http-server.js';

/** The system may allow fewer (`net.core.somaxconn`). */
const WAITING_CONNECTIONS = 4096;
/** An address without parameters and without anything to decode. */
const PLAIN_ADDRESS = /^\/api\/[a-z0-9/-]+[a-z0-9]$/;

type Listener = () => void;

const logger = new Logger('request');

/** Runs for every request before the router and the guards. */
export type Preparation = (request: Request, response: Response) => void;

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
 * Express with four differences: the server, the length of its queue of connections, the sending of JSON, and the
 * routing to handlers of the API whose address has no parameters, which are found in a map instead of by the layers
 * of the router. `response.json` computes validators, media types and freshness, which no answer here has, and takes
 * twice as long as the rest of the sending. Together these save a third of the cost of a root check.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  private readonly plainRoutes = new Map<string, PlainRoute>();
  private readonly application: Express;
  /** Nest's own first middleware, which does nothing without hooks. */
  private readonly hookLayers: readonly object[];
  private hasHooks = false;
  private preparation: Preparation = () => undefined;

  constructor() {
    const application = express();
    super(application);
    // Express would answer 304 to `If-None-Match: *`, also where the answer has no ETag.
    Object.defineProperty(application.request, 'fresh', { value: false });
    this.application = application;
    this.hookLayers = [...application.router.stack];
  }

  /** Replaces a first middleware, which requests to handlers in the map would bypass. */
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
   * Lets more connections wait to be accepted than Node's 511; the system resets those beyond the limit.
   * @throws {StartupProblem} when a request to a handler in the map would bypass middleware
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

  /** Called when the service begins to listen: middleware that is added later comes after the handlers anyway. */
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
    // Nest answers the errors of handlers. An error of that answer has no other handler here and must not end the
    // process.
    const giveUp = (error: unknown): void => {
      logger.error(error instanceof Error ? error : new Error('A call was given up'));
      response.destroy();
    };
    Promise.resolve(route.handler(request, response, giveUp)).catch(giveUp);
  }
}

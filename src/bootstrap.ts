import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { DataSourceOptions } from 'typeorm';

import { AppModule } from './app.module.js';
import { type Config, readConfig } from './config/environment.js';
import { PublicUrl } from './config/public-url.js';
import { API_HEADERS } from './http/server/api-headers.js';
import { addressOf } from './http/server/client-address.js';
import { makeDecodable } from './http/server/decodable-path.js';
import { JsonLogger } from './logging/json-logger.js';
import { buildDocument, serveReference } from './http/openapi/openapi.js';
import { LeanExpressAdapter } from './http/server/lean-express.adapter.js';
import { giveRequestId } from './http/server/request-context.js';
import { logWhenFinished } from './http/server/request-log.js';
import { RequestMeter } from './metrics/request-meter.js';
import { RequestRecorder } from './requests/request-recorder.js';
import { BUILT_PAGES, servePages } from './pages/serve-pages.js';

const API_PATH = /^\/api(\/|$)/i;
const OTHER_PATHS = /^(?!\/api(\/|$))/i;

/** For what a browser shows. Without TLS of our own, telling it to use TLS would break the reference on a plain address. */
const pageHeaders = helmet({
  strictTransportSecurity: false,
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
});

/**
 * Builds the application as it runs, without listening: shared by the process and the tests.
 * @param pages the folder of the built pages
 */
export async function createApplication(
  config: Config,
  database: DataSourceOptions,
  pages = BUILT_PAGES,
): Promise<NestExpressApplication> {
  const modules = AppModule.with(config, database);
  const app = await NestFactory.create<NestExpressApplication>(modules, new LeanExpressAdapter(), {
    // Bodies are read behind the guard, see JsonBodyGuard.
    bodyParser: false,
    logger: new JsonLogger(config.logLevel),
    abortOnError: false,
  });
  // Without it every client behind a proxy has the proxy's address, and one who guesses passwords slows all of them down.
  app.set('trust proxy', [...config.trustedProxies]);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.disable('etag');
  const requests = app.get(RequestRecorder);
  const meter = app.get(RequestMeter);
  app.use((request: Request, response: Response, next: NextFunction) => {
    giveRequestId(request, response);
    request.clientAddress = addressOf(request);
    logWhenFinished(request, response, (finished) => {
      requests.note(finished);
      meter.note(finished);
    });
    makeDecodable(request);
    if (API_PATH.test(request.path)) response.setHeaders(API_HEADERS);
    next();
  });
  // The pages have a stricter policy of their own, and so has the API.
  app.use('/admin', servePages(pages));
  app.use(OTHER_PATHS, pageHeaders);
  serveReference(app);
  const server: Server = app.getHttpServer();
  server.once('listening', () => {
    app.get(PublicUrl).listensOn((server.address() as AddressInfo).port);
  });
  return app;
}

/** The service's OpenAPI document, read from the modules: nothing is instantiated, and no database is needed. */
export async function describeApplication(): Promise<OpenAPIObject> {
  const modules = AppModule.with(readConfig({}), { type: 'mysql' });
  const options = { preview: true, logger: false, abortOnError: false } as const;
  return buildDocument(await NestFactory.create(modules, new LeanExpressAdapter(), options));
}

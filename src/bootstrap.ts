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
import { withoutDoubledSlash } from './http/server/typed-path.js';
import { JsonLogger } from './logging/json-logger.js';
import { buildDocument } from './http/openapi/openapi.js';
import { serveReference } from './http/openapi/serve-reference.js';
import { LeanExpressAdapter } from './http/server/lean-express.adapter.js';
import { assignRequestId } from './http/server/request-context.js';
import { whenFinished } from './http/server/finished-request.js';
import { traceRequest } from './http/server/traced-request.js';
import { RequestMeter } from './metrics/request-meter.js';
import { ScimMeter } from './metrics/scim-meter.js';
import { byTenantClock } from './request-log/by-tenant-clock.js';
import { KeyUseTally } from './request-log/key-use/key-use-tally.js';
import { RequestLines } from './request-log/request-lines.js';
import { RequestRecorder } from './request-log/request-recorder.js';
import { RequestsRecorder } from './sandbox/requests/requests-recorder.js';
import { serveScimDocument } from './scim/openapi/scim-document.js';
import { serveAsyncApi } from './sync/asyncapi/serve-asyncapi.js';
import { serveDoor } from './admin-pages/serve-door.js';
import { BUILT_PAGES, servePages } from './admin-pages/serve-pages.js';

const API_PATH = /^\/(api|scim|oauth)(\/|$)/i;
const OTHER_PATHS = /^(?!\/(api|scim|oauth)(\/|$))/i;

/** Headers of pages. The service has no TLS of its own, so a header that demands TLS would break `/docs` over HTTP. */
const pageHeaders = helmet({
  strictTransportSecurity: false,
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
});

/**
 * Builds the application without listening; the process and the tests share it.
 * @param pages the folder of the built pages
 */
export async function createApplication(
  config: Config,
  database: DataSourceOptions,
  pages = BUILT_PAGES,
): Promise<NestExpressApplication> {
  const modules = AppModule.with(config, database);
  const app = await NestFactory.create<NestExpressApplication>(modules, new LeanExpressAdapter(), {
    // JsonBodyGuard reads the bodies.
    bodyParser: false,
    logger: new JsonLogger(config.logLevel),
    abortOnError: false,
  });
  // Otherwise all clients behind a proxy share its address, and the login delays of one would hit all of them.
  app.set('trust proxy', [...config.trustedProxies]);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.disable('etag');
  const lines = app.get(RequestLines);
  const requests = app.get(RequestRecorder);
  const sandboxRequests = app.get(RequestsRecorder);
  const keyUse = app.get(KeyUseTally);
  const meter = app.get(RequestMeter);
  const scimMeter = app.get(ScimMeter);
  app.use((request: Request, response: Response, next: NextFunction) => {
    assignRequestId(request, response);
    const traced = traceRequest(request, config.traceCallers);
    request.clientAddress = addressOf(request);
    whenFinished(request, response, (finished) => {
      traced.end(finished);
      lines.note(finished);
      const byClock = byTenantClock(finished);
      requests.note(byClock);
      keyUse.note(byClock);
      sandboxRequests.note(finished);
      meter.note(finished);
      scimMeter.note(finished);
    });
    makeDecodable(request);
    withoutDoubledSlash(request);
    if (API_PATH.test(request.path)) response.setHeaders(API_HEADERS);
    traced.handle(next);
  });
  // The pages and the API have stricter policies of their own.
  app.use('/admin', servePages(pages));
  app.use(OTHER_PATHS, pageHeaders);
  serveDoor(app);
  serveReference(app, pages);
  serveAsyncApi(app);
  serveScimDocument(app);
  const server: Server = app.getHttpServer();
  server.keepAliveTimeout = config.keepAliveSeconds * 1000;
  server.once('listening', () => {
    app.get(PublicUrl).listensOn((server.address() as AddressInfo).port);
  });
  return app;
}

/**
 * Builds the OpenAPI document from the modules; instantiates nothing and needs no database.
 * @param url the address of the service, without a slash at the end
 */
export async function describeApplication(url = 'http://localhost'): Promise<OpenAPIObject> {
  const modules = AppModule.with(readConfig({}), { type: 'mysql' });
  const options = { preview: true, logger: false, abortOnError: false } as const;
  return buildDocument(await NestFactory.create(modules, new LeanExpressAdapter(), options), url);
}

import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { PublicUrl } from '../../config/public-url.js';
import { OPENAPI_VERSION } from '../../http/openapi/openapi.js';
import { asyncApiOf, EVENT_DTOS, type Schemas } from './asyncapi.js';

const PATH = '/docs/asyncapi.json';

/** The schemas of the events' DTOs, by the same generator as those of the reference. */
function schemasOf(app: INestApplication): Schemas {
  const config = new DocumentBuilder().setOpenAPIVersion(OPENAPI_VERSION).build();
  const { components } = SwaggerModule.createDocument(app, config, { extraModels: [...EVENT_DTOS] });
  const all = (components?.schemas ?? {}) as Schemas;
  const wanted = new Set<string>(EVENT_DTOS.map(({ name }) => name));
  // A set is walked to its end while it grows.
  for (const name of wanted)
    for (const [, other = ''] of JSON.stringify(all[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      wanted.add(other);
  return Object.fromEntries([...wanted].map((name) => [name, all[name] ?? {}]));
}

/** Serves the document of events beside the reference; it is built at the first request. */
export function serveAsyncApi(app: INestApplication): void {
  let schemas: Schemas | undefined;
  app.getHttpAdapter().get(PATH, (_request: Request, response: Response) => {
    schemas ??= schemasOf(app);
    response.type('application/json').send(JSON.stringify(asyncApiOf(schemas, app.get(PublicUrl).value)));
  });
}

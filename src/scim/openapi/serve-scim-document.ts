import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';

import { PublicUrl } from '../../config/public-url.js';
import { scimDocumentOf } from './scim-document.js';

const PATH = '/docs/scim.json';

/** Serves the document of the SCIM interface beside the reference. */
export function serveScimDocument(app: INestApplication): void {
  app.getHttpAdapter().get(PATH, (_request: Request, response: Response) => {
    response.type('application/json').send(JSON.stringify(scimDocumentOf(app.get(PublicUrl).value)));
  });
}

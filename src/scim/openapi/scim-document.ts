import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';

import { PublicUrl } from '../../config/public-url.js';
import { SCIM_BASE } from '../protocol/scim-controller.js';
import { scimPaths } from './paths.js';
import { SCHEMAS } from './schemas.js';
import { TOKEN_CALL } from './token-call.js';

const DOCUMENT_PATH = '/docs/scim.json';
const TOKEN_PATH = '/oauth/token';

/**
 * The OpenAPI document of the calls for identity providers.
 * @param publicUrl the address of the service, without a slash at the end
 */
export function scimDocumentOf(publicUrl: string): object {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Integration API: SCIM 2.0',
      description:
        'Provisioning of people by identity providers (RFC 7643, 7644 and 9865). How each provider is connected is ' +
        'in docs/scim.md. All other calls are in [the reference](/docs).',
      version: '2',
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }, { oauth: [] }],
    tags: ['Users', 'Groups', 'Search', 'Bulk', 'Discovery', 'Tokens'].map((name) => ({ name })),
    paths: {
      ...scimPaths(`${publicUrl}/${SCIM_BASE}`),
      [TOKEN_PATH]: TOKEN_CALL,
    },
    components: {
      schemas: SCHEMAS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The API key, a full stop and its secret, or an access token',
        },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: `${publicUrl}${TOKEN_PATH}`, scopes: {} } },
        },
        client: {
          type: 'http',
          scheme: 'basic',
          description: 'The API key and its secret, each form-encoded',
        },
      },
    },
  };
}

/** Serves the document of the SCIM interface beside the reference. */
export function serveScimDocument(app: INestApplication): void {
  app.getHttpAdapter().get(DOCUMENT_PATH, (_request: Request, response: Response) => {
    response.json(scimDocumentOf(app.get(PublicUrl).value));
  });
}

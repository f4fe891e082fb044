import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';

import { PublicUrl } from '../../config/public-url.js';
import { LICENSE, OPENAPI_VERSION } from '../../http/openapi/openapi.js';
import { SCIM_BASE } from '../protocol/scim-controller.js';
import { scimPaths } from './paths.js';
import { SCHEMAS } from './schemas.js';
import { TOKEN_CALL } from './token-call.js';

const DOCUMENT_PATH = '/docs/scim.json';
const TOKEN_PATH = '/oauth/token';

const TAGS = {
  Users: 'Send, find, change and de-provision people',
  Groups: 'Groups of people, with their members',
  Search: 'Search people and groups together',
  Bulk: 'Many operations in one call',
  Discovery: 'What the service can do, and which attributes it has',
  Tokens: 'Access tokens for providers that use OAuth',
} as const;

/**
 * The OpenAPI document of the calls for identity providers.
 * @param publicUrl the address of the service, without a slash at the end
 */
export function scimDocumentOf(publicUrl: string): object {
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: 'Integration API: SCIM 2.0',
      description:
        'Provisioning of people by identity providers (RFC 7643, 7644 and 9865). How each provider is connected is ' +
        'in docs/scim.md. All other calls are in [the reference](/docs).',
      version: '2',
      license: LICENSE,
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }, { oauth: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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

import type { INestApplication } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

import { ERROR_STATUS } from '../../errors/refusal.js';
import { CSRF_SCHEME, KEY_SCHEME, SECRET_SCHEME, SESSION_SCHEME } from './openapi.decorators.js';
import { addBatches } from './openapi-events.js';
import { addExamples } from './openapi-examples.js';
import { nameScopes } from './openapi-scopes.js';
import { TAGS } from './tags.js';
import { type Route, RouteTable } from '../server/route-table.js';

const TRANSLATIONS = {
  type: 'object',
  properties: { es: { type: 'string' } },
  description: 'Of calls of the administration pages: the message in other languages',
};

const FAILURE_SCHEMA = {
  type: 'object',
  required: ['success', 'message', 'error', 'requestId'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string' },
    error: {
      type: 'object',
      required: ['code'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'code', 'message'],
            properties: {
              field: { type: 'string' },
              code: { type: 'string' },
              message: { type: 'string' },
              translations: TRANSLATIONS,
            },
          },
        },
        translations: TRANSLATIONS,
        conflictId: {
          type: 'string',
          description: 'Of an IDENTITY_CONFLICT: its entry in the conflicts inbox',
        },
      },
    },
    requestId: { type: 'string' },
  },
};

const SESSION_COOKIE = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-integration_session',
  description:
    'Set by logging in. On http://localhost it is called integration_session. The browser sends it by itself.',
} as const;
const CSRF_TOKEN = {
  type: 'apiKey',
  in: 'header',
  name: CSRF_SCHEME,
  description: 'csrfToken of GET /api/v1/admin/session; every change needs it, reading does not',
} as const;

/** Removes the CSRF token from calls that only read. */
function removeTokenFromReads({ paths }: OpenAPIObject): void {
  for (const { get } of Object.values(paths)) {
    if (get?.security?.some((needed) => CSRF_SCHEME in needed) === true)
      get.security = [{ [SESSION_SCHEME]: [] }];
  }
}

/** Builds a table of its own, as a preview does not instantiate that of the application. */
function routesOf(app: INestApplication): readonly Route[] {
  return new RouteTable(new DiscoveryService(app.get(ModulesContainer)), new MetadataScanner()).list();
}

/** @param app may be a preview, whose controllers are not instantiated */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Integration API')
    .setDescription(
      'Provisioning of people, doctoral progress and the sync queue, for student information systems and CRMs. ' +
        'Events are described in [AsyncAPI](/docs/asyncapi.json), the calls of identity providers in ' +
        '[a document of their own](/docs/scim.json).',
    )
    .setVersion('1')
    .addApiKey({ type: 'apiKey', in: 'header', name: KEY_SCHEME }, KEY_SCHEME)
    .addApiKey({ type: 'apiKey', in: 'header', name: SECRET_SCHEME }, SECRET_SCHEME)
    .addApiKey(SESSION_COOKIE, SESSION_SCHEME)
    .addApiKey(CSRF_TOKEN, CSRF_SCHEME)
    .build();
  const document = SwaggerModule.createDocument(app, config, { autoTagControllers: false });
  const schemas = { ...document.components?.schemas, Failure: FAILURE_SCHEMA } as NonNullable<
    OpenAPIObject['components']
  >['schemas'];
  const complete = {
    ...document,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: { ...document.components, ...(schemas === undefined ? {} : { schemas }) },
  };
  removeTokenFromReads(complete);
  nameScopes(complete, routesOf(app));
  addExamples(complete);
  addBatches(complete);
  return complete;
}

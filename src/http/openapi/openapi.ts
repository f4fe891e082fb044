import type { INestApplication } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

import { ERROR_STATUS } from '../../errors/refusal.js';
import {
  CSRF_SCHEME,
  KEY_SCHEME,
  MONITORING_SCHEME,
  SECRET_SCHEME,
  SESSION_SCHEME,
} from './openapi.decorators.js';
import { addBatches } from './openapi-events.js';
import { addExamples } from './openapi-examples.js';
import { nameScopes } from './openapi-scopes.js';
import { TAGS } from './tags.js';
import { type Route, RouteTable } from '../server/route-table.js';

/** Of the documents; from 3.1 on the generator says of a `nullable` field that null is one of its types and values. */
export const OPENAPI_VERSION = '3.1.0';

/** Of the service, and so of its documents. */
export const LICENSE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' } as const;

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

const MONITORING_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description: 'Made by an administrator; reads the open alerts of one tenant, and nothing else',
} as const;

/** Removes the CSRF token from calls that only read, and says of calls without credentials that they need none. */
function completeSecurity({ paths }: OpenAPIObject): void {
  for (const { get, post, put, patch, delete: erase } of Object.values(paths)) {
    if (get?.security?.some((needed) => CSRF_SCHEME in needed) === true)
      get.security = [{ [SESSION_SCHEME]: [] }];
    for (const operation of [get, post, put, patch, erase])
      if (operation !== undefined) operation.security ??= [];
  }
}

/** Builds a table of its own, as a preview does not instantiate that of the application. */
function routesOf(app: INestApplication): readonly Route[] {
  return new RouteTable(new DiscoveryService(app.get(ModulesContainer)), new MetadataScanner()).list();
}

/**
 * @param app may be a preview, whose controllers are not instantiated
 * @param url the address of the service, without a slash at the end
 */
export function buildDocument(app: INestApplication, url: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion(OPENAPI_VERSION)
    .setTitle('Integration API')
    .setDescription(
      'Provisioning of people, doctoral progress and the sync queue, for student information systems and CRMs. ' +
        'Events are described in [AsyncAPI](/docs/asyncapi.json), the calls of identity providers in ' +
        '[a document of their own](/docs/scim.json).',
    )
    .setVersion('1')
    .setLicense(LICENSE.name, LICENSE.url)
    .addServer(url)
    .addApiKey({ type: 'apiKey', in: 'header', name: KEY_SCHEME }, KEY_SCHEME)
    .addApiKey({ type: 'apiKey', in: 'header', name: SECRET_SCHEME }, SECRET_SCHEME)
    .addApiKey(SESSION_COOKIE, SESSION_SCHEME)
    .addApiKey(CSRF_TOKEN, CSRF_SCHEME)
    .addSecurity(MONITORING_SCHEME, MONITORING_TOKEN)
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
  completeSecurity(complete);
  nameScopes(complete, routesOf(app));
  addExamples(complete);
  addBatches(complete);
  return complete;
}

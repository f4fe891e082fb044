import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

import { ERROR_STATUS } from '../errors/refusal.js';
import { KEY_SCHEME, SECRET_SCHEME } from './openapi.decorators.js';
import { addExamples } from './openapi-examples.js';

const failure = {
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
            properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
    requestId: { type: 'string' },
  },
};

function buildDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Integration API')
    .setDescription(
      'Provisioning of people, doctoral progress and the sync queue, for student information systems and CRMs.',
    )
    .setVersion('1')
    .addApiKey({ type: 'apiKey', in: 'header', name: KEY_SCHEME }, KEY_SCHEME)
    .addApiKey({ type: 'apiKey', in: 'header', name: SECRET_SCHEME }, SECRET_SCHEME)
    .build();
  const document = SwaggerModule.createDocument(app, config);
  const schemas = { ...document.components?.schemas, Failure: failure } as NonNullable<
    OpenAPIObject['components']
  >['schemas'];
  const complete = {
    ...document,
    components: { ...document.components, ...(schemas === undefined ? {} : { schemas }) },
  };
  addExamples(complete);
  return complete;
}

/** Serves the reference at `/docs`; the document is built when somebody first asks for it. */
export function serveReference(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    customSiteTitle: 'Integration API',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true },
  });
}

import { gzipSync } from 'node:zlib';

import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { PageFiles } from '../../admin-pages/page-files.js';
import { answer, answerNotBuilt, pagePolicy, protectPage } from '../../admin-pages/page-headers.js';
import { PublicUrl } from '../../config/public-url.js';
import { type Audience, documentFor } from './document-parts.js';
import { serveErrorPages } from './error-pages.js';
import { joinedGuides } from './guides.js';
import { buildDocument } from './openapi.js';
import { postmanCollectionOf } from './postman-collection.js';

const PAGES: readonly { readonly path: string; readonly audience: Audience }[] = [
  { path: '/docs', audience: 'integration' },
  { path: '/docs/admin', audience: 'administration' },
];
const ADMINISTRATION_DESCRIPTION =
  'The calls of the administration pages. They need the session of a logged-in administrator; calls that change ' +
  'something need the token of the session as well. The calls of other systems are in the ' +
  '[reference of the integration API](/docs).';

/** The viewer writes styles into its own elements; scripts come from this service alone. */
const POLICY = pagePolicy("'self' 'unsafe-inline'");

type Document = ReturnType<typeof buildDocument>;

/** A document as it is sent. */
interface Sendable {
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

function sendableOf(document: object): Sendable {
  const plain = Buffer.from(JSON.stringify(document));
  return { plain, zipped: gzipSync(plain) };
}

function send(request: Request, response: Response, { plain, zipped }: Sendable): void {
  const isZipped = request.acceptsEncodings('gzip') === 'gzip';
  if (isZipped) response.set('Content-Encoding', 'gzip');
  response.set('Vary', 'Accept-Encoding').type('application/json');
  response.send(isZipped ? zipped : plain);
}

async function sendPage(files: PageFiles, response: Response): Promise<void> {
  protectPage(response, POLICY);
  const html = await files.page('reference.html');
  if (html === undefined) answerNotBuilt(response, 'Integration API');
  else answer(response, 200, 'html', html);
}

/**
 * Serves the reference of the integration API at `/docs`, that of the administration API at `/docs/admin`, their
 * documents, which are built at the first request, the collection for Postman and the pages of the error codes.
 * @param pages the folder of the built pages
 */
export function serveReference(app: INestApplication, pages: string): void {
  let whole: Document | undefined;
  const document = (): Document => (whole ??= buildDocument(app, app.get(PublicUrl).value));
  SwaggerModule.setup('docs', app, document, {
    ui: false,
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
  });
  serveErrorPages(app);
  const files = new PageFiles(pages);
  const adapter = app.getHttpAdapter();
  for (const { path, audience } of PAGES) {
    let part: Sendable | undefined;
    adapter.get(path, (_request: Request, response: Response) => {
      void sendPage(files, response);
    });
    adapter.get(`/docs/${audience}.json`, (request: Request, response: Response) => {
      part ??= sendableOf(documentFor(audience, document(), descriptionFor(audience, document())));
      send(request, response, part);
    });
  }
  servePostman(app, document);
}

/** Serves the integration API as a collection of Postman, without the guides: Postman shows one text of Markdown. */
function servePostman(app: INestApplication, document: () => Document): void {
  let collection: Sendable | undefined;
  app.getHttpAdapter().get('/docs/postman.json', (request: Request, response: Response) => {
    collection ??= sendableOf(
      postmanCollectionOf(
        documentFor('integration', document(), document().info.description ?? ''),
        app.get(PublicUrl).value,
      ),
    );
    response.attachment('integration-api.postman_collection.json');
    send(request, response, collection);
  });
}

/** With the guides in the description, every viewer of the document shows them. */
function descriptionFor(audience: Audience, { info }: Document): string {
  return audience === 'administration'
    ? ADMINISTRATION_DESCRIPTION
    : `${info.description ?? ''}\n\n${joinedGuides()}`;
}

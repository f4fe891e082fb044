import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { NextFunction, Request, RequestHandler, Response } from 'express';

import { type OpenFile, PageFiles } from './page-files.js';
import { answer, answerNotBuilt, pagePolicy, protectPage } from './page-headers.js';

/** The output directory of the pages' build; the path is right from the sources and from `dist`. */
export const BUILT_PAGES = join(import.meta.dirname, '../../pages/dist');

/** The place in index.html of the nonce of one answer. */
const NONCE_PLACE = '__CSP_NONCE__';
/** For files whose name changes with their content, so that a browser never requests them again. */
const HASHED = 'public, max-age=31536000, immutable';
const ROOT_FILE = 'public, max-age=3600';

async function sendIndex(files: PageFiles, response: Response): Promise<void> {
  const html = await files.page('index.html');
  if (html === undefined) {
    answerNotBuilt(response, 'Administration');
    return;
  }
  const nonce = randomBytes(16).toString('base64');
  protectPage(response, pagePolicy(`'self' 'nonce-${nonce}'`));
  answer(response, 200, 'html', html.replaceAll(NONCE_PLACE, nonce));
}

async function sendFile(
  request: Request,
  response: Response,
  file: OpenFile,
  caching: string,
): Promise<void> {
  response.set({
    'Content-Type': file.type,
    'Content-Length': String(file.size),
    'Cache-Control': caching,
    Vary: 'Accept-Encoding',
    ...(file.encoding === undefined ? {} : { 'Content-Encoding': file.encoding }),
  });
  if (request.method === 'HEAD') {
    await file.handle.close();
    response.end();
    return;
  }
  // This closes the file; a client that closes the connection early is no error.
  await pipeline(file.handle.createReadStream(), response).catch(() => response.destroy());
}

async function serve(files: PageFiles, request: Request, response: Response): Promise<void> {
  protectPage(response, pagePolicy("'self'"));
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.set('Allow', 'GET, HEAD');
    answer(response, 405, 'text', 'These pages are only read.\n');
    return;
  }
  // The router removes the base path; the rest is "/" with a trailing slash and without.
  const { path } = request;
  if (path === '/' && !/^[^?]*\/(\?|$)/.test(request.originalUrl)) {
    response.redirect(302, `${request.baseUrl}/`);
    return;
  }
  if (path === '/' || path === '/index.html') return sendIndex(files, response);
  const [, isAsset, name = ''] = /^\/(assets\/)?([^/]+)$/.exec(path) ?? [];
  const accepts = (encoding: string): boolean => request.acceptsEncodings(encoding) === encoding;
  const file = await files.open(isAsset === undefined ? '' : 'assets', name, accepts);
  if (file === undefined) answer(response, 404, 'text', 'There is nothing at this address.\n');
  else await sendFile(request, response, file, isAsset === undefined ? ROOT_FILE : HASHED);
}

/** Serves the built pages; each file is read when it is requested. */
export function servePages(directory: string = BUILT_PAGES): RequestHandler {
  const files = new PageFiles(directory);
  return (request: Request, response: Response, next: NextFunction): void => {
    serve(files, request, response).catch(next);
  };
}

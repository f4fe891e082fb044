import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, constants } from 'node:zlib';

import type { Request, Response } from 'express';

/** Fast enough to keep up with the database; a record's text still shrinks to about a tenth. */
const GZIP = { level: constants.Z_BEST_SPEED };

/** Weak comparison (RFC 9110, 8.8.3.2): the quoted part alone counts. */
function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

function clientHas(request: Request, etag: string): boolean {
  const given = request.headers['if-none-match'];
  return (
    given !== undefined && (given === '*' || given.split(',').some((tag) => opaque(tag) === opaque(etag)))
  );
}

/**
 * Sends a JSON body piece by piece, as fast as the client reads, gzipped when it accepts that. The first piece is made
 * before the head is sent, so that a failure until then is still answered properly.
 */
export async function sendStream(
  request: Request,
  response: Response,
  etag: string,
  chunks: () => AsyncGenerator<Buffer>,
): Promise<void> {
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', etag);
  if (clientHas(request, etag)) {
    response.status(304).end();
    return;
  }
  const pieces = chunks();
  const first = [await pieces.next(), await pieces.next()].flatMap(({ value }) =>
    value === undefined ? [] : [value as Buffer],
  );
  response.status(200).setHeader('Content-Type', 'application/json; charset=utf-8');
  const body = Readable.from(rejoin(first, pieces), { objectMode: true, highWaterMark: 1 });
  if (request.acceptsEncodings('gzip', 'identity') === 'gzip') {
    response.setHeader('Content-Encoding', 'gzip');
    await ignoringHangUp(response, pipeline(body, createGzip(GZIP), response));
  } else await ignoringHangUp(response, pipeline(body, response));
}

async function* rejoin(first: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
}

/** A client that leaves early is its own affair. */
async function ignoringHangUp(response: Response, sending: Promise<void>): Promise<void> {
  const closed = once(response, 'close');
  try {
    await sending;
  } catch (error) {
    await closed;
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      throw error;
  }
}

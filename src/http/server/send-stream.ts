import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, constants } from 'node:zlib';

import type { Request, Response } from 'express';

/** Keeps up with the database, and still compresses a record to about a tenth. */
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
 * Sends a JSON body in chunks, as fast as the client reads, gzipped when the client accepts that. The first chunks are
 * created before the headers are sent, so that a failure until then still gets an error answer.
 */
export async function sendStream(
  request: Request,
  response: Response,
  etag: string,
  chunks: () => AsyncGenerator<Buffer>,
): Promise<void> {
  response.vary('Accept-Encoding');
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
    await ignoringEarlyClose(response, pipeline(body, createGzip(GZIP), response));
  } else await ignoringEarlyClose(response, pipeline(body, response));
}

/**
 * Sends text, or bytes, in chunks, as fast as the client reads. The first chunk is created before the headers are sent,
 * so that a failure until then still gets an error answer. When the client closes the connection, the generator is
 * ended where it waits.
 */
export async function sendText(
  response: Response,
  contentType: string,
  chunks: AsyncGenerator<string | Buffer>,
): Promise<void> {
  const next = await chunks.next();
  const first: unknown = next.value;
  response.status(200).setHeader('Content-Type', contentType).setHeader('Cache-Control', 'no-store');
  const body = rejoin(first === undefined ? [] : [first as string | Buffer], chunks);
  const readable = Readable.from(body, { objectMode: true, highWaterMark: 1 });
  try {
    await ignoringEarlyClose(response, pipeline(readable, response));
  } finally {
    // A client that left before the first chunk was sent has begun to read nothing, and so ended nothing.
    await chunks.return(undefined);
  }
}

async function* rejoin<T>(first: readonly T[], rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

/** A client that closes the connection early is no error. */
async function ignoringEarlyClose(response: Response, sending: Promise<void>): Promise<void> {
  const closed = once(response, 'close');
  try {
    await sending;
  } catch (error) {
    await closed;
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      throw error;
  }
}

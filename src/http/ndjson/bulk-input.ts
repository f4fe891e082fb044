import type { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';

import type { Request } from 'express';

import type { Refusal } from '../../errors/refusal.js';
import { MalformedJson, UnsupportedEncoding } from '../../errors/request.errors.js';
import { encodingOf } from '../server/json-body.guard.js';

export const NDJSON = 'application/x-ndjson';

/** Fewer turns of the event loop for each megabyte than with the usual 16 KiB. */
const UNZIPPED_BYTES = 64 * 1024;
/**
 * How much of an unzipped body may be part of no line: this much, and that many bytes for each that was sent. JSON of people
 * shrinks to a tenth or a thirtieth, so a file of which half the bytes are idle stays below; a byte of gzip can make 1,032
 * blank lines. Reading 16 MiB of them takes 40 ms. A body that is sent as it is has no more idle bytes than were sent.
 */
const IDLE_BYTES = 16 * 1024 * 1024;
const IDLE_BYTES_FOR_EACH = 32;

/** The body of an NDJSON request. */
export interface BulkInput {
  readonly stream: Readable;
  /** How many bytes may be part of no line by now. */
  readonly mayIdle: () => number;
}

/** Passes on that the client hung up, as pipe() does not; leaves the connection alone, as an answer may be under way. */
function unzip(request: Request): Gunzip {
  const gunzip = createGunzip({ chunkSize: UNZIPPED_BYTES });
  // The reader meets the error, unless it has stopped reading.
  gunzip.on('error', () => undefined);
  request.once('error', (error) => gunzip.destroy(error));
  // What is still on its way is let go of, so that the client can read its answer.
  gunzip.once('close', () => request.resume());
  return request.pipe(gunzip);
}

/** The media type was checked by the guard. @throws {UnsupportedEncoding} */
export function openInput(request: Request): BulkInput {
  const encoding = encodingOf(request);
  if (encoding === 'identity') return { stream: request, mayIdle: () => Infinity };
  if (encoding !== 'gzip') throw new UnsupportedEncoding(['gzip'], encoding);
  const stream = unzip(request);
  return { stream, mayIdle: () => IDLE_BYTES + IDLE_BYTES_FOR_EACH * stream.bytesWritten };
}

/** What is wrong with a body that could not be unzipped; undefined for any other error. */
export function unzipRefusal(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('Z_')
    ? new MalformedJson('it ended early or could not be decompressed')
    : undefined;
}

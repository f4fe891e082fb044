import type { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';

import type { Request } from 'express';

import type { Refusal } from '../../errors/refusal.js';
import { MalformedJson, UnsupportedEncoding } from '../../errors/request.errors.js';
import { encodingOf } from '../server/json-body.guard.js';

export const NDJSON = 'application/x-ndjson';

/** Takes fewer turns of the event loop for each megabyte than the default of 16 KiB. */
const UNZIPPED_BYTES = 64 * 1024;
/**
 * The most idle bytes (bytes that are part of no line) of an unzipped body: this many, and some for each byte that
 * was sent. JSON of people shrinks to between a tenth and a thirtieth, so a file half of which is idle stays below;
 * one byte of gzip can become 1,032 blank lines. Reading 16 MiB of these takes 40 ms. A body without gzip needs no
 * such limit.
 */
const IDLE_BYTES = 16 * 1024 * 1024;
const IDLE_BYTES_PER_SENT_BYTE = 32;

/** The body of an NDJSON request. */
export interface BulkInput {
  readonly stream: Readable;
  /** How many bytes of what has arrived may be part of no line. */
  readonly mostIdleBytes: () => number;
}

/** Unlike pipe(), passes on an error of the client. Does not destroy the connection, as an answer may be under way. */
function unzip(request: Request): Gunzip {
  const gunzip = createGunzip({ chunkSize: UNZIPPED_BYTES });
  // The reader receives the error, unless it has stopped reading.
  gunzip.on('error', () => undefined);
  request.once('error', (error) => gunzip.destroy(error));
  // The rest of the body is discarded, so that the client can read its answer.
  gunzip.once('close', () => request.resume());
  return request.pipe(gunzip);
}

/**
 * The guard has checked the media type.
 * @throws {UnsupportedEncoding} when the body has another Content-Encoding than gzip
 */
export function openInput(request: Request): BulkInput {
  const encoding = encodingOf(request);
  if (encoding === 'identity') return { stream: request, mostIdleBytes: () => Infinity };
  if (encoding !== 'gzip') throw new UnsupportedEncoding(['gzip'], encoding);
  const stream = unzip(request);
  return { stream, mostIdleBytes: () => IDLE_BYTES + IDLE_BYTES_PER_SENT_BYTE * stream.bytesWritten };
}

/** What is wrong with a body that could not be unzipped; undefined for any other error. */
export function unzipRefusal(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('Z_')
    ? new MalformedJson('it ended early or could not be decompressed')
    : undefined;
}

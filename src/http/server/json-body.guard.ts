import { isUtf8 } from 'node:buffer';

import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import bodyParser from 'body-parser';
import type { Request, Response } from 'express';
import { visit } from 'jsonc-parser';

import {
  MalformedJson,
  PayloadTooLarge,
  RepeatedKey,
  UnsupportedEncoding,
  UnsupportedMediaType,
} from '../../errors/request.errors.js';
import { repeatedKey } from '../json/repeated-key.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The JSON of the body exactly as it was sent; absent when there was none. */
    bodyText?: string;
  }
}

export const LIMIT_KIB = 256;
export const JSON_TYPE = 'application/json';
/** Of the forms of browsers. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';
const ENCODINGS = ['gzip', 'deflate', 'br'];
const STREAMED = 'http:streamed-body';
const JSON_BODY = 'http:json-body';

/** The largest body of each media type that a handler reads as JSON, in KiB. */
export type AcceptedBodies = ReadonlyMap<string, number>;

/** Which media types a body may have, how large each may be, and how its text is read. */
interface JsonBodyRules {
  readonly accepted: AcceptedBodies;
  readonly parse: (text: string) => unknown;
}

const USUAL: JsonBodyRules = { accepted: new Map([[JSON_TYPE, LIMIT_KIB]]), parse: parseJson };

type RawReader = ReturnType<typeof bodyParser.raw>;
const readers = new Map<number, RawReader>();

function readerFor(limitKiB: number): RawReader {
  let reader = readers.get(limitKiB);
  if (reader === undefined) {
    reader = bodyParser.raw({ type: () => true, limit: limitKiB * 1024 });
    readers.set(limitKiB, reader);
  }
  return reader;
}

/** Marks handlers whose bodies have other media types or limits; a method's mark goes before its class's. */
export const JsonBody = (rules: Partial<JsonBodyRules>): ClassDecorator & MethodDecorator =>
  SetMetadata(JSON_BODY, { ...USUAL, ...rules });

/** Marks a handler that reads its body as a stream of this media type, or, with null, ignores the body. */
export const StreamedBody = (type: string | null): MethodDecorator => SetMetadata(STREAMED, type);

/** The media type of a body, lower-cased. */
interface MediaType {
  readonly type: string;
  readonly charset: string | undefined;
}

/** The media type of the body; undefined when the request has no body. */
export function mediaTypeOf(request: Request): MediaType | undefined {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return undefined;
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  return { type, charset };
}

/** The Content-Encoding of the body, lower-cased; `identity` when it is not compressed. */
export function encodingOf({ headers }: Pick<Request, 'headers'>): string {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  // RFC 9110, 8.4.1.3.
  return encoding === 'x-gzip' ? 'gzip' : encoding;
}

/** Whether the body is of this media type, in UTF-8. */
export function isMediaType(media: MediaType, expected: string): boolean {
  return (
    media.type === expected &&
    (media.charset === undefined || media.charset === 'utf-8' || media.charset === 'utf8')
  );
}

function readBytes(request: Request, response: Response, limitKiB: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    readerFor(limitKiB)(request, response, (error?: unknown) => {
      const status = error instanceof Object && 'status' in error ? error.status : undefined;
      if (error === undefined) resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      else if (status === 413) reject(new PayloadTooLarge(limitKiB));
      else if (status === 415) reject(new UnsupportedEncoding(ENCODINGS, encodingOf(request)));
      else reject(new MalformedJson('it ended early or could not be decompressed'));
    });
  });
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Decodes strict UTF-8 and removes the byte order mark.
 * @throws {MalformedJson} when the bytes are not UTF-8
 */
function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new MalformedJson('it is not valid UTF-8');
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return bytes.toString('utf8', isMarked ? BYTE_ORDER_MARK.length : 0);
}

/**
 * Parses strict JSON.
 * @throws {MalformedJson} when the text is not JSON; it names the position when that is known
 * @throws {RepeatedKey} when an object has a key twice
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedJson(positionOf(text));
  }
  const repeated = repeatedKey(text, value);
  if (repeated !== undefined) throw new RepeatedKey(repeated.path);
  return value;
}

/** V8 does not always name the position; a tolerant parser finds it, unless the document nests too deep for it. */
function positionOf(text: string): string {
  if (text.trim() === '') return 'it is empty';
  const position = firstErrorIn(text);
  if (position === undefined) return 'it could not be read to its end';
  if (position >= text.trimEnd().length) return `it ends too early, after ${text.length} characters`;
  const before = text.slice(0, position).split('\n');
  return `unexpected text at position ${position} (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}

/** Ends the parsing at the first error: a body of commas has one for each, which took a third of a second. */
class FirstError extends Error {
  constructor(readonly position: number) {
    super();
  }
}

function firstErrorIn(text: string): number | undefined {
  const onError = (_: unknown, position: number): never => {
    throw new FirstError(position);
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (error instanceof FirstError) return error.position;
  }
  return undefined;
}

/** Some clients announce a chunked body and send no chunk; that counts as no body. */
async function isEmpty(request: Request, response: Response, limitKiB: number): Promise<boolean> {
  // A body that cannot be read is not empty either.
  const bytes = await readBytes(request, response, limitKiB).catch(() => undefined);
  return bytes?.length === 0;
}

/**
 * Reads the body after the guards that check credentials, so that a caller without them learns nothing about its
 * content (contract, section 1: order of checks). It is a guard, as an interceptor would pass each answer through
 * RxJS.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const streamed = this.reflector.get<string | null | undefined>(STREAMED, context.getHandler());
    if (streamed === null) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const media = mediaTypeOf(request);
    if (streamed !== undefined) {
      if (media !== undefined && !isMediaType(media, streamed))
        throw new UnsupportedMediaType(streamed, media);
      return true;
    }
    if (media !== undefined) {
      const rules = this.reflector.getAllAndOverride<JsonBodyRules | undefined>(JSON_BODY, [
        context.getHandler(),
        context.getClass(),
      ]);
      return this.read(request, http.getResponse<Response>(), media, rules ?? USUAL);
    }
    request.body = undefined;
    return true;
  }

  private async read(
    request: Request,
    response: Response,
    media: MediaType,
    { accepted, parse }: JsonBodyRules,
  ): Promise<true> {
    const limitKiB = isMediaType(media, media.type) ? accepted.get(media.type) : undefined;
    if (limitKiB === undefined) {
      const refusal = new UnsupportedMediaType([...accepted.keys()].join(' or '), media);
      if (request.headers['content-length'] !== undefined) throw refusal;
      if (!(await isEmpty(request, response, LIMIT_KIB))) throw refusal;
      request.body = undefined;
      return true;
    }
    const encoding = encodingOf(request);
    // Other encodings of the library depend on the version of Node.
    if (encoding !== 'identity' && !ENCODINGS.includes(encoding))
      throw new UnsupportedEncoding(ENCODINGS, encoding);
    // The library knows only one name of it.
    request.headers['content-encoding'] = encoding;
    const bytes = await readBytes(request, response, limitKiB);
    request.body = undefined;
    if (bytes.length === 0) return true;
    request.bodyText = decodeUtf8(bytes);
    request.body = parse(request.bodyText);
    return true;
  }
}

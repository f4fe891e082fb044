import type { Request } from 'express';

import { PayloadTooLarge, ValidationFailed } from '../../errors/request.errors.js';
import { TooManyEvents } from '../../errors/submissions.errors.js';
import { CLOUD_EVENT, CLOUD_EVENTS } from '../../http/openapi/openapi-events.js';
import { JSON_TYPE, LIMIT_KIB, mediaTypeOf } from '../../http/server/json-body.guard.js';

const MOST_EVENTS = 1000;
const BATCH_KIB = 4 * 1024;

/** The media types of an event or of several, with the largest body of each in KiB. */
export const EVENT_BODIES: ReadonlyMap<string, number> = new Map([
  [CLOUD_EVENT, LIMIT_KIB],
  [CLOUD_EVENTS, BATCH_KIB],
  [JSON_TYPE, LIMIT_KIB],
]);

/** The events of a request, as JSON that is not checked yet. */
export interface SentEvents {
  readonly isBatch: boolean;
  readonly events: readonly unknown[];
}

/**
 * Reads a request in any of the three bindings of CloudEvents over HTTP. The library's own reader invents a missing id,
 * time and specversion, and would hide what the sender must correct.
 * @throws {ValidationFailed} when a batch is not a list
 * @throws {TooManyEvents} when a batch has more than 1,000 events
 */
export function eventsOf(request: Request): SentEvents {
  const body: unknown = request.body;
  switch (mediaTypeOf(request)?.type) {
    case CLOUD_EVENTS:
      return { isBatch: true, events: batchOf(body) };
    case CLOUD_EVENT:
      return { isBatch: false, events: [body] };
    default:
      return { isBatch: false, events: [binaryEventOf(request, body)] };
  }
}

function batchOf(body: unknown): readonly unknown[] {
  if (!Array.isArray(body))
    throw new ValidationFailed([
      { field: 'body', code: 'isArray', message: 'A batch must be a list of events' },
    ]);
  if (body.length > MOST_EVENTS) throw new TooManyEvents(MOST_EVENTS);
  return body;
}

/**
 * The limit of a single event, for an event of a batch; it is measured without white space.
 * @throws {PayloadTooLarge} when the event is larger, or nests so deep that it cannot be measured
 */
export function refuseLarge(event: unknown): void {
  if (bytesOf(event) > LIMIT_KIB * 1024) throw new PayloadTooLarge(LIMIT_KIB, 'event');
}

/** JSON.stringify recurses, and JSON.parse does not: a batch of 4 MiB may nest a million levels. */
function bytesOf(event: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(event));
  } catch (error) {
    if (error instanceof RangeError) return Infinity;
    throw error;
  }
}

/** The event whose attributes are headers: the value of Content-Type is datacontenttype, the body is data. */
function binaryEventOf({ headers }: Request, data: unknown): object {
  const attributes = Object.entries(headers)
    .filter(([name, value]) => name.startsWith('ce-') && typeof value === 'string')
    .map(([name, value]) => [name.slice('ce-'.length), attributeOf(name, String(value))] as const);
  const datacontenttype = headers['content-type'];
  return {
    ...Object.fromEntries(attributes),
    ...(datacontenttype === undefined ? {} : { datacontenttype }),
    ...(data === undefined ? {} : { data }),
  };
}

/**
 * CloudEvents over HTTP, 3.1.3.2: a value may be quoted and percent-encoded.
 * @throws {ValidationFailed} when what is percent-encoded is not UTF-8
 */
function attributeOf(header: string, value: string): string {
  const text = /^".*"$/.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
  try {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => decodeURIComponent(encoded));
  } catch {
    const message = `The header ${header} must be percent-encoded UTF-8`;
    throw new ValidationFailed([{ field: header.slice('ce-'.length), code: 'isUtf8', message }]);
  }
}

import type { AsyncMessage } from 'rabbitmq-client';

const CLOUD_EVENTS = 'application/cloudevents';
const STRUCTURED = 'application/cloudevents+json';
/** CloudEvents over AMQP, 3.1.3: one of these before the name of each attribute. */
const PREFIX = /^cloudEvents[:_]/;

/** The parts of a message that the bridge reads. */
export type EventMessage = Pick<AsyncMessage, 'body' | 'contentType' | 'headers'>;

/** The body of a request to the service. */
export interface EventRequest {
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * The request for a message in structured mode, or in binary mode, which becomes structured. A message that is no event
 * is sent as it is, for the service to say what is wrong with it.
 */
export function requestOf(message: EventMessage): EventRequest {
  const { contentType = 'application/octet-stream' } = message;
  const attributes = attributesOf(message);
  if (contentType.toLowerCase().startsWith(CLOUD_EVENTS) || attributes.length === 0)
    return { contentType, body: bytesOf(message) };
  const event = { ...Object.fromEntries(attributes), datacontenttype: contentType, data: dataOf(message) };
  return { contentType: STRUCTURED, body: Buffer.from(JSON.stringify(event)) };
}

/** The body as it was sent. The client parses bodies of the type application/json; white space is lost by that. */
export function bytesOf({ body, contentType }: EventMessage): Buffer {
  const parsed: unknown = body;
  if (Buffer.isBuffer(parsed)) return parsed;
  if (typeof parsed === 'string' && contentType !== 'application/json') return Buffer.from(parsed);
  return Buffer.from(JSON.stringify(parsed));
}

function attributesOf({ headers }: EventMessage): [string, unknown][] {
  return Object.entries(headers ?? {})
    .filter(([name]) => PREFIX.test(name))
    .map(([name, value]) => [name.replace(PREFIX, ''), value] as [string, unknown])
    .map(([name, value]) => [name, name === 'time' ? timeOf(value) : value]);
}

/** A time is text, or a timestamp of AMQP, which the client reads as seconds. */
function timeOf(value: unknown): unknown {
  const seconds = typeof value === 'bigint' ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || Math.abs(seconds) > 8.64e12) return value;
  return new Date(seconds * 1000).toISOString();
}

/** JSON that is not valid stays text, which the service refuses as data. */
function dataOf({ body, contentType }: EventMessage): unknown {
  const parsed: unknown = body;
  if (!Buffer.isBuffer(parsed)) return parsed;
  const text = parsed.toString('utf8');
  if (contentType?.includes('json') !== true) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

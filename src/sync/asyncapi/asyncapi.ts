import { TYPE_NAMES } from '../../change-feed/change-types.js';
import { ChangeEventDto } from '../../change-feed/feed.dto.js';
import { EVENT_TYPE, ReviewEventDto } from '../../submissions/events/dto/review-event.dto.js';
import { hasReviewEvent, SUBMISSION_STATUSES } from '../../submissions/review-workflow.js';
import { EnvelopeDto } from '../dto/envelope.dto.js';
import { ENVELOPE_SCHEMA_PATH, envelopeSchema } from '../envelope/envelope-schema.js';
import { jsonSchemaOf } from './json-schema.js';

/** Schemas of OpenAPI by their names. */
export type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The DTOs whose schemas the document contains. */
export const EVENT_DTOS = [ReviewEventDto, EnvelopeDto, ChangeEventDto] as const;

/** Contract, section 9. */
const MOST_EVENTS = 1000;
const EVENTS = '/api/v1/workflow/events';
const CLAIMS = '/api/v1/integration/sync/claims';
const FEED = '/api/v1/integration/events';
const STRUCTURED = 'application/cloudevents+json';
const BATCH = 'application/cloudevents-batch+json';

const schemaOf = (dto: { readonly name: string }): object => ({ $ref: `#/components/schemas/${dto.name}` });
const messageOf = (name: string): object => ({ $ref: `#/components/messages/${name}` });

const EVENT_EXAMPLE = {
  specversion: '1.0',
  id: '7f1c2a8e',
  source: '/committees/doctoral',
  type: EVENT_TYPE,
  time: '2026-07-24T09:30:00.000Z',
  data: { submissionId: 'sub-77', status: 'approved', reason: 'All members agree' },
};

function channels(): object {
  return {
    reviewEvents: {
      address: EVENTS,
      description: 'One event, a batch of them, or in binary mode data with the attributes as headers.',
      messages: { reviewEvent: messageOf('reviewEvent'), reviewEvents: messageOf('reviewEvents') },
    },
    claims: {
      address: CLAIMS,
      description: 'The answer to a claim contains an envelope for each item that is handed out.',
      messages: { envelope: messageOf('envelope') },
    },
    changes: {
      address: FEED,
      description:
        'The answer contains the events behind the place that a reader sends, in the order of commits.',
      messages: { change: messageOf('change') },
    },
  };
}

function operations(): object {
  const of = (method: string, channel: string, ...names: string[]): object => ({
    channel: { $ref: `#/channels/${channel}` },
    messages: names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
    bindings: { http: { method, bindingVersion: '0.3.0' } },
  });
  return {
    receiveReviewEvents: {
      action: 'receive',
      summary: 'Follow the review events of another system',
      ...of('POST', 'reviewEvents', 'reviewEvent', 'reviewEvents'),
    },
    handOut: {
      action: 'send',
      summary: 'Hand out the envelopes of queued items to a connector that claims them',
      ...of('POST', 'claims', 'envelope'),
    },
    showChanges: {
      action: 'send',
      summary: 'Show what changed to a reader that follows it',
      ...of('GET', 'changes', 'change'),
    },
  };
}

function messages(): object {
  const types = SUBMISSION_STATUSES.filter(hasReviewEvent).map((status) => `submission.${status}.v1`);
  return {
    reviewEvent: {
      name: EVENT_TYPE,
      title: 'A submission has a status',
      contentType: STRUCTURED,
      payload: schemaOf(ReviewEventDto),
      examples: [{ name: 'approved', payload: EVENT_EXAMPLE }],
    },
    reviewEvents: {
      name: `${EVENT_TYPE} (batch)`,
      title: 'Several of them, in their order',
      contentType: BATCH,
      payload: { type: 'array', maxItems: MOST_EVENTS, items: schemaOf(ReviewEventDto) },
    },
    envelope: {
      name: 'submission.<status>.v1',
      title: 'A submission for another system',
      description: `The type is usually ${types.join(' or ')}; a replay may hand out another status.`,
      contentType: STRUCTURED,
      payload: schemaOf(EnvelopeDto),
    },
    change: {
      name: '<resource>.<change>.v1',
      title: 'Something changed',
      description: `Names of fields and states, without values. The types: ${TYPE_NAMES.join(', ')}.`,
      contentType: STRUCTURED,
      payload: schemaOf(ChangeEventDto),
    },
  };
}

/**
 * The AsyncAPI document of the events that the service takes, and of those that it hands out.
 * @param schemas those of {@link EVENT_DTOS}, and of the DTOs in them
 * @param url of the service, for callers
 */
export function asyncApiOf(schemas: Schemas, url: string): object {
  const { protocol, host, pathname } = new URL(url);
  const { $id, $schema, ...data } = envelopeSchema(`${url}${ENVELOPE_SCHEMA_PATH}`) as Record<
    string,
    unknown
  >;
  const described = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, jsonSchemaOf(schema)]),
  );
  const envelope = described[EnvelopeDto.name] ?? {};
  const properties = { ...(envelope['properties'] as object), data };
  const key = (name: string): object => ({ type: 'httpApiKey', in: 'header', name });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Integration API: events',
      version: '1',
      description:
        'CloudEvents 1.0 over HTTP. The service calls no other system: others post events, connectors fetch ' +
        'envelopes, and readers follow what changed. Each request carries both headers, X-Service-API-Key and ' +
        'X-Service-API-Secret. ' +
        `The calls in full are in /docs; ${String($id)} is the schema (${String($schema)}) of an envelope's data.`,
    },
    defaultContentType: STRUCTURED,
    servers: {
      service: {
        host,
        protocol: protocol.replace(':', ''),
        ...(pathname === '/' ? {} : { pathname }),
        security: [{ $ref: '#/components/securitySchemes/key' }],
      },
    },
    channels: channels(),
    operations: operations(),
    components: {
      messages: messages(),
      schemas: { ...described, [EnvelopeDto.name]: { ...envelope, properties } },
      securitySchemes: { key: key('X-Service-API-Key'), secret: key('X-Service-API-Secret') },
    },
  };
}

import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiProduces,
  ApiProperty,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';

import type { ErrorCode } from '../../errors/refusal.js';
import { ChangedMeanwhile, UnsupportedMediaType } from '../../errors/request.errors.js';
import { NDJSON } from '../ndjson/bulk-input.js';
import { CLOUD_EVENT } from './openapi-events.js';
import { type DocumentedRefusal, failureAnswers } from './openapi-failures.js';
import type { Tag } from './tags.js';

interface Answer {
  /** The class of `data`; absent when the answer has none. */
  readonly dto?: Type;
  /** Another class that an item may have. */
  readonly orDto?: Type;
  readonly isList?: boolean;
  /** Whether the answer is one item, or a list of them when several were sent. */
  readonly orListOf?: boolean;
  /** The class of `meta`, where the answer has fields of its own in it. */
  readonly meta?: Type;
  readonly message?: string;
  readonly description?: string;
  /** Fields beside `success` and `data`, by name. */
  readonly properties?: Readonly<Record<string, { type: string; example: unknown }>>;
}

export interface OperationDocs {
  readonly summary: string;
  /** More than the summary says; different for each call. */
  readonly description: string;
  readonly tag: Tag;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly refusals?: readonly DocumentedRefusal[];
  /** Whether the call answers 304 to a caller who has the answer already. */
  readonly revalidates?: boolean;
  /** Whether the answer has an entity tag, and whether the call changes only what the caller has read by If-Match. */
  readonly versioned?: 'read' | 'write';
  /** Whether a call of the administration area needs no login. */
  readonly isPublic?: boolean;
}

export interface StreamDocs extends Omit<OperationDocs, 'answers'> {
  readonly media: string;
  readonly content: string;
  readonly example: string;
}

const SERVER_FAULTS: readonly ErrorCode[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
/** The refusals that every call with credentials has. */
const WITH_CREDENTIALS: readonly ErrorCode[] = [
  'MISSING_CREDENTIALS',
  'INVALID_CREDENTIALS',
  'INSUFFICIENT_SCOPE',
  'TENANT_SUSPENDED',
  'RATE_LIMITED',
  // For a header X-Sync-Run that is not valid.
  'VALIDATION_FAILED',
  ...SERVER_FAULTS,
];
/** The refusals that every call within a session has. */
const WITH_SESSION: readonly ErrorCode[] = ['MISSING_CREDENTIALS', 'INSUFFICIENT_SCOPE', ...SERVER_FAULTS];

/** The tag of the calls of the administration pages; it decides how a caller authenticates. */
export const ADMINISTRATION = 'Administration';
export const KEY_SCHEME = 'X-Service-API-Key';
export const SECRET_SCHEME = 'X-Service-API-Secret';
export const SESSION_SCHEME = 'Session';
export const CSRF_SCHEME = 'X-CSRF-Token';
export const MONITORING_SCHEME = 'MonitoringToken';

const notNdjson = new UnsupportedMediaType(NDJSON, { type: 'application/json' });

const WARNINGS_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
  },
} as const;

/** Documents a field with a JSON value of any type. */
export function ApiAnyJson(description: string, example: unknown): PropertyDecorator {
  const oneOf = [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {} },
    { type: 'object', additionalProperties: true },
  ];
  return ApiProperty({ oneOf, nullable: true, description, example });
}

/** Documents a field with a number for each of these names. */
export function ApiCounts(names: readonly string[], description?: string): PropertyDecorator {
  return ApiProperty({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'integer', example: 0 }])),
    required: [...names],
    // Otherwise the document would require the names, but not the field itself.
    selfRequired: true,
    ...(description === undefined ? {} : { description }),
  });
}

function itemSchema({ dto, orDto }: Answer): object | undefined {
  const [one, ...others] = [dto, orDto].flatMap((type) =>
    type === undefined ? [] : [{ $ref: getSchemaPath(type) }],
  );
  // Not oneOf: a person with the sources of fields, say, is also a person.
  return others.length === 0 ? one : { anyOf: [one, ...others] };
}

function successSchema(answer: Answer): object {
  const { isList, orListOf, meta, message, properties } = answer;
  const item = itemSchema(answer);
  const list = { type: 'array', items: item };
  const oneOrList = orListOf === true ? { oneOf: [item, list] } : item;
  const data = isList === true && item !== undefined ? list : oneOrList;
  const metaSchema = meta === undefined ? { type: 'object' } : { $ref: getSchemaPath(meta) };
  return {
    type: 'object',
    required: ['success', ...Object.keys(properties ?? {}), ...(data === undefined ? [] : ['data'])],
    properties: {
      success: { type: 'boolean', enum: [true] },
      ...(message === undefined ? {} : { message: { type: 'string', example: message } }),
      ...properties,
      ...(data === undefined ? {} : { data, meta: metaSchema, warnings: WARNINGS_SCHEMA }),
    },
  };
}

/** Describes `data` by the name of its schema. */
function contentOf({ dto, isList = false, properties = {} }: Answer): string {
  const name = dto?.name.replace(/Dto$/, '');
  if (name !== undefined)
    return isList ? `A list of ${name}` : `${/^[AEIO]/.test(name) ? 'An' : 'A'} ${name}`;
  const names = Object.keys(properties);
  return names.length === 0 ? 'Done; the answer has no data' : `It worked; ${names.join(', ')}`;
}

const syncRunHeader = ApiHeader({
  name: 'X-Sync-Run',
  required: false,
  description:
    'Your name for the run that the call belongs to, 1-100 of A-Z a-z 0-9 . _ : -, not beginning with undo: ' +
    'and neither . nor ..; what a run did is counted, and can be put back',
});

const ETAG_HEADER = { description: 'Changes whenever the answer does', schema: { type: 'string' } } as const;

const ifMatchHeader = ApiHeader({
  name: 'If-Match',
  required: false,
  description: 'ETag of the answer that the change is based on; without it the change is made in any case',
});

/** The header and the answer of a call that may answer 304 (RFC 9110, 15.4.5). */
const revalidationDocs: readonly MethodDecorator[] = [
  ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: 'ETag of the answer that the caller has',
  }),
  ApiResponse({
    status: 304,
    description: 'The answer is the one whose ETag was sent; there is no body',
    headers: {
      ETag: ETAG_HEADER,
      'Cache-Control': { description: 'As with 200', schema: { type: 'string' } },
      Vary: { description: 'As with 200', schema: { type: 'string' } },
    },
  }),
];

/** How a caller authenticates, and the refusals that every call of this kind has. */
function accessOf({ tag, isPublic = false }: Omit<OperationDocs, 'answers'>): {
  readonly headers: readonly MethodDecorator[];
  readonly refusals: readonly ErrorCode[];
} {
  if (isPublic) return { headers: [], refusals: SERVER_FAULTS };
  // A call that only reads needs no token; buildDocument removes it, as it knows the methods.
  if (tag === ADMINISTRATION)
    return { headers: [ApiSecurity({ [SESSION_SCHEME]: [], [CSRF_SCHEME]: [] })], refusals: WITH_SESSION };
  const credentials = ApiSecurity({ [KEY_SCHEME]: [], [SECRET_SCHEME]: [] });
  return { headers: [credentials, syncRunHeader], refusals: WITH_CREDENTIALS };
}

function common(docs: Omit<OperationDocs, 'answers'>): MethodDecorator[] {
  const { headers, refusals } = accessOf(docs);
  const changed = docs.versioned === 'write' ? [new ChangedMeanwhile()] : [];
  const codes = [...refusals, ...changed, ...(docs.refusals ?? [])];
  return [
    ApiTags(docs.tag),
    ApiOperation({
      summary: docs.summary,
      description: docs.description,
    }),
    ...headers,
    ApiHeader({
      name: 'X-Request-Id',
      required: false,
      description: '1-128 of A-Z a-z 0-9 . _ -; echoed on the answer and in our log',
    }),
    ...failureAnswers(codes, docs.tag === ADMINISTRATION).map((answer) => ApiResponse(answer)),
  ];
}

/** Has a call answer with the only success that it documents; one that documents several sets the status itself. */
function onlyStatus(answers: OperationDocs['answers']): MethodDecorator[] {
  const [status, ...others] = Object.keys(answers);
  return status === undefined || others.length > 0 ? [] : [HttpCode(Number(status))];
}

/**
 * Documents a call: its answers in the contract's shapes, its refusals and its headers. The only success is also what
 * the call answers with.
 */
export function ApiOperationWith(docs: OperationDocs): MethodDecorator {
  const { answers: documented, revalidates = false, versioned } = docs;
  const dtos = Object.values(documented).flatMap(({ dto, orDto, meta }) =>
    [dto, orDto, meta].filter((type) => type !== undefined),
  );
  const answers = Object.entries(documented).map(([status, answer]) =>
    ApiResponse({
      status: Number(status),
      description: answer.description ?? answer.message ?? contentOf(answer),
      content: { 'application/json': { schema: successSchema(answer) } },
      ...(revalidates || versioned !== undefined ? { headers: { ETag: ETAG_HEADER } } : {}),
    }),
  );
  const revalidation = revalidates ? revalidationDocs : [];
  const precondition = versioned === 'write' ? [ifMatchHeader] : [];
  return applyDecorators(
    ApiExtraModels(...dtos),
    ...onlyStatus(documented),
    ...answers,
    ...revalidation,
    ...precondition,
    ...common(docs),
  );
}

/** Documents a call that reads CloudEvents, in structured mode; {@link addBatches} adds the batch. */
export function ApiEvents({ event, ...docs }: OperationDocs & { readonly event: Type }): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(event),
    ApiConsumes(CLOUD_EVENT),
    ApiBody({ schema: { $ref: getSchemaPath(event) } }),
    ApiOperationWith(docs),
  );
}

/** Documents a call that reads and answers NDJSON. */
export function ApiBulk(docs: Omit<OperationDocs, 'answers'> & { row: Type }): MethodDecorator {
  // Of a line: what the decoded text contains has no other keyword before OpenAPI 3.2.
  const contentSchema = { $ref: getSchemaPath(docs.row) };
  const lines = { type: 'string', contentMediaType: NDJSON, contentSchema };
  const line = '{"line":1,"success":true,"id":"950000001","message":"DATA INSERTED"}';
  const summary = '{"summary":{"received":1,"inserted":1,"updated":0,"unchanged":0,"failed":0}}';
  return applyDecorators(
    HttpCode(200),
    ApiExtraModels(docs.row),
    ApiConsumes(NDJSON),
    ApiProduces(NDJSON),
    ApiBody({ schema: lines, description: 'One object per line, at most 256 KiB each' }),
    ApiResponse({
      status: 200,
      description: 'A line per input line, then the summary',
      content: { [NDJSON]: { schema: { type: 'string' }, example: `${line}\n${summary}\n` } },
    }),
    ...common({ ...docs, refusals: [notNdjson, 'VALIDATION_FAILED'] }),
  );
}

/** Documents a call whose body is a line with options, as JSON, and behind it a file. */
export function ApiFile({
  media,
  options,
}: {
  readonly media: string;
  readonly options: Type;
}): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(options),
    ApiConsumes(media),
    ApiBody({
      schema: { $ref: getSchemaPath(options) },
      description: 'The first line has these options as JSON; the file follows, byte for byte',
    }),
  );
}

/** Documents a call that answers in parts, as text of this media type. */
export function ApiStreamed(docs: StreamDocs): MethodDecorator {
  const { media, content, example } = docs;
  return applyDecorators(
    HttpCode(200),
    ApiProduces(media),
    ApiResponse({
      status: 200,
      description: content,
      content: { [media]: { schema: { type: 'string' }, example } },
    }),
    ...common(docs),
  );
}

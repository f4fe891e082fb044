import type { Refusal } from '../../errors/refusal.js';
import {
  InternalError,
  MalformedJson,
  PayloadTooLarge,
  RateLimited,
  ServiceUnavailable,
  UnsupportedMediaType,
} from '../../errors/request.errors.js';
import { InvalidValue } from '../../errors/scim.errors.js';
import { InsufficientScope, InvalidCredentials, MissingCredentials } from '../../errors/tenancy.errors.js';
import { JSON_TYPE, LIMIT_KIB } from '../../http/server/json-body.guard.js';
import { SCIM_ANSWER, SCIM_JSON } from '../protocol/media-type.js';
import { scimErrorOf, scimTypeOf } from '../protocol/scim-error.js';
import { refTo } from './schemas.js';

/** What an operation answers by status. */
export type Answers = Readonly<Record<string, object>>;

/** How a kind of calls answers refusals. */
interface ErrorShape {
  readonly media: string;
  readonly schema: string;
  readonly nameOf: (refusal: Refusal, index: number) => string;
  readonly bodyOf: (refusal: Refusal) => object;
}

const SCIM_ERRORS: ErrorShape = {
  media: SCIM_ANSWER,
  schema: 'Error',
  nameOf: (refusal, index) => scimTypeOf(refusal) ?? `refused${index + 1}`,
  bodyOf: scimErrorOf,
};

const TEXT = { type: 'string' } as const;
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };
const CHALLENGE = { 'WWW-Authenticate': { description: 'How to authenticate', schema: TEXT } };
const VERSIONED = {
  ETag: { description: 'The version of the resource', schema: TEXT },
  Location: { description: 'Its address', schema: { ...TEXT, format: 'uri' } },
};

function headersOf(status: number): object {
  if (status === 401) return { headers: CHALLENGE };
  return status === 429 || status === 503 ? { headers: RETRY_AFTER } : {};
}

/** The answers to these refusals, as callers receive them. */
export function failures(refusals: readonly Refusal[], shape = SCIM_ERRORS): Answers {
  const { media, schema, nameOf, bodyOf } = shape;
  const statuses = [...new Set(refusals.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const shown = refusals.filter((one) => one.status === status);
      const named = shown.map((one, index) => [nameOf(one, index), { value: bodyOf(one) }] as const);
      const description = shown.map(({ message }) => message).join(' ');
      const content = { [media]: { schema: refTo(schema), examples: Object.fromEntries(named) } };
      return [String(status), { description, ...headersOf(status), content }];
    }),
  );
}

/** @param schema the name of a schema of the document */
export function answerOf(description: string, schema: string, example: object): object {
  return { description, content: { [SCIM_ANSWER]: { schema: refTo(schema), example } } };
}

/** A resource, with the headers that show its version and its address. */
export function resourceAnswer(schema: string, example: object): object {
  return { ...answerOf('The resource', schema, example), headers: VERSIONED };
}

/** The calls of one address, by method. */
export type PathItem = Readonly<Record<string, object>>;

/** A body that a call reads. */
interface Body {
  readonly schema: string;
  readonly example: object;
  readonly limitKiB?: number;
}

interface Call {
  /** Its name in the methods that generators write. */
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly object[];
  readonly body?: Body;
  readonly answers: Answers;
  /** Those that other calls do not have; real ones, so that the document shows the sentences that callers receive. */
  readonly refusals?: readonly Refusal[];
}

const OF_EVERY_CALL: readonly Refusal[] = [
  new MissingCredentials(),
  new InvalidCredentials(),
  new InsufficientScope('scim'),
  new RateLimited(17),
  new InternalError(),
  new ServiceUnavailable(),
];

/** The body in both media types. */
function requestBodyOf({ schema, example, limitKiB = LIMIT_KIB }: Body): object {
  const media = { schema: refTo(schema), example };
  return {
    required: true,
    description: `At most ${limitKiB} KiB`,
    content: { [SCIM_JSON]: media, [JSON_TYPE]: media },
  };
}

function refusalsOf({ limitKiB = LIMIT_KIB }: Body): Refusal[] {
  return [
    new MalformedJson('unexpected text at position 10 (line 1, column 11)'),
    new InvalidValue('active must be true or false'),
    new UnsupportedMediaType(SCIM_JSON, { type: 'text/plain' }),
    new PayloadTooLarge(limitKiB),
  ];
}

/** A call, with what every call may answer. */
export function callOf({ body, answers, refusals = [], ...words }: Call): object {
  const ofBody = body === undefined ? [] : refusalsOf(body);
  return {
    ...words,
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: { ...answers, ...failures([...OF_EVERY_CALL, ...ofBody, ...refusals]) },
  };
}

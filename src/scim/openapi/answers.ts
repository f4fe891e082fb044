import type { Refusal } from '../../errors/refusal.js';
import {
  InternalError,
  MalformedJson,
  PayloadTooLarge,
  RateLimited,
  ServiceUnavailable,
  UnsupportedMediaType,
} from '../../errors/request.errors.js';
import {
  FilterNotAllowed,
  InvalidFilter,
  InvalidPath,
  InvalidSyntax,
  InvalidValue,
  NotMutable,
  NotUnique,
  NotTakenOver,
  ReadOnlyPerson,
  ResourceNotFound,
  TooMany,
  TooManyOperations,
  VersionDiffers,
} from '../../errors/scim.errors.js';
import { InsufficientScope, InvalidCredentials, MissingCredentials } from '../../errors/tenancy.errors.js';
import { SCIM_JSON } from '../protocol/media-type.js';
import { scimErrorOf } from '../protocol/scim-error.js';
import { refTo } from './components.js';

/** What an operation answers by status. */
export type Answers = Readonly<Record<string, object>>;

const MEDIA = `${SCIM_JSON}; charset=utf-8`;
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };
const CHALLENGE = { 'WWW-Authenticate': { description: 'RFC 6750, section 3', schema: { type: 'string' } } };
const VERSIONED = {
  ETag: { description: 'The version of the resource', schema: { type: 'string' } },
  Location: { description: 'Its address', schema: { type: 'string', format: 'uri' } },
};

/** The refusals of single calls, as real ones, so that the document shows the sentences that callers receive. */
export const REFUSED = {
  body: [
    new MalformedJson('unexpected text at position 10 (line 1, column 11)'),
    new InvalidValue('active must be true or false'),
  ],
  type: [new UnsupportedMediaType(SCIM_JSON, { type: 'text/plain' })],
  patch: [new InvalidSyntax('op must be one of add, replace, remove'), new NotMutable('groups')],
  search: [new InvalidFilter('a text in it has no end'), new TooMany(10_000)],
  projection: [new InvalidPath('a..b is no attribute')],
  missingPerson: [new ResourceNotFound('person', '950000001')],
  missingGroup: [new ResourceNotFound('group', 'gr_0123456789abcdef0123456789')],
  missingType: [new ResourceNotFound('resource type', 'Device')],
  missingSchema: [new ResourceNotFound('schema', 'urn:no:such')],
  taken: [new NotUnique('The person exists already, with the id 950000001')],
  takenGroup: [new NotUnique('A group has this displayName')],
  version: [new VersionDiffers()],
  administrator: [new ReadOnlyPerson('application_admin')],
  readOnly: [new ReadOnlyPerson('application_admin'), new NotTakenOver('950000001')],
  filtered: [new FilterNotAllowed()],
  large: (kib: number): Refusal[] => [new PayloadTooLarge(kib)],
  operations: (most: number): Refusal[] => [new TooManyOperations(most)],
} as const;

const OF_EVERY_CALL: readonly Refusal[] = [
  new MissingCredentials(),
  new InvalidCredentials(),
  new InsufficientScope('scim'),
  new RateLimited(17),
  new InternalError(),
  new ServiceUnavailable(),
];

function headersOf(status: number): object {
  if (status === 401) return { headers: CHALLENGE };
  return status === 429 || status === 503 ? { headers: RETRY_AFTER } : {};
}

function failuresOf(refusals: readonly Refusal[]): Answers {
  const statuses = [...new Set(refusals.map(({ status }) => status))].sort((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => {
      const shown = refusals.filter((one) => one.status === status).map((refusal) => scimErrorOf(refusal));
      const nameOf = (index: number): string => shown[index]?.scimType ?? `refused${index + 1}`;
      const examples = Object.fromEntries(shown.map((value, index) => [nameOf(index), { value }]));
      const description = shown.map(({ detail }) => detail).join(' ');
      const content = { [MEDIA]: { schema: refTo('Error'), examples } };
      return [String(status), { description, ...headersOf(status), content }];
    }),
  );
}

/** @param schema the name of a schema of the document */
export function answerOf(
  description: string,
  schema: string,
  example: object,
  { isVersioned = false } = {},
): object {
  return {
    description,
    ...(isVersioned ? { headers: VERSIONED } : {}),
    content: { [MEDIA]: { schema: refTo(schema), example } },
  };
}

/** The answers of a call that go well, with those of its refusals and of the ones that every call may give. */
export function answersWith(successes: Answers, ...refusals: readonly (readonly Refusal[])[]): Answers {
  return { ...successes, ...failuresOf([...OF_EVERY_CALL, ...refusals.flat()]) };
}

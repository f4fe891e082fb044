import { InvalidSyntax, TooManyOperations } from '../../errors/scim.errors.js';
import { MOST_OPERATIONS } from '../discovery/discovery.js';
import { refuseDeep } from '../schema/normalise.js';
import { isObject, setIn, valueIn } from '../schema/resource.js';

export const BULK_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** A reference is a whole value, or a whole part of a path: other texts may speak of a bulkId. */
const REFERENCE = /^bulkId:(\S{1,128})$/;

/** One operation of a bulk request (RFC 7644, 3.7). */
export interface BulkOperation {
  readonly method: (typeof BULK_METHODS)[number];
  readonly path: string;
  readonly bulkId: string | undefined;
  readonly version: string | undefined;
  readonly data: unknown;
}

export interface BulkRequest {
  /** After how many failures the rest is left out; undefined: never. */
  readonly failOnErrors: number | undefined;
  readonly operations: readonly BulkOperation[];
}

function textOf(source: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = valueIn(source, name) ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw new InvalidSyntax(`${name} must be a text`);
  return value;
}

function operationOf(source: unknown): BulkOperation {
  if (!isObject(source)) throw new InvalidSyntax('each of its Operations must be an object');
  const written = textOf(source, 'method')?.toUpperCase();
  const method = BULK_METHODS.find((one) => one === written);
  if (method === undefined) throw new InvalidSyntax(`method must be one of ${BULK_METHODS.join(', ')}`);
  const path = textOf(source, 'path');
  if (path === undefined) throw new InvalidSyntax('each of its Operations must have a path');
  const bulkId = textOf(source, 'bulkId');
  if (method === 'POST' && bulkId === undefined) throw new InvalidSyntax('a POST must have a bulkId');
  return { method, path, bulkId, version: textOf(source, 'version'), data: valueIn(source, 'data') };
}

/**
 * Reads a bulk request.
 * @throws {InvalidSyntax} when it has another form
 * @throws {TooManyOperations} when it has more than 1,000 operations
 */
export function bulkRequestOf(body: unknown): BulkRequest {
  const sent = isObject(body) ? valueIn(body, 'Operations') : undefined;
  if (!isObject(body) || !Array.isArray(sent)) throw new InvalidSyntax('it must have a list of Operations');
  if (sent.length > MOST_OPERATIONS) throw new TooManyOperations(MOST_OPERATIONS);
  const failOnErrors = valueIn(body, 'failOnErrors') ?? undefined;
  const isCount = typeof failOnErrors === 'number' && Number.isInteger(failOnErrors) && failOnErrors > 0;
  if (failOnErrors !== undefined && !isCount)
    throw new InvalidSyntax('failOnErrors must be a whole number from 1');
  // What else is wrong with the data of an operation is that operation's failure.
  refuseDeep(sent.map((one: unknown) => (isObject(one) ? valueIn(one, 'data') : one)));
  const operations = sent.map(operationOf);
  const ids = operations.flatMap(({ bulkId }) => (bulkId === undefined ? [] : [bulkId]));
  if (new Set(ids).size < ids.length) throw new InvalidSyntax('two of its Operations have the same bulkId');
  return { failOnErrors: isCount ? failOnErrors : undefined, operations };
}

function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const [, bulkId] = REFERENCE.exec(value) ?? [];
    return bulkId === undefined ? [] : [bulkId];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : [];
}

/** The bulkIds that an operation refers to. */
export function referencesOf({ path, data }: Pick<BulkOperation, 'path' | 'data'>): string[] {
  return referencesIn([path.split('/'), data]);
}

function resolvedIn(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const [bulkId] = referencesIn(value);
    return bulkId === undefined ? value : (ids.get(bulkId) ?? value);
  }
  if (Array.isArray(value)) return value.map((one: unknown) => resolvedIn(one, ids));
  if (!isObject(value)) return value;
  const copy = {};
  for (const [name, inner] of Object.entries(value)) setIn(copy, name, resolvedIn(inner, ids));
  return copy;
}

/** The operation with the IDs of the resources that were created, where it refers to them. */
export function resolved(operation: BulkOperation, ids: ReadonlyMap<string, string>): BulkOperation {
  const parts = operation.path.split('/').map((part) => resolvedIn(part, ids));
  return { ...operation, path: parts.join('/'), data: resolvedIn(operation.data, ids) };
}

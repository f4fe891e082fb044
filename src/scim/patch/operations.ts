import { InvalidSyntax, TooManySearched } from '../../errors/scim.errors.js';
import type { Filter } from '../filter/filter.js';
import { refuseUnusable } from '../schema/normalise.js';
import { isObject, valueIn } from '../schema/resource.js';

export const OPS = ['add', 'replace', 'remove'] as const;

/** One change of a resource (RFC 7644, 3.5.2). */
export interface Operation {
  readonly op: (typeof OPS)[number];
  readonly path?: string;
  readonly value?: unknown;
}

/** A bulk of changes of one resource; more are no change of a person. */
export const MOST_CHANGES = 1000;

function operationOf(source: unknown): Operation {
  if (!isObject(source)) throw new InvalidSyntax('each of its Operations must be an object');
  const written = valueIn(source, 'op');
  const op = OPS.find((one) => typeof written === 'string' && one === written.toLowerCase());
  if (op === undefined) throw new InvalidSyntax(`op must be one of ${OPS.join(', ')}`);
  const path = valueIn(source, 'path') ?? undefined;
  if (path !== undefined && typeof path !== 'string') throw new InvalidSyntax('path must be a text');
  // Values that its conditions name may become part of the resource.
  refuseUnusable(path, 'path');
  const value = valueIn(source, 'value');
  return { op, ...(path === undefined || path === '' ? {} : { path }), value };
}

/**
 * The operations of a PATCH body; names and `op` in any letter case.
 * @throws {InvalidSyntax} when the body has another form
 */
export function operationsOf(body: unknown): Operation[] {
  const operations = isObject(body) ? valueIn(body, 'Operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0)
    throw new InvalidSyntax('it must have a list of Operations');
  if (operations.length > MOST_CHANGES)
    throw new InvalidSyntax(`it has more than ${MOST_CHANGES} Operations`);
  return operations.map(operationOf);
}

/** The most names and values that the operations of one request may look at, which takes a tenth of a second. */
const MOST_TRIED = 200_000;

export function conditionsIn(filter: Filter | undefined): number {
  if (filter === undefined) return 1;
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.reduce((sum, one) => sum + conditionsIn(one), 0);
    case 'not':
    case 'some':
      return conditionsIn(filter.of);
    default:
      return 1;
  }
}

/** The work of one PATCH. No other request is answered meanwhile, so 1,000 operations must not multiply it. */
export class PatchWork {
  private tried = 0;

  /** @throws {TooManySearched} when the operations so far have looked at too many values */
  count(values: number): void {
    this.tried += values;
    if (this.tried > MOST_TRIED) throw new TooManySearched(MOST_TRIED);
  }
}

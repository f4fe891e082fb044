import { TooManySearched } from '../../errors/scim.errors.js';
import type { Filter } from '../filter/filter.js';

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

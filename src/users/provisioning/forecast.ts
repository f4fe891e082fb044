import { Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { memoryKeyOf, type Scope } from '../../tenancy/scope.js';
import type { Outcome } from '../model/outcome.js';

/** After this many new people in a row, the next ones are expected to be new too. */
const MANY_NEW = 8;
const MOST_TENANTS = 10_000;
const KINDS = ['unchanged', 'inserted', 'updated'] as const;

/** What is expected of the next people of a tenant. */
export interface Expectation {
  /** The outcome of at least half of the last batch; undefined when there is none. */
  readonly usual: Outcome['kind'] | undefined;
  /** Whether the last people were all new. A wrong expectation costs as much as an insert, so it must be rare. */
  readonly onlyNew: boolean;
}

interface Recent {
  readonly usual: Outcome['kind'] | undefined;
  readonly newInARow: number;
}

/**
 * Expects the next people of a tenant to be like the last ones. The expectation decides how a batch is looked up, never
 * what is written: when it is wrong, a unique index refuses the batch, or rows are locked in vain.
 */
@Injectable()
export class Forecast {
  private readonly recent = new BoundedCache<string, Recent>({ most: MOST_TENANTS });

  of(scope: Scope): Expectation {
    const { usual, newInARow } = this.recent.get(memoryKeyOf(scope)) ?? { usual: undefined, newInARow: 0 };
    return { usual, onlyNew: newInARow >= MANY_NEW };
  }

  /** @param kinds the outcomes of a batch, in any order */
  learn(scope: Scope, kinds: readonly Outcome['kind'][]): void {
    if (kinds.length === 0) return;
    const areNew = kinds.every((kind) => kind === 'inserted');
    const key = memoryKeyOf(scope);
    const before = this.recent.get(key)?.newInARow ?? 0;
    this.recent.set(key, {
      usual: KINDS.find((kind) => kinds.filter((one) => one === kind).length * 2 >= kinds.length),
      newInARow: areNew ? before + kinds.length : 0,
    });
  }
}

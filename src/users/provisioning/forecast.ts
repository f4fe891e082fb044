import { Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Outcome } from '../model/outcome.js';

/** As many new people, one after the other, let the next ones be taken for new too. */
const MANY_NEW = 8;
const MOST_TENANTS = 10_000;
const KINDS = ['unchanged', 'inserted', 'updated'] as const;

/** What the next people of a tenant will probably be. */
export interface Expectation {
  /** What at least half of the last batch were; undefined when no kind was. */
  readonly usual: Outcome['kind'] | undefined;
  /** Whether the last people were all new. A wrong guess costs as much as an insert, so it must be rarer than one in a few. */
  readonly onlyNew: boolean;
}

interface Recent {
  readonly usual: Outcome['kind'] | undefined;
  readonly newInARow: number;
}

/**
 * Expects of a tenant's next people what the last ones were. What it says decides how a batch is looked up, and never what
 * is written: when it is wrong, a unique index refuses the batch, or locks are taken for nothing.
 */
@Injectable()
export class Forecast {
  private readonly recent = new BoundedCache<string, Recent>({ most: MOST_TENANTS });

  of({ tenantId }: Scope): Expectation {
    const { usual, newInARow } = this.recent.get(tenantId) ?? { usual: undefined, newInARow: 0 };
    return { usual, onlyNew: newInARow >= MANY_NEW };
  }

  /** @param kinds what became of the people of a batch, in any order */
  learn({ tenantId }: Scope, kinds: readonly Outcome['kind'][]): void {
    if (kinds.length === 0) return;
    const areNew = kinds.every((kind) => kind === 'inserted');
    const before = this.recent.get(tenantId)?.newInARow ?? 0;
    this.recent.set(tenantId, {
      usual: KINDS.find((kind) => kinds.filter((one) => one === kind).length * 2 >= kinds.length),
      newInARow: areNew ? before + kinds.length : 0,
    });
  }
}

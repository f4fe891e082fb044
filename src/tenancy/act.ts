import { randomUUID } from 'node:crypto';

import type { Transaction } from '../database/transaction/transaction.js';

/**
 * One act of a caller in several transactions, which follow each other, such as a decision about many submissions. The
 * audit log shows its entries of one action as one line.
 */
export class Act {
  /** The actions that have their first entry. */
  private readonly begun: Set<string>;
  private readonly underWay = new Map<string, Transaction>();

  /** @param begun by the calls before, of an act that takes several */
  constructor(
    readonly id: string = randomUUID(),
    begun: readonly string[] = [],
  ) {
    this.begun = new Set(begun);
  }

  /** For the call that continues the act. */
  get begunActions(): readonly string[] {
    return [...this.begun];
  }

  /** Whether the next entry of this action is the first one. One that is rolled back does not count. */
  begins(transaction: Transaction, action: string): boolean {
    if (this.begun.has(action) || this.underWay.get(action) === transaction) return false;
    this.underWay.set(action, transaction);
    transaction.onCommit(() => this.begun.add(action));
    return true;
  }
}

/** The scope of an act on so many items; one that is under way goes on. */
export function inOneAct<T extends { readonly act?: Act }>(scope: T, items: number): T {
  return items > 1 && scope.act === undefined ? { ...scope, act: new Act() } : scope;
}

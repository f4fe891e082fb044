import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { GuardMode } from '../../tenancy/tenant-settings.js';
import type { Scope } from '../../tenancy/scope.js';
import type { HeldRequest } from './held-request.entity.js';
import type { Passing } from '../model/outcome.js';

/** A threshold that was passed, or a held request that an administrator decided. */
export type GuardFact =
  | { readonly kind: 'passed'; readonly mode: GuardMode; readonly passing: Passing }
  | {
      readonly kind: 'decided';
      readonly decision: 'released' | 'rejected';
      readonly hold: HeldRequest;
    };

type FactListener = (scope: Scope, transaction: Transaction, facts: readonly GuardFact[]) => Promise<void>;

/** Where rooms that users do not know hear of the guard, inside the transaction that makes it true. */
@Injectable()
export class GuardFacts {
  private readonly listeners: FactListener[] = [];

  onHappened(listener: FactListener): void {
    this.listeners.push(listener);
  }

  async announce(scope: Scope, transaction: Transaction, facts: readonly GuardFact[]): Promise<void> {
    if (facts.length === 0) return;
    for (const listener of this.listeners) await listener(scope, transaction, facts);
  }
}

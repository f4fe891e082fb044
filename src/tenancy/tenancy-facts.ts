import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import type { Scope } from './scope.js';

/** Something that was done to a tenant, its settings or its keys; it holds no secret and no hash of one. */
export interface TenancyDeed {
  readonly action:
    | 'tenant.created'
    | 'tenant.suspended'
    | 'tenant.resumed'
    | 'settings.changed'
    | 'key.created'
    | 'key.rotated'
    | 'key.revoked';
  /** `tenant:<id>` or `key:<apiKey>`. */
  readonly target: string;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

type DeedListener = (scope: Scope, transaction: Transaction, deeds: readonly TenancyDeed[]) => Promise<void>;

/**
 * Where rooms that tenancy does not know hear what was administered. Listeners run inside the transaction that does it;
 * one that throws undoes it (see docs/decisions, 4).
 */
@Injectable()
export class TenancyFacts {
  private readonly listeners: DeedListener[] = [];

  onDone(listener: DeedListener): void {
    this.listeners.push(listener);
  }

  async announce(scope: Scope, transaction: Transaction, deeds: readonly TenancyDeed[]): Promise<void> {
    for (const listener of this.listeners) await listener(scope, transaction, deeds);
  }
}

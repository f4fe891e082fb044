import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { ClaimNotFound, LeaseLost } from '../../errors/sync.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { SyncClaim } from '../entities/sync-claim.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { keyOf, SyncRepository } from '../items/sync.repository.js';
import { ClaimCounts } from './claim-counts.js';
import { ClaimsRepository } from '../items/claims.repository.js';

/** A claim with its item, which is locked. */
export interface LockedClaim {
  readonly claim: SyncClaim;
  readonly item: SyncItem;
}

/** Whether the lease of a claim has not ended. */
export function isOut({ endedAt, leaseUntil }: SyncClaim, { syncStatus }: SyncItem, now: Date): boolean {
  return endedAt === null && leaseUntil > now && syncStatus === 'processing';
}

/** Finds claims that exist, and locks their items. */
@Injectable()
export class HeldClaims {
  constructor(
    private readonly claims: ClaimsRepository,
    private readonly items: SyncRepository,
    private readonly counts: ClaimCounts,
  ) {}

  /** The claims of these IDs, those that exist and have an item. */
  async lock(scope: Scope, transaction: Transaction, claimIds: readonly string[]): Promise<LockedClaim[]> {
    const named = await this.claims.find(scope, transaction, claimIds);
    const ids = named.map(({ submissionId }) => submissionId);
    const items = await this.items.lock(scope, transaction, ids);
    const byKey = new Map(items.map((item) => [keyOf(item), item]));
    // Under the lock they change no more.
    const claims = await this.claims.find(scope, transaction, claimIds);
    return claims.flatMap((claim) => {
      const item = byKey.get(keyOf(claim));
      return item === undefined ? [] : [{ claim, item }];
    });
  }

  /**
   * A claim whose lease is out.
   * @throws {ClaimNotFound} when the tenant has no such claim
   * @throws {LeaseLost} when the lease has ended
   */
  async demand(scope: Scope, transaction: Transaction, claimId: string): Promise<LockedClaim> {
    const [locked] = await this.lock(scope, transaction, [claimId]);
    if (locked !== undefined && isOut(locked.claim, locked.item, nowOf(scope))) return locked;
    const known = await this.claims.find(scope, transaction, [claimId]);
    if (known.length === 0) throw new ClaimNotFound();
    this.counts.count(scope, 'lost');
    throw new LeaseLost();
  }
}

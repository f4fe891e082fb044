import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { DatabaseClock } from '../../database/connection/database-clock.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Due } from '../../tenancy/due.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { nowOf, wallTime } from '../../tenancy/tenant-clock.js';
import { onLeaseEnded } from '../decide-transition.js';
import { Failures } from '../failures/failures.js';
import { OpenItems } from '../groups/open-items.js';
import { OpenItemsRepository } from '../groups/open-items.repository.js';
import type { Step } from '../step.js';
import { SyncQueue } from '../sync-queue.js';
import { keyOf, SyncRepository } from '../sync.repository.js';
import { ClaimCounts } from './claim-counts.js';
import { ClaimsRepository } from './claims.repository.js';

const BATCH = 200;
const REMEMBERED_MS = 7 * 86_400_000;

/**
 * Queues items again whose lease has run out, at the latest 5 seconds later (contract, section 8), and lets those be
 * handed out whose delay is over. Every process sweeps, so that it does not matter which one has crashed; the locks
 * decide between two.
 */
@Injectable()
export class LeaseSweep {
  private readonly work: Task;

  constructor(
    background: Background,
    private readonly openItems: OpenItemsRepository,
    private readonly places: OpenItems,
    private readonly items: SyncRepository,
    private readonly claims: ClaimsRepository,
    private readonly queue: SyncQueue,
    private readonly failures: Failures,
    private readonly tenancy: TenancyService,
    private readonly unitOfWork: UnitOfWork,
    private readonly counts: ClaimCounts,
    private readonly faults: FaultPoints,
    private readonly clock: DatabaseClock,
  ) {
    this.work = background.each('sync-leases', {
      run: () => this.sweep(),
      ofTenant: (tenantId) => this.sweepTenant(tenantId),
      nextOf: (tenantId, after) => openItems.nextDue({ tenantId }, after),
    });
    const forgetting = background.one('sync-claims-forget', {
      run: () => this.forget(() => forgetting.mayGoOn()),
    });
  }

  /** A process whose clock is wrong leaves it to the others: it would end leases that are not over. */
  private async sweep(): Promise<void> {
    if (!(await this.clock.isRight())) return;
    const failures: unknown[] = [];
    // A failure about one tenant stops no other.
    for (const due of await this.tenancy.dueTimes())
      await this.sweepDue(due).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  private async sweepTenant(tenantId: string): Promise<void> {
    await this.sweepDue({ now: nowOf(await this.scopeOf(tenantId)), tenantId });
  }

  /** Ends the leases and delays that are over. */
  private async sweepDue(due: Due): Promise<void> {
    await this.endExpired(due);
    await this.endDelays(due);
  }

  private async endExpired(due: Due): Promise<void> {
    let previous: string | undefined;
    while (!this.work.isStopping) {
      const expired = await this.openItems.expired(due, BATCH);
      for (const [tenantId, of] of byTenant(expired)) {
        const scope = await this.scopeOf(tenantId);
        const ids = of.flatMap(({ claimId }) => claimId ?? []);
        const ended = await this.unitOfWork.run((transaction) => this.end(scope, transaction, ids));
        this.counts.count(scope, 'expired', ended);
        this.faults.reach('sweep:committed');
      }
      // The same items again: another process has locked them, and ends their leases.
      const first = expired[0]?.claimId ?? undefined;
      if (expired.length < BATCH || first === previous) return;
      previous = first;
    }
  }

  /** @returns how many leases it ended */
  private async end(scope: Scope, transaction: Transaction, claimIds: readonly string[]): Promise<number> {
    const claims = await this.claims.find(scope, transaction, claimIds);
    const submissionIds = claims.map(({ submissionId }) => submissionId);
    const items = await this.items.lock(scope, transaction, submissionIds);
    const now = nowOf(scope);
    const places = await this.openItems.find(scope, transaction, submissionIds);
    const expired = new Map(
      places
        .filter(({ leaseUntil }) => leaseUntil !== null && leaseUntil <= now)
        .map((place) => [keyOf(place), place]),
    );
    const steps = items.flatMap((item): Step[] => {
      const place = expired.get(keyOf(item));
      if (place === undefined || item.syncStatus !== 'processing') return [];
      const isExhausted = item.attempts - place.attemptsBefore >= scope.tenant.syncMaxAttempts;
      const transition = onLeaseEnded(item, { cause: 'lease_expired', lastError: null, isExhausted });
      return [{ item, transition, outcome: 'expired' }];
    });
    const ended = await this.queue.applyAll(scope, transaction, steps);
    this.faults.reach('sweep:written');
    return ended.length;
  }

  private async endDelays(due: Due): Promise<void> {
    let previous: string | undefined;
    while (!this.work.isStopping) {
      const found = await this.openItems.due(due, BATCH);
      for (const [tenantId, groups] of byTenant(found)) {
        const scope = await this.scopeOf(tenantId);
        await this.unitOfWork.run((transaction) => this.places.reorder(scope, transaction, groups));
      }
      // The same groups again: they are longer than what is put in order at once.
      const first = JSON.stringify(found[0]);
      if (found.length < BATCH || first === previous) return;
      previous = first;
    }
  }

  private async forget(mayGoOn: () => Promise<boolean>): Promise<void> {
    const before = new Date(wallTime().getTime() - REMEMBERED_MS);
    while ((await mayGoOn()) && (await this.claims.forget(before)));
    await this.failures.forget();
  }

  private async scopeOf(tenantId: string): Promise<Scope> {
    return this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), 'lease-sweep');
  }
}

function byTenant<T extends { readonly tenantId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const known = groups.get(row.tenantId);
    if (known === undefined) groups.set(row.tenantId, [row]);
    else known.push(row);
  }
  return groups;
}

import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { DatabaseClock } from '../../database/connection/database-clock.js';
import type { Due } from '../../tenancy/time/due.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { OpenItemsRepository } from '../groups/open-items.repository.js';
import { LeaseEnds } from './lease-ends.js';

const BATCH = 200;

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
    private readonly ends: LeaseEnds,
    private readonly tenancy: TenancyService,
    private readonly clock: DatabaseClock,
  ) {
    this.work = background.each('sync-leases', {
      run: () => this.sweep(),
      ofTenant: (tenantId) => this.sweepTenant(tenantId),
      nextOf: (tenantId, after) => openItems.nextDue({ tenantId }, after),
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
        await this.ends.endLeases(scope, ids);
      }
      // The same items again: another process has locked them, and ends their leases.
      const first = expired[0]?.claimId ?? undefined;
      if (expired.length < BATCH || first === previous) return;
      previous = first;
    }
  }

  private async endDelays(due: Due): Promise<void> {
    let previous: string | undefined;
    while (!this.work.isStopping) {
      const found = await this.openItems.due(due, BATCH);
      for (const [tenantId, groups] of byTenant(found)) {
        const scope = await this.scopeOf(tenantId);
        await this.ends.endDelays(scope, groups);
      }
      // The same groups again: they are longer than what is put in order at once.
      const first = JSON.stringify(found[0]);
      if (found.length < BATCH || first === previous) return;
      previous = first;
    }
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

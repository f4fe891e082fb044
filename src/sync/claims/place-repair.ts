import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import type { OpenItem } from '../entities/open-item.entity.js';
import { hasPlace } from '../step.js';
import { SyncQueue } from '../sync-queue.js';
import { type PlacedItem, type QueuePlace, SyncRepository } from '../sync.repository.js';

/** What moved in this time is looked at: three times the pause between two looks. */
const LOOK_BACK_MS = 15 * 60_000;
/** With what is joined, about five rows are read for each. */
const PAGE = 400;

/**
 * Gives a place to queued items that have none, and takes it from items that are on their way no more; the same with
 * what is known of failed items. A process of an earlier version, which still runs during an upgrade, moves items
 * without them.
 */
@Injectable()
export class PlaceRepair {
  private readonly work: Task;

  constructor(
    background: Background,
    private readonly items: SyncRepository,
    private readonly queue: SyncQueue,
    private readonly tenancy: TenancyService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.work = background.each('sync-places', { run: () => this.repair() });
  }

  private async repair(): Promise<void> {
    for (const tenant of await this.tenancy.listTenants())
      await this.repairTenant(this.tenancy.scopeOf(tenant, 'place-repair'));
  }

  private async repairTenant(scope: Scope): Promise<void> {
    const since = new Date(nowOf(scope).getTime() - LOOK_BACK_MS);
    let after: QueuePlace | undefined;
    while (!this.work.isStopping) {
      const page = await this.items.withStandings(scope, since, after, PAGE);
      const wrong = page.filter((item) => !hasPlace(item, placeOf(item)) || !isExplained(item));
      const ids = wrong.map(({ submissionId }) => submissionId);
      if (ids.length > 0)
        await this.unitOfWork.run((transaction) => this.queue.placeAnew(scope, transaction, ids));
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      const { updatedAt, submissionId, target } = last;
      after = { updatedAt: updatedAt.toISOString(), submissionId, target };
    }
  }
}

/** Whether it is known why the item is failed, just when it is. */
function isExplained({ syncStatus, isExplained: isKnown }: PlacedItem): boolean {
  return (syncStatus === 'failed') === (isKnown !== 0);
}

function placeOf({ standing }: PlacedItem): Pick<OpenItem, 'standing'> | undefined {
  return standing === null ? undefined : { standing };
}

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain, isDatabaseAway } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import type { OpenItem } from '../entities/open-item.entity.js';
import { hasPlace } from '../step.js';
import { SyncQueue } from '../sync-queue.js';
import { type PlacedItem, type QueuePlace, SyncRepository } from '../sync.repository.js';

const REPAIR_EVERY_MS = 5 * 60_000;
/** What moved in this time is looked at: the pause between two looks, and then some. */
const LOOK_BACK_MS = 3 * REPAIR_EVERY_MS;
const PAGE = 500;

/**
 * Gives a place to queued items that have none, and takes it from items that are on their way no more; the same with
 * what is known of failed items. A process of an earlier version, which still runs during an upgrade, moves items
 * without them.
 */
@Injectable()
export class PlaceRepair implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(PlaceRepair.name);
  private readonly repairing = new PeriodicTask(
    () => this.repair(),
    (error) => {
      if (!isDatabaseAway(error))
        this.logger.error({ msg: 'the places of queue items could not be repaired', ...explain(error) });
    },
  );

  constructor(
    private readonly items: SyncRepository,
    private readonly queue: SyncQueue,
    private readonly tenancy: TenancyService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onApplicationBootstrap(): void {
    this.repairing.start(REPAIR_EVERY_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.repairing.stop();
  }

  async repair(): Promise<void> {
    for (const tenant of await this.tenancy.listTenants())
      await this.repairTenant(this.tenancy.scopeOf(tenant, 'place-repair'));
  }

  private async repairTenant(scope: Scope): Promise<void> {
    const since = new Date(nowOf(scope).getTime() - LOOK_BACK_MS);
    let after: QueuePlace | undefined;
    while (!this.repairing.isStopping) {
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

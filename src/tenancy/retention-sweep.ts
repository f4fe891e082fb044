import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain } from '../database/transaction/database-errors.js';
import { LeasedWork } from '../database/transaction/leased-work.js';
import type { Leases } from '../database/transaction/leases.js';
import type { Scope } from './scope.js';
import type { TenancyService } from './tenancy.service.js';
import { nowOf, timeOf, wallTime } from './tenant-clock.js';

/** How long what happened is kept: the request log, the rows that failed, what was sent for a conflict. */
const KEPT_MS = 90 * 86_400_000;
const MOST_OF_ONE = 10_000;
const INTERVAL_MS = 3_600_000;

/** What is deleted, or forgotten in an entry that stays, when it is old. */
export interface Retained {
  /** The name of the lease. */
  readonly lease: string;
  /** What the rows are called in the log. */
  readonly rows: string;
  readonly repository: {
    /** @returns how many were deleted; fewer than `limit` when no older ones are left */
    deleteOlder(tenantId: string, before: Date, limit: number): Promise<number>;
  };
}

/** Deletes rows of every tenant after 90 days, once an hour, in one process at a time. */
export abstract class RetentionSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work: LeasedWork;

  protected constructor(
    leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly retained: Retained,
  ) {
    const logger = new Logger(new.target.name);
    const failed = (error: unknown): void => {
      const msg = `old ${retained.rows} were not deleted; the next hour tries again`;
      logger.error({ msg, ...explain(error) });
    };
    this.work = new LeasedWork(leases, retained.lease, () => this.sweep(), failed);
  }

  onApplicationBootstrap(): void {
    this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** @returns how many rows were deleted */
  async sweep(): Promise<number> {
    return (await this.work.alone(() => this.sweepTenants())) ?? 0;
  }

  private async sweepTenants(): Promise<number> {
    let deleted = 0;
    const failures: unknown[] = [];
    for (const { id, clock } of await this.tenancy.listTenants()) {
      const before = new Date(timeOf(clock, wallTime()).getTime() - KEPT_MS);
      const step = (most: number): Promise<number> => this.retained.repository.deleteOlder(id, before, most);
      // A failure about one tenant stops no other.
      deleted += await this.work.deleteInPieces(step).catch((error: unknown) => {
        failures.push(error);
        return 0;
      });
    }
    if (failures.length > 0) throw failures[0];
    return deleted;
  }

  /** Deletes rows of one tenant, whose clock was moved; a sandbox has few. */
  async sweepTenant({ tenantId, tenant }: Pick<Scope, 'tenantId' | 'tenant'>): Promise<void> {
    const before = new Date(nowOf({ tenant }).getTime() - KEPT_MS);
    await this.retained.repository.deleteOlder(tenantId, before, MOST_OF_ONE);
  }
}

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { LeasedWork } from '../../database/transaction/leased-work.js';
import { Leases } from '../../database/transaction/leases.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import { SWEEP_ACTOR } from '../erasure/erasures.repository.js';
import { type Removal, RetentionService, type SweepOptions } from './retention.service.js';

/** Tenants have different time zones, so a calendar day begins at nearly every hour. */
const INTERVAL_MS = 3_600_000;

/** Sweeps each tenant once a day of its calendar. One process at a time does it. */
@Injectable()
export class RetentionSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(RetentionSweep.name);
  private readonly work: LeasedWork;

  constructor(
    leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly retention: RetentionService,
  ) {
    const failed = (error: unknown): void => {
      this.logger.error({ msg: 'what is old was not removed; the next hour tries again', ...explain(error) });
    };
    const sweepDue = async (): Promise<unknown> =>
      this.sweep(await this.tenancy.listTenants(), { onlyDue: true });
    this.work = new LeasedWork(leases, SWEEP_ACTOR, sweepDue, failed);
  }

  onApplicationBootstrap(): void {
    this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /**
   * @returns what was removed; undefined when another process sweeps
   * @throws {Error} the first failure, after the other tenants are done
   */
  sweep(
    tenants: readonly Tenant[],
    options: Pick<SweepOptions, 'onlyDue'> = {},
    actor = SWEEP_ACTOR,
  ): Promise<Removal[] | undefined> {
    return this.work.alone(() =>
      this.each(tenants, { ...options, mayGoOn: () => this.work.mayGoOn() }, actor),
    );
  }

  /** What {@link sweep} would remove now; another process may sweep meanwhile. */
  plan(tenants: readonly Tenant[]): Promise<Removal[]> {
    return this.each(tenants, { isDryRun: true }, SWEEP_ACTOR);
  }

  private async each(tenants: readonly Tenant[], options: SweepOptions, actor: string): Promise<Removal[]> {
    const removals: Removal[] = [];
    const failures: unknown[] = [];
    for (const tenant of tenants) {
      if (options.mayGoOn !== undefined && !(await options.mayGoOn())) break;
      try {
        removals.push(...(await this.retention.sweepTenant(this.tenancy.scopeOf(tenant, actor), options)));
      } catch (error) {
        failures.push(error);
        this.logger.error({ msg: 'a tenant was not swept', tenantId: tenant.id, ...explain(error) });
      }
    }
    if (failures.length > 0) throw failures[0];
    return removals;
  }
}

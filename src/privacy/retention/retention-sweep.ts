import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { LeasedTask } from '../../background/leased-task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import { SWEEP_ACTOR } from '../erasure/erasures.repository.js';
import { type Removal, RetentionService, type SweepOptions } from './retention.service.js';

/** Sweeps each tenant once a day of its calendar; in different time zones a day begins at nearly every hour. */
@Injectable()
export class RetentionSweep {
  private readonly logger = new LineLogger(RetentionSweep.name);
  private readonly work: LeasedTask;

  constructor(
    background: Background,
    private readonly tenancy: TenancyService,
    private readonly retention: RetentionService,
  ) {
    this.work = background.one('retention-sweep', {
      run: async () => {
        const options = { onlyDue: true, rest: (workedMs: number) => this.work.rest(workedMs) };
        await this.sweepEach(await tenancy.listTenants(), options, SWEEP_ACTOR);
      },
      ofTenant: async (tenantId) =>
        retention.sweepTenant(tenancy.scopeOf(await tenancy.findTenant(tenantId), SWEEP_ACTOR)),
    });
  }

  /**
   * @returns what was removed; undefined when another process sweeps
   * @throws {Error} the first failure, after the other tenants are done
   */
  sweep(
    tenants: readonly Tenant[],
    options: Pick<SweepOptions, 'onlyDue' | 'rest'> = {},
    actor = SWEEP_ACTOR,
  ): Promise<Removal[] | undefined> {
    return this.work.alone(() => this.sweepEach(tenants, options, actor));
  }

  /** What {@link sweep} would remove now; another process may sweep meanwhile. */
  plan(tenants: readonly Tenant[]): Promise<Removal[]> {
    return this.each(tenants, { isDryRun: true }, SWEEP_ACTOR);
  }

  private sweepEach(tenants: readonly Tenant[], options: SweepOptions, actor: string): Promise<Removal[]> {
    return this.each(tenants, { ...options, mayContinue: () => this.work.mayContinue() }, actor);
  }

  private async each(tenants: readonly Tenant[], options: SweepOptions, actor: string): Promise<Removal[]> {
    const removals: Removal[] = [];
    const failures: unknown[] = [];
    for (const tenant of tenants) {
      if (options.mayContinue !== undefined && !(await options.mayContinue())) break;
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

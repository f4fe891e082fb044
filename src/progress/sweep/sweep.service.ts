import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { LeasedWork } from '../../database/transaction/leased-work.js';
import { Leases } from '../../database/transaction/leases.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { DocumentsService, todayOf } from '../documents.service.js';
import { PLACES_KEPT_MS } from '../export/export.service.js';
import { SweepRepository } from './sweep.repository.js';

const BATCH = 200;
/** Tenants live in different time zones, so some calendar day begins at nearly every hour. */
const INTERVAL_MS = 15 * 60_000;

export interface SweepResult {
  /** False when another process was sweeping already. */
  readonly ran: boolean;
  readonly reviewed: number;
  readonly changed: number;
}

const NOT_RUN: SweepResult = { ran: false, reviewed: 0, changed: 0 };

/**
 * Follows the calendar: looks at the records whose pacing time alone may have changed, and rewrites those that did. One
 * process at a time does it; a record that was looked at is due on a later day, so whoever takes over goes on where the
 * other stopped.
 */
@Injectable()
export class SweepService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SweepService.name);
  private readonly work: LeasedWork;
  private lastFinishedAt: number | undefined;

  constructor(
    leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly sweeps: SweepRepository,
    private readonly documents: DocumentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    const failed = (error: unknown): void => {
      this.logger.error({
        msg: 'the pacing sweep failed; it goes on at the next interval',
        ...explain(error),
      });
    };
    this.work = new LeasedWork(leases, 'pacing-sweep', () => this.sweep(), failed);
  }

  /** When this process last swept all tenants without a failure, in milliseconds; undefined before it has. */
  get finishedAt(): number | undefined {
    return this.lastFinishedAt;
  }

  onApplicationBootstrap(): void {
    this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /**
   * Sweeps every tenant whose day has changed. A tenant that cannot be swept does not keep the others waiting.
   * @throws the first failure, after all tenants had their turn
   */
  async sweep(): Promise<SweepResult> {
    const result = await this.work.alone(async () => this.sweepTenants(await this.tenancy.listTenants()));
    return result ?? NOT_RUN;
  }

  private async sweepTenants(tenants: readonly Tenant[]): Promise<SweepResult> {
    const total = { ran: true, reviewed: 0, changed: 0 };
    const failures: unknown[] = [];
    for (const tenant of tenants) {
      try {
        const scope = this.tenancy.scopeOf(tenant, 'sweep');
        const { reviewed, changed } = await this.review(scope, () => this.work.mayGoOn());
        total.reviewed += reviewed;
        total.changed += changed;
      } catch (error) {
        failures.push(error);
        this.logger.error({ msg: 'a tenant was not swept', tenantId: tenant.id, ...explain(error) });
      }
    }
    if (failures.length > 0) throw failures[0];
    await this.sweeps.forgetPlaces(Date.now() - PLACES_KEPT_MS);
    this.lastFinishedAt = Date.now();
    return total;
  }

  /** @param mayGoOn asked before every batch */
  private async review(
    scope: Scope,
    mayGoOn: () => Promise<boolean>,
  ): Promise<{ reviewed: number; changed: number }> {
    let reviewed = 0;
    let changed = 0;
    while (!this.work.isStopping && (await mayGoOn())) {
      // Today is asked anew for every batch: by a stale time zone, a record could be due again and again.
      const current = this.tenancy.scopeOf(await this.tenancy.findTenant(scope.tenantId), scope.actor);
      const due = await this.sweeps.due(scope, todayOf(current), BATCH);
      if (due.length === 0) break;
      changed += await this.unitOfWork.run((transaction) => this.documents.review(current, transaction, due));
      reviewed += due.length;
    }
    return { reviewed, changed };
  }
}

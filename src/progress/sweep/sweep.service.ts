import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';

import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import { explain } from '../../database/database-errors.js';
import { Leases } from '../../database/leases.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { DocumentsService, todayOf } from '../documents.service.js';
import { PLACES_KEPT_MS } from '../export/export.service.js';
import { SweepRepository } from './sweep.repository.js';

const LEASE = 'pacing-sweep';
const LEASE_MS = 60_000;
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
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private stopping = false;
  private sweeping = false;
  private lastFinishedAt: number | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly sweeps: SweepRepository,
    private readonly documents: DocumentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** When this process last swept all tenants without a failure, in milliseconds; undefined before it has. */
  get finishedAt(): number | undefined {
    return this.lastFinishedAt;
  }

  onApplicationBootstrap(): void {
    if (!this.config.sweeps) return;
    this.timer = setInterval(() => {
      this.running = this.sweep().catch((error: unknown) => {
        this.logger.error({
          msg: 'the pacing sweep failed; it goes on at the next interval',
          ...explain(error),
        });
      });
    }, INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /**
   * Sweeps every tenant whose day has changed. A tenant that cannot be swept does not keep the others waiting.
   * @throws the first failure, after all tenants had their turn
   */
  async sweep(): Promise<SweepResult> {
    // The lease tells processes apart, not two sweeps of this one.
    if (this.sweeping) return NOT_RUN;
    this.sweeping = true;
    try {
      return (await this.holdLease()) ? await this.sweepHolding() : NOT_RUN;
    } finally {
      this.sweeping = false;
    }
  }

  /** Looks at all records of one tenant again, after a setting changed. @returns how many changed */
  async reviewAll(scope: Scope): Promise<number> {
    await this.unitOfWork.run((manager) => this.sweeps.makeAllDue(scope, manager));
    return (await this.review(scope, () => Promise.resolve(true))).changed;
  }

  private async sweepHolding(): Promise<SweepResult> {
    try {
      return await this.sweepTenants(await this.tenancy.listTenants());
    } finally {
      await this.leases.release(LEASE);
    }
  }

  private async sweepTenants(tenants: readonly Tenant[]): Promise<SweepResult> {
    const total = { ran: true, reviewed: 0, changed: 0 };
    const failures: unknown[] = [];
    for (const tenant of tenants) {
      try {
        const scope = this.tenancy.scopeOf(tenant, 'sweep');
        const { reviewed, changed } = await this.review(scope, () => this.holdLease());
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
    while (!this.stopping && (await mayGoOn())) {
      // Today is asked anew for every batch: by a stale time zone, a record could be due again and again.
      const current = this.tenancy.scopeOf(await this.tenancy.findTenant(scope.tenantId), scope.actor);
      const due = await this.sweeps.due(scope, todayOf(current), BATCH);
      if (due.length === 0) break;
      changed += await this.unitOfWork.run((manager) => this.documents.review(current, manager, due));
      reviewed += due.length;
    }
    return { reviewed, changed };
  }

  private holdLease(): Promise<boolean> {
    return this.leases.hold(LEASE, LEASE_MS);
  }
}

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain } from '../../database/database-errors.js';
import { Leases } from '../../database/leases.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { DocumentsService, todayOf } from '../documents.service.js';
import { WALK_HOURS } from '../export/export.service.js';
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

  constructor(
    private readonly leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly sweeps: SweepRepository,
    private readonly documents: DocumentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onApplicationBootstrap(): void {
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

  /** Sweeps every tenant whose day has changed. */
  async sweep(): Promise<SweepResult> {
    const result = { reviewed: 0, changed: 0 };
    if (!(await this.leases.hold(LEASE, LEASE_MS))) return { ran: false, ...result };
    try {
      for (const tenant of await this.tenancy.listTenants()) {
        const { reviewed, changed } = await this.sweepTenant(this.tenancy.scopeOf(tenant, 'sweep'));
        result.reviewed += reviewed;
        result.changed += changed;
      }
      await this.sweeps.forgetPlaces(Date.now() - WALK_HOURS * 3_600_000);
      return { ran: true, ...result };
    } finally {
      await this.leases.release(LEASE);
    }
  }

  /** Looks at all records of one tenant again, after a setting changed. */
  async reviewAll(scope: Scope): Promise<number> {
    await this.sweeps.makeAllDue(scope);
    return (await this.sweepTenant(scope)).changed;
  }

  private async sweepTenant(scope: Scope): Promise<{ reviewed: number; changed: number }> {
    let reviewed = 0;
    let changed = 0;
    while (!this.stopping) {
      const due = await this.sweeps.due(scope, todayOf(scope), BATCH);
      if (due.length === 0) break;
      changed += await this.unitOfWork.run((manager) => this.documents.review(scope, manager, due));
      reviewed += due.length;
      await this.leases.hold(LEASE, LEASE_MS);
    }
    return { reviewed, changed };
  }
}

import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { LeasedTask } from '../../background/leased-task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import { addDays, dayIn, startOfDay } from '../../tenancy/time/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { DocumentsService, todayOf } from '../documents.service.js';
import { PLACES_KEPT_MS } from '../../tenancy/walks/walks.js';
import { SweepRepository } from './sweep.repository.js';

const BATCH = 200;
/** Records without columns that are looked up at once, since each look-up reads the entries of the tenant. */
const LOOK_UP = 25 * BATCH;

export interface SweepResult {
  /** False when another process was sweeping already. */
  readonly ran: boolean;
  readonly reviewed: number;
  readonly changed: number;
}

const NOT_RUN: SweepResult = { ran: false, reviewed: 0, changed: 0 };

/**
 * Draws the records again whose pacing a new day may have changed, and those that a version without the columns of
 * lists has written: before an upgrade, or while one is under way. Of tenants in different time zones, a day begins at
 * nearly every hour. A record that was drawn is due on a later day, so that the next process continues where another
 * one stopped.
 */
@Injectable()
export class SweepService {
  private readonly logger = new LineLogger(SweepService.name);
  private readonly work: LeasedTask;

  constructor(
    background: Background,
    private readonly tenancy: TenancyService,
    private readonly sweeps: SweepRepository,
    private readonly documents: DocumentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.work = background.one('pacing-sweep', {
      run: async () => this.sweepTenants(await this.tenancy.listTenants()),
      ofTenant: (tenantId) => this.sweepTenant(tenantId),
      nextOf: (tenantId, after) => this.nextOf(tenantId, after),
    });
  }

  /**
   * Sweeps all tenants. A failure of one tenant does not stop the others.
   * @throws {Error} the first failure, after the other tenants are done
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
        const { reviewed, changed } = await this.review(scope, () => this.work.mayContinue());
        total.reviewed += reviewed;
        total.changed += changed;
      } catch (error) {
        failures.push(error);
        this.logger.error({ msg: 'a tenant was not swept', tenantId: tenant.id, ...explain(error) });
      }
    }
    if (failures.length > 0) throw failures[0];
    await this.sweeps.forgetPlaces(wallTime().getTime() - PLACES_KEPT_MS);
    return total;
  }

  private async sweepTenant(tenantId: string): Promise<void> {
    const scope = this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), 'sweep');
    await this.review(scope, () => Promise.resolve(true));
  }

  /**
   * The beginning of the next day on which a record is due, of those that are due already of tomorrow. One that counts
   * the days since a milestone was due changes every day, so that only its last draw stays: while a clock is moved, it
   * is due on the last day. A year of the demo university took 10 s with a stop each day, and takes a second.
   */
  private async nextOf(tenantId: string, after: Date): Promise<Date | undefined> {
    const { next, anyCounts } = await this.sweeps.nextDay(tenantId);
    const { timeZone, clock } = this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), 'sweep').tenant;
    const lastDay = dayIn(timeZone, clock?.moving === undefined ? after : new Date(clock.moving.to));
    const [day] = [next, anyCounts ? lastDay : null].filter((one) => one !== null).sort();
    if (day === undefined) return undefined;
    const tomorrow = addDays(dayIn(timeZone, after), 1);
    return startOfDay(timeZone, day > tomorrow ? day : tomorrow);
  }

  /** @param mayContinue asked before every batch */
  private async review(
    scope: Scope,
    mayContinue: () => Promise<boolean>,
  ): Promise<{ reviewed: number; changed: number }> {
    let reviewed = 0;
    let changed = 0;
    while (!this.work.isStopping && (await mayContinue())) {
      // Today is read again for every batch: with an old time zone, a record would be due again and again.
      const current = this.tenancy.scopeOf(await this.tenancy.findTenant(scope.tenantId), scope.actor);
      const due = await this.sweeps.due(scope, todayOf(current), BATCH);
      if (due.length === 0) break;
      changed += await this.draw(current, due);
      reviewed += due.length;
    }
    return { reviewed, changed: changed + (await this.fillColumns(scope, mayContinue)) };
  }

  private async fillColumns(scope: Scope, mayContinue: () => Promise<boolean>): Promise<number> {
    let changed = 0;
    for (let ids: string[] = [], last = ''; ; ids = ids.slice(BATCH)) {
      if (this.work.isStopping || !(await mayContinue())) return changed;
      if (ids.length === 0) ids = await this.sweeps.withoutColumns(scope, last, LOOK_UP);
      if (ids.length === 0) return changed;
      changed += await this.draw(scope, ids.slice(0, BATCH));
      last = ids.at(-1) ?? last;
    }
  }

  private draw(scope: Scope, studentIds: readonly string[]): Promise<number> {
    return this.unitOfWork.run((transaction) => this.documents.review(scope, transaction, studentIds));
  }
}

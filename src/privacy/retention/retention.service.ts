import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

import { AuditService } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { dayIn } from '../../tenancy/time/calendar.js';
import { Retained } from '../../tenancy/retention/retained.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { RetentionProgressRepository } from './retention-progress.repository.js';
import { LegalHolds } from '../legal-hold/legal-holds.service.js';

const DAY_MS = 86_400_000;

/** How much of one kind is too old, or was removed. */
export interface Removal {
  readonly tenantId: string;
  readonly kind: string;
  readonly keptDays: number;
  readonly count: number;
}

/** How much of one kind would be removed. */
export interface PlannedRemoval {
  readonly kind: string;
  readonly setting: keyof Scope['tenant']['retention'];
  readonly count: number;
  /** False when there was no time to count all of it. */
  readonly isWhole: boolean;
}

/** How a tenant is swept. */
export interface SweepOptions {
  /** Counts and removes nothing. */
  readonly isDryRun?: boolean;
  /** Leaves out the kinds that were done to the end on the present day. */
  readonly onlyDue?: boolean;
  /** Asked before each step; the sweep stops when it is false. */
  readonly mayContinue?: () => Promise<boolean>;
  /** Called after each step with the milliseconds that it took. */
  readonly rest?: (workedMs: number) => Promise<void>;
}

/** Removes what is older than a tenant's settings say. */
@Injectable()
export class RetentionService {
  private found: readonly Retained[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly legalHolds: LegalHolds,
    private readonly progress: RetentionProgressRepository,
    private readonly tenancy: TenancyService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Sweeps one tenant, and writes what was removed to the audit log. A kind that fails stops no other.
   * @returns one row for each kind that is not kept for good; none when the tenant is under a legal hold
   * @throws {Error} the first failure, after the other kinds are done
   */
  async sweepTenant(scope: Scope, options: SweepOptions = {}): Promise<Removal[]> {
    const {
      isDryRun = false,
      onlyDue = false,
      mayContinue: isWanted = () => Promise.resolve(true),
    } = options;
    if (this.legalHolds.holdsTenant(scope)) return [];
    const today = dayIn(scope.tenant.timeZone, nowOf(scope));
    const done = onlyDue ? await this.progress.doneOn(scope, today) : new Set<string>();
    const removals: Removal[] = [];
    const failures: unknown[] = [];
    for (const retained of this.kinds()) {
      const { kind, setting } = retained;
      const keptDays = scope.tenant.retention[setting];
      if (keptDays === null || done.has(kind)) continue;
      const before = new Date(nowOf(scope).getTime() - keptDays * DAY_MS);
      const mayContinue = async (): Promise<boolean> =>
        (await isWanted()) && (await this.isStillWanted(scope, setting, keptDays));
      try {
        const steps = retained.steps(scope, before, isDryRun);
        const { count, isWhole } = await this.take(scope, kind, steps, { ...options, mayContinue });
        removals.push({ tenantId: scope.tenantId, kind, keptDays, count });
        if (!isWhole) break;
        if (!isDryRun) await this.progress.finish(scope, kind, today);
      } catch (error) {
        failures.push(error);
      }
    }
    if (!isDryRun && (removals.length > 0 || failures.length > 0)) await this.recordRemovals(scope);
    if (failures.length > 0) throw failures[0];
    return removals;
  }

  /**
   * What the next sweep would remove of these kinds with the settings of the scope, while there is time.
   * @param settings the kinds whose number of days this is
   * @param isInTime asked before each step; a kind that was not counted to the end is not whole
   */
  async plan(
    scope: Scope,
    settings: readonly (keyof Scope['tenant']['retention'])[],
    isInTime: () => boolean,
  ): Promise<PlannedRemoval[]> {
    if (this.legalHolds.holdsTenant(scope)) return [];
    const planned: PlannedRemoval[] = [];
    for (const retained of this.kinds().filter(({ setting }) => settings.includes(setting))) {
      const { kind, setting } = retained;
      const keptDays = scope.tenant.retention[setting];
      if (keptDays === null) continue;
      const before = new Date(nowOf(scope).getTime() - keptDays * DAY_MS);
      const counted = this.take(scope, kind, retained.steps(scope, before, true), {
        isDryRun: true,
        mayContinue: () => Promise.resolve(isInTime()),
      });
      planned.push({ kind, setting, ...(await counted) });
    }
    return planned;
  }

  /** A sweep may take hours: a legal hold that is set meanwhile stops it, and so does another number of days. */
  private async isStillWanted(
    { tenantId, actor }: Scope,
    setting: keyof Scope['tenant']['retention'],
    keptDays: number,
  ): Promise<boolean> {
    const current = this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), actor);
    return !this.legalHolds.holdsTenant(current) && current.tenant.retention[setting] === keptDays;
  }

  private async take(
    scope: Scope,
    kind: string,
    steps: AsyncGenerator<number>,
    { isDryRun = false, mayContinue, rest }: SweepOptions & Required<Pick<SweepOptions, 'mayContinue'>>,
  ): Promise<{ count: number; isWhole: boolean }> {
    let count = 0;
    if (!(await mayContinue())) return { count, isWhole: false };
    let began = performance.now();
    for await (const removed of steps) {
      count += removed;
      if (!isDryRun) {
        if (removed > 0) await this.progress.addRemoved(scope, kind, removed);
        await rest?.(performance.now() - began);
      }
      if (!(await mayContinue())) return { count, isWhole: false };
      began = performance.now();
    }
    return { count, isWhole: true };
  }

  private async recordRemovals(scope: Scope): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const after = await this.progress.takeRemoved(scope, transaction);
      if (Object.keys(after).length === 0) return;
      const entry = { action: 'retention.swept', target: `tenant:${scope.tenantId}`, after };
      await this.audit.record(scope, [entry], transaction);
    });
  }

  private kinds(): readonly Retained[] {
    this.found ??= this.discovery
      .getProviders()
      .map((wrapper): unknown => wrapper.instance)
      .filter((instance) => instance instanceof Retained)
      .sort((one, other) => (one.kind < other.kind ? -1 : 1));
    return this.found;
  }
}

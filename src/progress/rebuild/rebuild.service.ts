import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { LeasedTask } from '../../background/leased-task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { InTransaction } from '../../events/fact.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { TENANCY_CHANGED, type TenancyAction } from '../../tenancy/tenants/tenancy-action.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import type { TenantSettings } from '../../settings/settings.js';
import { DocumentsService } from '../documents.service.js';
import type { ProgressRebuild } from '../entities/progress-rebuild.entity.js';
import { type RebuildCounts, RebuildRepository } from './rebuild.repository.js';

/** The settings on which every record depends. */
const SETTINGS_OF_RECORDS: readonly (keyof TenantSettings)[] = [
  'pacing',
  'requiredCommitteeRoles',
  'timeZone',
];
/** Records of one transaction, which locks them: a caller who writes one of them waits for that long. */
const BATCH = 100;
/** Every batch prolongs the lease; after a process died, another one continues when it ends. */
const LEASE_MS = 15_000;
/** How often the terminal checks whether another process has finished. */
const POLL_MS = 250;

function affectsRecords(changed: object): boolean {
  return SETTINGS_OF_RECORDS.some((name) => name in changed);
}

function concernsRecords({ action, after = {} }: TenancyAction): boolean {
  return action === 'settings.changed' && affectsRecords(after);
}

/**
 * Rebuilds all records of a tenant after a change of its settings, in the background. The change and the rebuild are
 * stored in one transaction. Records are rebuilt in small transactions that also store how far the rebuild is, so that
 * the next process with the lease continues where another one stopped.
 */
@Injectable()
export class RebuildService {
  private readonly logger = new LineLogger(RebuildService.name);
  private readonly work: LeasedTask;

  constructor(
    background: Background,
    private readonly tenancy: TenancyService,
    private readonly rebuilds: RebuildRepository,
    private readonly documents: DocumentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.work = background.one('progress-rebuild', {
      isNeeded: async () => (await this.rebuilds.unfinished()).length > 0,
      run: () => this.drawAll(),
      leaseMs: LEASE_MS,
    });
  }

  @InTransaction(TENANCY_CHANGED)
  async begin(scope: Scope, transaction: Transaction, actions: readonly TenancyAction[]): Promise<void> {
    if (actions.some(concernsRecords)) await this.rebuilds.begin(scope, transaction);
  }

  /** The last rebuild of this tenant, which may still run; null when there was none. */
  find(scope: Scope): Promise<ProgressRebuild | null> {
    return this.rebuilds.find(scope);
  }

  /** The work that is left, of all tenants together. */
  counts(): Promise<RebuildCounts> {
    return this.rebuilds.counts();
  }

  /**
   * Asks for the rebuild and does not wait for it.
   * @param changed the changed settings
   * @returns how far it is; null when no record depends on these settings
   */
  async follow(scope: Scope, changed: Partial<TenantSettings>): Promise<ProgressRebuild | null> {
    if (!affectsRecords(changed)) return null;
    this.work.soon();
    return this.find(scope);
  }

  /** For a terminal, whose process ends: draws the records, or waits while another process does. */
  async finish(scope: Scope): Promise<ProgressRebuild | null> {
    for (;;) {
      await this.work.idle();
      const rebuild = await this.find(scope);
      if (rebuild === null || rebuild.finishedAt !== null || this.work.isStopping) return rebuild;
      await delay(POLL_MS);
      await this.work.runNow();
    }
  }

  /** A batch of each tenant in turn, so that tenants do not wait for a large one, or for one that fails. */
  private async drawAll(): Promise<void> {
    const failures = new Map<string, unknown>();
    for (;;) {
      const waiting = (await this.rebuilds.unfinished()).filter(({ tenantId }) => !failures.has(tenantId));
      if (waiting.length === 0) break;
      for (const rebuild of waiting) {
        if (!(await this.work.mayContinue())) return;
        try {
          await this.draw(rebuild);
        } catch (error) {
          failures.set(rebuild.tenantId, error);
          this.logFailure(error, rebuild.tenantId);
        }
      }
    }
    for (const failure of failures.values()) throw failure;
  }

  private async draw(rebuild: ProgressRebuild): Promise<void> {
    const studentIds = await this.rebuilds.next(rebuild, BATCH);
    if (studentIds.length === 0) {
      await this.rebuilds.finish(rebuild);
      return;
    }
    const scope = this.tenancy.scopeOf(await this.tenancy.findTenant(rebuild.tenantId), 'rebuild');
    await this.unitOfWork.run(async (transaction) => {
      const changed = await this.documents.review(scope, transaction, studentIds);
      await this.rebuilds.advance(transaction, rebuild, studentIds, changed);
    });
  }

  private logFailure(error: unknown, tenantId?: string): void {
    const msg = 'records could not be rebuilt after a change of settings; the rebuild is retried';
    this.logger.error({ msg, ...(tenantId === undefined ? {} : { tenantId }), ...explain(error) });
  }
}

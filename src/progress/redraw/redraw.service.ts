import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { LeasedWork } from '../../database/transaction/leased-work.js';
import { Leases } from '../../database/transaction/leases.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { InTransaction } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import { TENANCY_CHANGED, type TenancyAction } from '../../tenancy/tenancy-action.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import type { TenantSettings } from '../../tenancy/tenant-settings.js';
import { DocumentsService } from '../documents.service.js';
import type { ProgressRedraw } from '../entities/progress-redraw.entity.js';
import { type RedrawCounts, RedrawRepository } from './redraw.repository.js';

/** What every record follows from. */
const FOLLOWED: readonly (keyof TenantSettings)[] = ['pacing', 'requiredCommitteeRoles', 'timeZone'];
/** Records of one transaction: a caller who writes the same records waits no longer than for so many. */
const BATCH = 100;
/** Every batch prolongs it; a process that died is succeeded after it. */
const LEASE_MS = 15_000;
/** How soon a redraw is taken over that no process is at. */
const INTERVAL_MS = 5000;
/** How often the terminal looks whether another process has finished. */
const LOOK_MS = 250;

function isFollowed(changed: object): boolean {
  return FOLLOWED.some((name) => name in changed);
}

function concernsRecords({ action, after = {} }: TenancyAction): boolean {
  return action === 'settings.changed' && isFollowed(after);
}

/**
 * Lets all records of a tenant follow a change of its settings, in the background. The change and the redraw are noted in one
 * transaction; records are drawn in small ones, each with how far it has come, so that whichever process holds the lease goes
 * on where another one stopped.
 */
@Injectable()
export class RedrawService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(RedrawService.name);
  private readonly work: LeasedWork;

  constructor(
    leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly redraws: RedrawRepository,
    private readonly documents: DocumentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    const failed = (error: unknown): void => {
      this.complain(error);
    };
    this.work = new LeasedWork(leases, 'progress-redraw', () => this.run(), failed, LEASE_MS);
  }

  @InTransaction(TENANCY_CHANGED)
  async begin(scope: Scope, transaction: Transaction, actions: readonly TenancyAction[]): Promise<void> {
    if (actions.some(concernsRecords)) await this.redraws.begin(scope, transaction);
  }

  onApplicationBootstrap(): void {
    this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** The last one of this tenant, which may be under way; null when there was none. */
  find(scope: Scope): Promise<ProgressRedraw | null> {
    return this.redraws.find(scope);
  }

  /** What waits, of all tenants together. */
  counts(): Promise<RedrawCounts> {
    return this.redraws.counts();
  }

  /**
   * Begins at once, and does not keep the caller waiting.
   * @param changed what a change of settings changed
   * @returns how far it is; null where no record follows from that
   */
  async follow(scope: Scope, changed: Partial<TenantSettings>): Promise<ProgressRedraw | null> {
    if (!isFollowed(changed)) return null;
    this.start();
    return this.find(scope);
  }

  /** For a terminal, whose process ends: draws what waits, or waits while another process does. */
  async finish(scope: Scope): Promise<ProgressRedraw | null> {
    for (;;) {
      await this.work.idle();
      const redraw = await this.find(scope);
      if (redraw === null || redraw.finishedAt !== null || this.work.isStopping) return redraw;
      await delay(LOOK_MS);
      await this.run();
    }
  }

  /** Draws what waits, unless another process does. @throws the first failure, after all tenants had their turn */
  async run(): Promise<void> {
    if ((await this.redraws.unfinished()).length > 0) await this.work.alone(() => this.drawAll());
  }

  private start(): void {
    this.work.runNow().catch((error: unknown) => {
      this.complain(error);
    });
  }

  /** A batch of each tenant in turn: a large one does not keep the others waiting, nor does one that cannot be drawn. */
  private async drawAll(): Promise<void> {
    const failures = new Map<string, unknown>();
    for (;;) {
      const waiting = (await this.redraws.unfinished()).filter(({ tenantId }) => !failures.has(tenantId));
      if (waiting.length === 0) break;
      for (const redraw of waiting) {
        if (!(await this.work.mayGoOn())) return;
        try {
          await this.draw(redraw);
        } catch (error) {
          failures.set(redraw.tenantId, error);
          this.complain(error, redraw.tenantId);
        }
      }
    }
    for (const failure of failures.values()) throw failure;
  }

  private async draw(redraw: ProgressRedraw): Promise<void> {
    const studentIds = await this.redraws.next(redraw, BATCH);
    if (studentIds.length === 0) {
      await this.redraws.finish(redraw);
      return;
    }
    const scope = this.tenancy.scopeOf(await this.tenancy.findTenant(redraw.tenantId), 'redraw');
    await this.unitOfWork.run(async (transaction) => {
      const changed = await this.documents.review(scope, transaction, studentIds);
      await this.redraws.advance(transaction, redraw, studentIds, changed);
    });
  }

  private complain(error: unknown, tenantId?: string): void {
    const msg = 'records do not follow a change of settings yet; they are tried again';
    this.logger.error({ msg, ...(tenantId === undefined ? {} : { tenantId }), ...explain(error) });
  }
}

import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';

import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { explain, isDatabaseAway } from '../database/transaction/database-errors.js';
import { LeasedWork } from '../database/transaction/leased-work.js';
import { Leases } from '../database/transaction/leases.js';
import { wallTime } from '../tenancy/tenant-clock.js';
import { SandboxesRepository } from './sandboxes.repository.js';
import { TenantRowsRepository } from './tenant-rows.repository.js';

const INTERVAL_MS = 60_000;
/** After so long no call or tally of an ended sandbox is still written. */
const LATE_ROWS_MS = 5 * 60_000;
const TEMPLATES_KEPT_MS = 2 * 86_400_000;
const UNFINISHED_MS = 10 * 60_000;

/** Deletes sandboxes whose time is over, and templates that are not used any more. One process at a time does it. */
@Injectable()
export class SandboxSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SandboxSweep.name);
  private readonly work: LeasedWork;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    leases: Leases,
    private readonly sandboxes: SandboxesRepository,
    private readonly rows: TenantRowsRepository,
  ) {
    const failed = (error: unknown): void => {
      if (!isDatabaseAway(error))
        this.logger.error({ msg: 'sandboxes whose time is over were not deleted', ...explain(error) });
    };
    this.work = new LeasedWork(leases, 'sandbox-sweep', () => this.sweep(), failed);
  }

  onApplicationBootstrap(): void {
    if (this.config.sandboxes) this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** @param lateMs rows of a sandbox that ended so long ago are not written any more */
  async sweep(lateMs = LATE_ROWS_MS): Promise<void> {
    await this.work.alone(async () => {
      await this.endSandboxes(lateMs);
      await this.endTemplates();
    });
  }

  private async endSandboxes(lateMs: number): Promise<void> {
    const now = wallTime();
    for (const { tenantId, expiresAt, deletedAt } of await this.sandboxes.over(now)) {
      if (!(await this.work.mayGoOn())) return;
      await this.rows.deleteAll(tenantId);
      const endedAt = deletedAt ?? expiresAt;
      if (now.getTime() - endedAt.getTime() >= lateMs) await this.sandboxes.forget(tenantId);
    }
  }

  private async endTemplates(): Promise<void> {
    const now = wallTime().getTime();
    const since = new Date(now - TEMPLATES_KEPT_MS);
    for (const template of await this.sandboxes.unusedTemplates(since))
      if (await this.sandboxes.endTemplate(template, since)) await this.deleteTenant(template.templateId);
    for (const templateId of await this.sandboxes.unfinishedTemplates(new Date(now - UNFINISHED_MS)))
      await this.deleteTenant(templateId);
  }

  private async deleteTenant(templateId: string): Promise<void> {
    if (!(await this.work.mayGoOn())) return;
    await this.rows.deleteAll(templateId);
    await this.sandboxes.forgetTenant(templateId);
  }
}

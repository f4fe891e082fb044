import { Inject, Injectable } from '@nestjs/common';

import { Background } from '../background/background.js';
import type { LeasedTask } from '../background/leased-task.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { wallTime } from '../tenancy/time/tenant-clock.js';
import { SandboxesRepository } from './sandboxes.repository.js';
import { TenantRowsRepository } from './tenant-rows.repository.js';

/** After so long no call or tally of an ended sandbox is still written. */
export const LATE_ROWS_MS = 5 * 60_000;
const TEMPLATES_KEPT_MS = 2 * 86_400_000;
const UNFINISHED_MS = 10 * 60_000;

/** Deletes sandboxes whose time is over, and templates that are not used any more. */
@Injectable()
export class SandboxSweep {
  private readonly work: LeasedTask;

  constructor(
    @Inject(CONFIG) config: Config,
    background: Background,
    private readonly sandboxes: SandboxesRepository,
    private readonly rows: TenantRowsRepository,
  ) {
    this.work = background.one('sandbox-sweep', {
      isNeeded: () => Promise.resolve(config.sandboxes),
      run: () => this.sweep(),
    });
  }

  private async sweep(): Promise<void> {
    await this.endSandboxes();
    await this.endTemplates();
  }

  private async endSandboxes(): Promise<void> {
    const now = wallTime();
    for (const { tenantId, expiresAt, deletedAt } of await this.sandboxes.over(now)) {
      if (!(await this.work.mayContinue())) return;
      await this.rows.deleteAll(tenantId);
      const endedAt = deletedAt ?? expiresAt;
      if (now.getTime() - endedAt.getTime() >= LATE_ROWS_MS) await this.sandboxes.forget(tenantId);
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
    if (!(await this.work.mayContinue())) return;
    await this.rows.deleteAll(templateId);
    await this.sandboxes.forgetTenant(templateId);
  }
}

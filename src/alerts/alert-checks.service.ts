import { Inject, Injectable } from '@nestjs/common';

import { Background } from '../background/background.js';
import type { LeasedTask } from '../background/leased-task.js';
import { explain, isDatabaseAway } from '../database/transaction/database-errors.js';
import { LineLogger } from '../log-lines/line-logger.js';
import type { Scope } from '../tenancy/scope.js';
import { isSandboxId } from '../tenancy/credentials/secrets.js';
import { TenancyService } from '../tenancy/tenants/tenancy.service.js';
import { nowOf, wallTime } from '../tenancy/time/tenant-clock.js';
import type { Tenant } from '../tenancy/tenants/tenant.entity.js';
import type { Recipient } from './entities/alert-message.entity.js';
import { AlertIncidentsRepository } from './incidents/alert-incidents.repository.js';
import { AlertMessagesRepository } from './incidents/alert-messages.repository.js';
import { IncidentWriter, type KindFindings } from './incidents/incident-writer.js';
import type { AlertKind } from './kinds/alert-kind.js';
import { ALERT_KINDS } from './kinds/kinds.js';
import { type AlertSettings, effectiveKind } from './settings/alert-settings.js';
import { AlertSettingsService } from './settings/alert-settings.service.js';
import { AlertWebhooks } from './webhooks/alert-webhooks.service.js';

const TRIED_MS = 3 * 86_400_000;
const KEPT_MS = 400 * 86_400_000;

/** What a tenant has set. */
interface Rules {
  readonly settings: AlertSettings;
  readonly webhooks: readonly Recipient[];
}

/** Looks for what is wrong of each tenant but sandboxes, which are checked when their clock is moved. */
@Injectable()
export class AlertChecks {
  private readonly logger = new LineLogger(AlertChecks.name);
  private readonly work: LeasedTask;

  constructor(
    background: Background,
    private readonly tenancy: TenancyService,
    private readonly settings: AlertSettingsService,
    private readonly writer: IncidentWriter,
    private readonly incidents: AlertIncidentsRepository,
    private readonly messages: AlertMessagesRepository,
    private readonly webhooks: AlertWebhooks,
    @Inject(ALERT_KINDS) private readonly kinds: readonly AlertKind[],
  ) {
    this.work = background.one('alert-checks', {
      run: () => this.checkAll(),
      ofTenant: async (tenantId) => this.checkTenant(await this.tenancy.findTenant(tenantId)),
    });
  }

  private async checkTenant(tenant: Tenant): Promise<void> {
    const scope = this.tenancy.scopeOf(tenant, 'alerts');
    const { settings } = await this.settings.show(scope);
    const rules = { settings, webhooks: await this.recipientsOf(scope) };
    const at = nowOf(scope);
    const found =
      tenant.status === 'active'
        ? await Promise.all(this.kinds.map((kind) => this.findingsOf(scope, rules, kind, at)))
        : this.kinds.map((kind) => nothing(kind, 'suspended'));
    const kinds = found.filter((one) => one !== undefined);
    await this.writer.write(scope, { at, kinds, isComplete: kinds.length === this.kinds.length });
  }

  private async checkAll(): Promise<void> {
    for (const tenant of await this.tenancy.listUniversities()) {
      if (!(await this.work.mayContinue())) return;
      await this.checkTenant(tenant).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error;
        this.logger.error({
          msg: 'alerts of a tenant were not checked',
          tenantId: tenant.id,
          ...explain(error),
        });
      });
    }
    const now = wallTime().getTime();
    await this.messages.expire(new Date(now - TRIED_MS));
    const old = new Date(now - KEPT_MS);
    await this.work.deleteInPieces((most) => this.messages.deleteBefore(old, most));
    await this.work.deleteInPieces((most) => this.incidents.deleteEndedBefore(old, most));
  }

  /** The webhooks of the tenant, which get the messages of each kind. */
  private async recipientsOf(scope: Scope): Promise<Recipient[]> {
    const ids = await this.webhooks.activeIds(scope);
    return ids.map((recipient) => ({ way: 'webhook', recipient }));
  }

  /** @returns undefined when the kind could not be checked; its incidents stay as they are */
  private async findingsOf(
    scope: Scope,
    { settings, webhooks }: Rules,
    kind: AlertKind,
    at: Date,
  ): Promise<KindFindings | undefined> {
    const { enabled, recipients, threshold } = effectiveKind(settings, kind.spec);
    if (!enabled) return nothing(kind, 'switched_off');
    try {
      const findings = await kind.find(scope, threshold, at);
      const mails = recipients.map((recipient) => ({ way: 'mail' as const, recipient }));
      // The people of a sandbox are made up, and so are their addresses.
      const notified = isSandboxId(scope.tenantId) ? [] : [...mails, ...webhooks];
      return { kind: kind.spec.name, findings, recipients: notified, endedBy: 'over' };
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const { name } = kind.spec;
      this.logger.error({ msg: 'a kind of alert could not be checked', kind: name, ...explain(error) });
      return undefined;
    }
  }
}

function nothing({ spec }: AlertKind, endedBy: KindFindings['endedBy']): KindFindings {
  return { kind: spec.name, findings: [], recipients: [], endedBy };
}

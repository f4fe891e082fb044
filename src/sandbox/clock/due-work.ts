import { Injectable } from '@nestjs/common';

import { AlertChecks } from '../../alerts/alert-checks.service.js';
import { RetentionService } from '../../privacy/retention/retention.service.js';
import { SweepService } from '../../progress/sweep/sweep.service.js';
import { OutboxDispatcher } from '../../submissions/outbox/outbox-dispatcher.js';
import { OutboxRepository } from '../../submissions/outbox/outbox.repository.js';
import { LeaseSweep } from '../../sync/claims/lease-sweep.js';
import { OpenItemsRepository } from '../../sync/groups/open-items.repository.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import { nowOf } from '../../tenancy/tenant-clock.js';

/** What the service does by itself when a time has come, for one tenant. */
@Injectable()
export class DueWork {
  constructor(
    private readonly items: OpenItemsRepository,
    private readonly leases: LeaseSweep,
    private readonly outbox: OutboxRepository,
    private readonly events: OutboxDispatcher,
    private readonly pacing: SweepService,
    private readonly alerts: AlertChecks,
    private readonly retention: RetentionService,
  ) {}

  /** When a lease runs out, a delay is over, or an event is tried again, after this moment; the first of them. */
  async next(scope: Scope, after: Date): Promise<Date | undefined> {
    const times = await Promise.all([this.items.nextDue(scope, after), this.outbox.nextDue(scope, after)]);
    return times
      .filter((at) => at !== undefined)
      .sort((one, other) => one.getTime() - other.getTime())
      .at(0);
  }

  /** What is due at any moment. */
  async atMoment(scope: Scope): Promise<void> {
    const due = { now: nowOf(scope), tenantId: scope.tenantId };
    await this.leases.sweepDue(due);
    await this.events.sweepDue(due);
  }

  /** What a new day brings. */
  async atMidnight(scope: Scope): Promise<void> {
    await this.pacing.sweepTenant(scope);
  }

  /** What looks at the present only, and so has to be done once. */
  async atTheEnd(scope: Scope, tenant: Tenant): Promise<void> {
    await this.retention.sweepTenant(scope);
    await this.alerts.checkTenant(tenant);
  }
}

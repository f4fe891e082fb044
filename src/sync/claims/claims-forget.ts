import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { ContactsRepository } from '../contacts/contacts.repository.js';
import { UnusedCountersRepository } from '../counters/unused-counters.repository.js';
import { ClaimsRepository } from '../items/claims.repository.js';

const DAY_MS = 86_400_000;
const CLAIMS_REMEMBERED_MS = 7 * DAY_MS;
/** Of labels without items, after something was last counted or a connector has last come. */
const LABELS_REMEMBERED_MS = 90 * DAY_MS;

/** Deletes claims that ended long ago, and counters and contacts of what no item has had for long. */
@Injectable()
export class ClaimsForget {
  constructor(
    background: Background,
    private readonly claims: ClaimsRepository,
    private readonly counters: UnusedCountersRepository,
    private readonly contacts: ContactsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly tenancy: TenancyService,
  ) {
    const work = background.one('sync-claims-forget', { run: () => this.forget(() => work.mayContinue()) });
  }

  private async forget(mayContinue: () => Promise<boolean>): Promise<void> {
    const now = wallTime().getTime();
    const ended = new Date(now - CLAIMS_REMEMBERED_MS);
    while ((await mayContinue()) && (await this.claims.forget(ended)));
    const unused = new Date(now - LABELS_REMEMBERED_MS);
    for (const tenant of await this.tenancy.listTenants()) {
      if (!(await mayContinue())) return;
      if (tenant.clock !== null) continue;
      const scope = this.tenancy.scopeOf(tenant, 'sync-claims-forget');
      await this.forgetCounters(scope, unused, mayContinue);
      await this.forgetContacts(scope, unused, mayContinue);
    }
  }

  private async forgetCounters(
    scope: Scope,
    before: Date,
    mayContinue: () => Promise<boolean>,
  ): Promise<void> {
    for await (const counter of this.counters.find(scope, before)) {
      if (!(await mayContinue())) return;
      await this.unitOfWork.run((transaction) => this.counters.forget(transaction, counter, before));
    }
  }

  /** Targets of the settings keep theirs: the limit of one may have been set before its first contact. */
  private async forgetContacts(
    scope: Scope,
    before: Date,
    mayContinue: () => Promise<boolean>,
  ): Promise<void> {
    const targets = new Set(scope.tenant.syncTargets.map(({ name }) => name));
    for (const label of await this.contacts.silentSince(scope, before)) {
      if (!(await mayContinue())) return;
      if (targets.has(label) || (await this.counters.hasLabel(scope, label))) continue;
      await this.contacts.forget(scope, label, before);
    }
  }
}

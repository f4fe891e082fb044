import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { CountersRepository } from '../counters/counters.repository.js';
import { ClaimsRepository } from '../items/claims.repository.js';

const DAY_MS = 86_400_000;
const CLAIMS_REMEMBERED_MS = 7 * DAY_MS;
/** Of counters without items, after something was last counted. */
const COUNTERS_REMEMBERED_MS = 90 * DAY_MS;

/** Deletes claims that ended long ago, and counters of what no item has had for long. */
@Injectable()
export class ClaimsForget {
  constructor(
    background: Background,
    private readonly claims: ClaimsRepository,
    private readonly counters: CountersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly tenancy: TenancyService,
  ) {
    const work = background.one('sync-claims-forget', { run: () => this.forget(() => work.mayContinue()) });
  }

  private async forget(mayContinue: () => Promise<boolean>): Promise<void> {
    const now = wallTime().getTime();
    const ended = new Date(now - CLAIMS_REMEMBERED_MS);
    while ((await mayContinue()) && (await this.claims.forget(ended)));
    const counted = new Date(now - COUNTERS_REMEMBERED_MS);
    for (const { id, clock } of await this.tenancy.listTenants()) {
      if (!(await mayContinue())) return;
      if (clock !== null) continue;
      for await (const counter of this.counters.withoutItems(id, counted)) {
        if (!(await mayContinue())) return;
        await this.unitOfWork.run((transaction) => this.counters.forget(transaction, counter, counted));
      }
    }
  }
}

import { Injectable } from '@nestjs/common';

import { Background } from '../../../background/background.js';
import { TenancyService } from '../../../tenancy/tenants/tenancy.service.js';
import { wallTime } from '../../../tenancy/time/tenant-clock.js';
import { PLACES_KEPT_MS } from '../../../tenancy/walks/walks.js';
import { UserPlacesRepository } from './user-places.repository.js';

/** Deletes former places of people that no walk can need any more. A tenant with a clock of its own keeps them. */
@Injectable()
export class PlacesForget {
  constructor(
    background: Background,
    private readonly places: UserPlacesRepository,
    private readonly tenancy: TenancyService,
  ) {
    const work = background.one('user-places-forget', { run: () => this.forget(() => work.mayContinue()) });
  }

  private async forget(mayContinue: () => Promise<boolean>): Promise<void> {
    const before = wallTime().getTime() - PLACES_KEPT_MS;
    for (const { id, clock } of await this.tenancy.listTenants()) {
      if (clock !== null) continue;
      do if (!(await mayContinue())) return;
      while (await this.places.forget(id, before));
    }
  }
}

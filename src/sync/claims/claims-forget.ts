import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { ErrorGroups } from '../failures/error-groups.js';
import { ClaimsRepository } from '../items/claims.repository.js';

const REMEMBERED_MS = 7 * 86_400_000;

/** Deletes claims that ended long ago, and error groups that no item has. */
@Injectable()
export class ClaimsForget {
  constructor(
    background: Background,
    private readonly claims: ClaimsRepository,
    private readonly errorGroups: ErrorGroups,
  ) {
    const work = background.one('sync-claims-forget', { run: () => this.forget(() => work.mayContinue()) });
  }

  private async forget(mayContinue: () => Promise<boolean>): Promise<void> {
    const before = new Date(wallTime().getTime() - REMEMBERED_MS);
    while ((await mayContinue()) && (await this.claims.forget(before)));
    await this.errorGroups.forget();
  }
}

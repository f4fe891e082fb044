import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { ClaimFilter } from '../groups/open-items.repository.js';
import { WaitingTotalsRepository } from '../groups/waiting-totals.repository.js';
import { PausesRepository } from '../pauses/pauses.repository.js';

/** Where a claim looks for items. */
export interface Claimable {
  /** The target systems, blank for none; undefined: all, in one range of an index. */
  readonly systems: readonly string[] | undefined;
  /** Those of the claim that are paused, so that nothing of them is handed out. */
  readonly paused: readonly string[];
}

/** Which target systems a claim is handed items of: those that its filter leaves, without the paused ones. */
@Injectable()
export class ClaimableSystems {
  constructor(
    private readonly totals: WaitingTotalsRepository,
    private readonly pauses: PausesRepository,
  ) {}

  async of(scope: Scope, { targetSystem, formTypes }: ClaimFilter): Promise<Claimable> {
    const all = (await this.pauses.of(scope)).map((pause) => pause.targetSystem);
    const paused = all.filter((name) => targetSystem === undefined || name === targetSystem);
    if (targetSystem !== undefined) return { systems: paused.length > 0 ? [] : [targetSystem], paused };
    if (formTypes === undefined && paused.length === 0) return { systems: undefined, paused };
    const systems = await this.totals.systemsOf(scope, formTypes);
    return { systems: systems.filter((name) => !paused.includes(name)), paused };
  }
}

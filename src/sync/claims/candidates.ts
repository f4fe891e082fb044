import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { CountersRepository } from '../counters/counters.repository.js';
import { type Candidate, type ClaimFilter, OpenItemsRepository } from '../groups/open-items.repository.js';
import { PausesRepository } from '../pauses/pauses.repository.js';

/** What a claim may be handed. */
export interface Found {
  readonly candidates: readonly Candidate[];
  /** The target systems of the claim that are paused, so that nothing of them is handed out. */
  readonly paused: readonly string[];
}

/** Finds items that may be handed out, without a lock: others may take them before. */
@Injectable()
export class Candidates {
  constructor(
    private readonly items: OpenItemsRepository,
    private readonly counters: CountersRepository,
    private readonly pauses: PausesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Those that fit the filter and are not of a paused target system, longest queued first. */
  async find(scope: Scope, filter: ClaimFilter, limit: number): Promise<Found> {
    const all = (await this.pauses.of(scope)).map(({ targetSystem }) => targetSystem);
    const paused = all.filter((name) => filter.targetSystem === undefined || name === filter.targetSystem);
    const bounds = { systems: await this.systemsOf(scope, filter, paused), limit };
    const reader = this.unitOfWork.single;
    return { candidates: await this.items.candidates(scope, reader, filter.formTypes, bounds), paused };
  }

  /** The target systems that are looked through; undefined: all, in one range of an index. */
  private async systemsOf(
    scope: Scope,
    { targetSystem, formTypes }: ClaimFilter,
    paused: readonly string[],
  ): Promise<readonly string[] | undefined> {
    if (targetSystem !== undefined) return paused.length > 0 ? [] : [targetSystem];
    if (formTypes === undefined && paused.length === 0) return undefined;
    const queued = await this.counters.queuedBySystem(scope, formTypes);
    return queued.map((one) => one.targetSystem).filter((name) => !paused.includes(name));
  }
}

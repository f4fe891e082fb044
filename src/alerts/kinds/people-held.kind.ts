import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import type { HeldRun } from '../../users/deprovisioning-limits/held-requests.repository.js';
import { FinishedRunsRepository } from '../../users/runs/finished-runs.repository.js';
import { counted, momentIn, type Sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { listPage } from './causes.js';

export const PEOPLE_HELD: AlertKindSpec = {
  name: 'people_held',
  title: 'De-provisionings are held',
  rule: 'More people are held than the threshold. Ends when an administrator has decided.',
  threshold: { unit: 'people', standard: 0, range: [0, 9_999_999] },
  page: listPage('holds', { status: 'held' }),
};

/** So many runs are named. */
const MOST_RUNS = 3;

/** De-provisionings beyond a limit wait for an administrator. */
@Injectable()
export class PeopleHeld implements AlertKind {
  readonly spec = PEOPLE_HELD;

  constructor(
    private readonly holds: HoldsService,
    private readonly finished: FinishedRunsRepository,
  ) {}

  async find(scope: Scope, threshold: number): Promise<Finding[]> {
    // Most tenants hold no user, and have no row to count.
    if (!scope.tenant.mayHaveHolds) return [];
    const runs = await this.holds.runs(scope);
    const people = runs.reduce((sum, run) => sum + run.people, 0);
    if (people <= threshold) return [];
    const [{ since } = { since: nowOf(scope) }] = runs;
    const wait = counted(
      people,
      '{count} de-provisioning waits for a decision, the oldest since {since}.',
      '{count} de-provisionings wait for a decision, the oldest since {since}.',
      { since: momentIn(scope.tenant.timeZone, since) },
    );
    return [{ subject: '', facts: [wait, ...(await this.absentOf(scope, runs))] }];
  }

  /** How many people the latest complete runs have not named, and how many of them they hold. */
  private async absentOf(scope: Scope, held: readonly HeldRun[]): Promise<Sentence[]> {
    const names = held.flatMap(({ run }) => run ?? []).slice(-MOST_RUNS);
    const runs = await this.finished.those(scope, names);
    return runs
      .filter(({ accountTypes }) => accountTypes !== null)
      .map(({ run, first, deprovisioned, held: people, kept }) =>
        counted(
          first + deprovisioned + people + kept,
          '{count} person absent in the run {run}, {people} held.',
          '{count} people absent in the run {run}, {people} held.',
          { run, people },
        ),
      );
  }
}

import { Injectable } from '@nestjs/common';

import type { NotComplete } from '../../errors/runs.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { RefusedFinish } from './refused-finish.js';
import { RunTally } from './run-tally.js';
import { RunsRepository } from './runs.repository.js';

type RunScope = Scope & { readonly run: string };

/** Keeps with a run why it was not complete, for those who did not see the answer. */
@Injectable()
export class RefusedFinishes {
  constructor(
    private readonly runs: RunsRepository,
    private readonly tally: RunTally,
  ) {}

  async note(scope: RunScope, why: NotComplete): Promise<void> {
    // The counts may not be written yet, and the run not be there.
    this.tally.count(scope, {});
    await this.tally.flush();
    await this.runs.storeRefusedFinish(scope, scope.run, { ...why, at: nowOf(scope).toISOString() });
  }

  forget(scope: RunScope): Promise<void> {
    return this.runs.storeRefusedFinish(scope, scope.run, null);
  }

  /** Those of these runs whose last finish was refused. */
  async of(scope: Scope, names: readonly string[]): Promise<Map<string, RefusedFinish>> {
    const runs = await this.runs.those(scope, names);
    return new Map(
      runs.flatMap(({ name, refusedFinish }) => (refusedFinish === null ? [] : [[name, refusedFinish]])),
    );
  }
}

import { Injectable } from '@nestjs/common';

import type { NotComplete } from '../../errors/runs.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { FinishedRunsRepository } from './finished-runs.repository.js';
import type { RefusedFinish } from './refused-finish.js';
import { nothingOf, RunTally } from './run-tally.js';
import { RunsRepository } from './runs.repository.js';

type RunScope = Scope & { readonly run: string };

/** Keeps with a run why it was not complete, for those who did not see the answer. */
@Injectable()
export class RefusedFinishes {
  constructor(
    private readonly runs: RunsRepository,
    private readonly finished: FinishedRunsRepository,
    private readonly tally: RunTally,
  ) {}

  async note(scope: RunScope, why: NotComplete): Promise<void> {
    // The counts of this process come first: they know when the run began.
    await this.tally.flush();
    const now = nowOf(scope);
    await this.runs.noteRefusedFinish({
      ...nothingOf(scope, now),
      refusedFinish: { ...why, at: now.toISOString() },
    });
  }

  forget(scope: RunScope): Promise<void> {
    return this.runs.forgetRefusedFinish(scope, scope.run);
  }

  /** Those of these runs whose last finish was refused; of two calls at once one may have finished the run. */
  async of(scope: Scope, names: readonly string[]): Promise<Map<string, RefusedFinish>> {
    const runs = await this.runs.those(scope, names);
    const refused = new Map(
      runs.flatMap(({ name, refusedFinish }) => (refusedFinish === null ? [] : [[name, refusedFinish]])),
    );
    const finished = await this.finished.those(scope, [...refused.keys()]);
    for (const { run, state } of finished) if (state === 'done') refused.delete(run);
    return refused;
  }
}

import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { RunChangesRepository } from '../history/run-changes.repository.js';
import type { RunDto } from '../runs/run.dto.js';
import { RunUndosRepository } from '../runs/run-undos.repository.js';
import { undoRunOf } from './undo-run.js';

type CalledRun = Pick<RunDto, 'name' | 'lastCallAt'>;

/** Says of which runs nothing is left. */
@Injectable()
export class PutBackRuns {
  constructor(
    private readonly undos: RunUndosRepository,
    private readonly changes: RunChangesRepository,
  ) {}

  /**
   * The names of those of these runs of which an undo of all has left nothing, was not taken back, and was followed by
   * no call and no change of the run: the release of a hold is a change without a call.
   */
  async of(scope: Scope, runs: readonly CalledRun[]): Promise<ReadonlySet<string>> {
    const all = runs.map(({ name }) => name);
    const undoneAt = await this.undos.leftNothing(scope, all);
    const isUndoneSince = (name: string, moment: number): boolean =>
      moment <= (undoneAt.get(name)?.getTime() ?? -Infinity);
    const called = runs.filter(({ name, lastCallAt }) => isUndoneSince(name, Date.parse(lastCallAt)));
    const names = called.map(({ name }) => name);
    const [takenBack, lastChanges] = await Promise.all([
      this.undos.undone(scope, names.map(undoRunOf)),
      this.changes.lastOf(scope, names),
    ]);
    return new Set(
      names.filter(
        (name) =>
          !takenBack.has(undoRunOf(name)) && isUndoneSince(name, lastChanges.get(name)?.getTime() ?? 0),
      ),
    );
  }
}

import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { User } from '../model/user.entity.js';
import { NamingsRepository } from '../naming/namings.repository.js';
import { FinishedRunsRepository } from '../runs/finished-runs.repository.js';

/** Which runs have said something about a person. */
@Injectable()
export class RunsAboutPerson {
  constructor(
    private readonly namings: NamingsRepository,
    private readonly finished: FinishedRunsRepository,
  ) {}

  /**
   * Those of these runs that named the person, or were complete of their account type and not undone: then the person
   * is absent. Whom runs of long ago have named is not known any more.
   */
  async of(
    scope: Scope,
    { id, accountType }: Pick<User, 'id' | 'accountType'>,
    runs: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const [finished, namedBy] = await Promise.all([
      this.finished.those(scope, runs),
      this.namings.runsThatNamed(scope, id, runs),
    ]);
    const complete = finished.filter(
      ({ state, undoneAt, accountTypes }) =>
        state === 'done' && undoneAt === null && accountTypes?.split(',').includes(accountType) === true,
    );
    return new Set([...namedBy, ...complete.map(({ run }) => run)]);
  }
}

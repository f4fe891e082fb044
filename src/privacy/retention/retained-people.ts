import { Injectable } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { Retained } from '../../tenancy/retention/retained.js';
import { UserChangesRepository } from '../../users/history/user-changes.repository.js';
import type { User } from '../../users/model/user.entity.js';
import { UsersRepository } from '../../users/model/users.repository.js';
import { ErasureService } from '../erasure/erasure.service.js';
import { LegalHolds } from '../legal-hold/legal-holds.service.js';

const AT_ONCE = 100;

type Inactive = Pick<User, 'id' | 'updatedAt'>;

/** People who have been inactive for long are erased, one after the other. */
@Injectable()
export class RetainedPeople extends Retained {
  private readonly logger = new LineLogger(RetainedPeople.name);

  constructor(
    private readonly people: UsersRepository,
    private readonly changes: UserChangesRepository,
    private readonly legalHolds: LegalHolds,
    private readonly erasures: ErasureService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super('inactive-people', 'inactivePeopleDays');
  }

  async *steps(scope: Scope, before: Date, isDryRun: boolean): AsyncGenerator<number> {
    const failures: unknown[] = [];
    let last = '';
    for (;;) {
      const inactive = await this.people.inactiveAfter(scope, last, AT_ONCE);
      const gone = await this.goneSince(scope, inactive, before);
      const held = await this.legalHolds.heldAmong(
        scope,
        gone.map(({ id }) => id),
      );
      const free = gone.filter(({ id }) => !held.has(id));
      yield isDryRun ? free.length : 0;
      if (!isDryRun) for (const one of free) yield this.erase(scope, one, failures);
      if (inactive.length < AT_ONCE) break;
      last = inactive.at(-1)?.id ?? last;
    }
    if (failures.length > 0) throw failures[0];
  }

  /** One person who cannot be erased keeps no other one from it. @returns how many were erased */
  private async erase(scope: Scope, one: Inactive, failures: unknown[]): Promise<number> {
    try {
      return (await this.erasures.eraseByAge(scope, one)) ? 1 : 0;
    } catch (error) {
      const { tenantId } = scope;
      this.logger.error({
        msg: 'the erasure of a person did not begin',
        tenantId,
        userId: one.id,
        ...explain(error),
      });
      failures.push(error);
      return 0;
    }
  }

  /**
   * Those who became inactive before this moment. Nothing was written about most of them since. Of the others the
   * history says when they left; when it does not, because that entry was removed or they began inactive, the last
   * change counts, so that no one is erased early.
   */
  private async goneSince(scope: Scope, people: readonly Inactive[], before: Date): Promise<Inactive[]> {
    const changed = people.filter(({ updatedAt }) => updatedAt >= before).map(({ id }) => id);
    const departures = await this.changes.departures(scope, this.unitOfWork.single, changed);
    return people.filter(({ id, updatedAt }) => (departures.get(id) ?? updatedAt) < before);
  }
}

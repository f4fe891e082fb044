import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { type NamingEntry, UserChangesRepository } from '../../users/history/user-changes.repository.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { foldName } from '../../users/model/names/name-key.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import { UserWritesRepository } from '../../users/model/user-writes.repository.js';
import type { Subject } from '../personal-data/personal-table.js';
import { SubmissionIdsRepository } from '../personal-data/submission-ids.repository.js';
import { withoutMistaken } from './mistaken-values.js';
import { RecordedValuesRepository } from './recorded-values.repository.js';

/** So few that a statement is no burden for others. */
const AT_ONCE = 1000;

/** Finds the people whose history may have values of people who are erased. */
class Suspects {
  private readonly byValue = new Map<string, Set<Subject>>();

  constructor(people: readonly Subject[]) {
    for (const subject of people) {
      for (const email of subject.emails) this.add(keyOf('email', email), subject);
      for (const number of subject.numbers) this.add(keyOf('legacyNumber', number), subject);
      for (const name of subject.lastNames) this.add(keyOf('lastName', name), subject);
    }
  }

  *in({ userId, fields }: NamingEntry): Generator<Subject> {
    for (const { field, before, after } of fields ?? [])
      for (const value of [before, after])
        if (typeof value === 'string')
          for (const subject of this.byValue.get(keyOf(field, value)) ?? [])
            if (subject.userId !== userId) yield subject;
  }

  private add(key: string, subject: Subject): void {
    this.byValue.set(key, (this.byValue.get(key) ?? new Set()).add(subject));
  }
}

function keyOf(field: string, value: string): string {
  if (field === 'email') return `email ${emailKeyOf(value)}`;
  return field === 'lastName' ? `lastName ${foldName(value)}` : `${field} ${value}`;
}

/**
 * What rows of people who are erased have left with other people, whom they named by mistake until they were corrected.
 * No index finds it: the history of the tenant is read in parts, and once for many people.
 */
@Injectable()
export class MistakenRows {
  constructor(
    private readonly changes: UserChangesRepository,
    private readonly people: UserLookup,
    private readonly users: UserWritesRepository,
    private readonly submissions: SubmissionIdsRepository,
    private readonly recorded: RecordedValuesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Takes it out, in small pieces. @returns of each piece how many entries were changed or deleted */
  async *takeOut(scope: Scope, people: readonly Subject[]): AsyncGenerator<ReadonlyMap<Subject, number>> {
    const suspects = new Suspects(people);
    let last: NamingEntry | undefined;
    do {
      const entries = await this.changes.naming(scope, last, AT_ONCE);
      const found = new Map<Subject, Set<string>>();
      for (const entry of entries)
        for (const subject of suspects.in(entry))
          found.set(subject, (found.get(subject) ?? new Set()).add(entry.userId));
      yield new Map();
      for (const [subject, userIds] of found)
        for (const userId of userIds) yield new Map([[subject, await this.clean(scope, subject, userId)]]);
      last = entries.length < AT_ONCE ? undefined : entries.at(-1);
    } while (last !== undefined);
  }

  /** @returns how many entries were changed or deleted */
  private clean(scope: Scope, subject: Subject, userId: string): Promise<number> {
    return this.unitOfWork.run(async (transaction) => {
      const user = (await this.people.lock(scope, transaction, [userId])).get(userId);
      if (user === undefined) return 0;
      const history = await this.changes.since(scope, transaction, [userId], 0);
      const { entries, awaitingSource, values } = withoutMistaken(subject, history, user);
      for (const entry of entries.filter(({ fields }) => fields.length > 0))
        await this.changes.rewrite(scope, transaction, entry);
      const empty = entries.filter(({ fields }) => fields.length === 0).map(({ id }) => id);
      await this.changes.remove(scope, empty, transaction);
      if (awaitingSource !== undefined)
        await this.users.storeAwaited(transaction, [{ ...user, awaitingSource }]);
      const submissionIds = await this.submissions.idsOf({ tenantId: scope.tenantId, userId });
      await this.recorded.forget(scope, transaction, submissionIds, values);
      return entries.length;
    });
  }
}

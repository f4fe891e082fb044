import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { UserNotFound } from '../../errors/users.errors.js';
import { isEmailAddress } from '../../http/fields/formats.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserHistoryService } from '../../users/history/user-history.service.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { User } from '../../users/model/user.entity.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import { type Called, type Changes, earlierStates, transientStates } from './earlier-states.js';
import type { Subject } from './personal-table.js';
import { SubmissionIdsRepository } from './submission-ids.repository.js';
import { UserNamesRepository } from './user-names.repository.js';

const ENTRIES_AT_ONCE = 500;

/** A stored person, with all that the data about the person may be found by. */
export interface KnownSubject {
  readonly user: User;
  readonly subject: Subject;
}

/** Finds out by which keys data about a person may be stored, earlier ones included. */
@Injectable()
export class SubjectsService {
  constructor(
    private readonly people: UserLookup,
    private readonly history: UserHistoryService,
    private readonly submissions: SubmissionIdsRepository,
    private readonly userNames: UserNamesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws {UserNotFound} when the tenant has no such user */
  async find(scope: Scope, reference: string): Promise<KnownSubject> {
    const found = await this.people.find(scope, this.unitOfWork.single, [reference]);
    const user = found.get(reference);
    if (user === undefined) throw new UserNotFound();
    return { user, subject: await this.subjectOf(scope, user) };
  }

  /** Former numbers and addresses that are another person's now: what is stored under them is about that person. */
  private async keysOfOthers(
    scope: Scope,
    userId: string,
    numbers: ReadonlySet<string>,
    emails: ReadonlySet<string>,
  ): Promise<ReadonlySet<string>> {
    const named = await this.people.find(scope, this.unitOfWork.single, [...numbers]);
    const others = new Set([...named].filter(([, { id }]) => id !== userId).map(([number]) => number));
    for (const key of new Set([...emails].map(emailKeyOf))) {
      const owner = await this.people.findByEmail(scope, key);
      if (owner !== undefined && owner.id !== userId) others.add(key);
    }
    return others;
  }

  /** How the person was called, the present last. */
  private async statesOf(scope: Scope, user: User): Promise<Called[]> {
    const history: Changes[] = [];
    for (let offset = 0; ; offset += ENTRIES_AT_ONCE) {
      const range = { order: 'ASC', offset, limit: ENTRIES_AT_ONCE } as const;
      const { rows } = await this.history.page(scope, user.id, range);
      history.push(...rows.map(({ fields }) => ({ fields })));
      if (rows.length < ENTRIES_AT_ONCE) return earlierStates(history, user);
    }
  }

  async subjectOf(scope: Scope, user: User): Promise<Subject> {
    const { tenantId } = scope;
    const { id: userId } = user;
    const states = await this.statesOf(scope, user);
    const transient = transientStates(states);
    // What a row of another person has written is that person's.
    const own = states.filter((_, place) => transient[place] !== true);
    const numbers = new Set([userId, ...own.flatMap(({ legacyNumber }) => legacyNumber ?? [])]);
    const userNames = await this.userNames.of({ tenantId, userId });
    const emails = new Set([...own.map(({ email }) => email), ...userNames.filter(isEmailAddress)]);
    const others = await this.keysOfOthers(scope, userId, numbers, emails);
    return {
      tenantId,
      userId,
      numbers: [...numbers].filter((number) => !others.has(number)),
      emails: [...emails].filter((email) => !others.has(emailKeyOf(email))),
      firstNames: [...new Set(own.map(({ firstName }) => firstName))],
      lastNames: [...new Set(own.map(({ lastName }) => lastName))],
      submissionIds: await this.submissions.idsOf({ tenantId, userId }),
    };
  }
}

import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/unit-of-work.js';
import { UserNotFound } from '../errors/users.errors.js';
import { success, type Success } from '../http/answers.js';
import type { Scope } from '../tenancy/scope.js';
import type { CreateUpdateUserDto } from './dto/create-update-user.dto.js';
import { type UserDto, type UserSummaryDto, presentUser, summariseUser } from './dto/user.dto.js';
import { Gatherer } from './gatherer.js';
import type { Outcome } from './plan.js';
import { ProvisioningService } from './provisioning.service.js';
import { RunTally, statusesOf } from './runs/run-tally.js';
import { ProvisioningTally } from './tally/provisioning-tally.js';
import { UserFacts } from './user-facts.js';
import type { AccountStatus } from './user.entity.js';
import { UsersRepository } from './users.repository.js';

/** What happened to a user (which decides the HTTP status). */
export interface Provisioned {
  readonly kind: 'inserted' | 'updated' | 'unchanged';
  readonly answer: Success<UserSummaryDto>;
}

interface Post {
  readonly scope: Scope;
  readonly person: CreateUpdateUserDto;
}

/** As many posts share one transaction. */
const MOST_TOGETHER = 64;

/** Only posts of the same caller and run share a transaction: what is written says who did it, and for which run. */
function laneOf({ tenantId, actor, address = '', run = '' }: Scope): string {
  return `${tenantId} ${actor} ${address} ${run}`;
}

/** What callers can ask about one user. */
@Injectable()
export class UsersService {
  private readonly posts = new Gatherer<Post, Outcome>(
    (posts) => this.provisionTogether(posts),
    MOST_TOGETHER,
  );

  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly facts: UserFacts,
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
  ) {}

  /** Contract, 2.1 to 2.4. @throws {ValidationFailed} {IdentityConflict} {ServiceUnavailable} */
  async createOrUpdate(scope: Scope, person: CreateUpdateUserDto): Promise<Provisioned> {
    const outcome = await this.posts.add(laneOf(scope), { scope, person });
    if (outcome.kind === 'refused') throw outcome.refusal;
    const { kind, user, matchedBy, changed, warnings } = outcome;
    this.tally.count(scope, [kind]);
    this.runs.count(scope, { calls: 1, kinds: [kind], statuses: statusesOf([outcome]) });
    const message = kind === 'inserted' ? 'DATA INSERTED' : 'DATA UPDATED';
    return {
      kind,
      answer: success(summariseUser(user), { message, meta: { matchedBy, changed }, warnings }),
    };
  }

  /**
   * Contract, 2.5: changes the account status and nothing else. Sessions end in the same transaction, so they are dead
   * when the answer arrives.
   * @throws {UserNotFound}
   */
  async setStatus(
    scope: Scope,
    idOrLegacyNumber: string,
    accountStatus: AccountStatus,
  ): Promise<Success<UserSummaryDto>> {
    const answer = await this.unitOfWork.run(async (manager) => {
      const before = await this.users.findOne(scope, idOrLegacyNumber, manager, true);
      if (before === undefined) throw new UserNotFound();
      const previousStatus = before.accountStatus;
      if (previousStatus === accountStatus) {
        return success(summariseUser(before), {
          message: 'NO CHANGE',
          meta: { changed: [], previousStatus, sessionsEnded: 0 },
        });
      }
      const after = { ...before, accountStatus, updatedAt: new Date() };
      await this.users.setStatus(scope, manager, after);
      const sessionsEnded = await this.facts.announce(scope, manager, [{ before, after }]);
      const message = accountStatus === 'inactive' ? 'USER DEPROVISIONED' : 'USER RESTORED';
      return success(summariseUser(after), {
        message,
        meta: { changed: ['accountStatus'], previousStatus, sessionsEnded },
      });
    });
    const isChanged = answer.message !== 'NO CHANGE';
    this.runs.count(scope, {
      calls: 1,
      kinds: [isChanged ? 'updated' : 'unchanged'],
      statuses: isChanged ? [accountStatus] : [],
    });
    return answer;
  }

  /** Contract, 2.6. @throws {UserNotFound} */
  async get(scope: Scope, idOrLegacyNumber: string): Promise<Success<UserDto>> {
    const user = await this.users.findOne(scope, idOrLegacyNumber);
    if (user === undefined) throw new UserNotFound();
    return success(presentUser(scope, user));
  }

  private async provisionTogether(posts: readonly Post[]): Promise<readonly Outcome[]> {
    const [first] = posts;
    if (first === undefined) return [];
    const people = posts.map(({ person }) => person);
    return this.provisioning.provision(
      first.scope,
      people,
      posts.map(({ scope }) => scope.requestId),
    );
  }
}

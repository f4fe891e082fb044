import { Injectable } from '@nestjs/common';

import { CallBatcher } from '../../concurrency/call-batcher.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { UserNotFound } from '../../errors/users.errors.js';
import { success, type Success, type Warning } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { type UserDto, type UserSummaryDto, presentUser, summariseUser } from '../model/dto/user.dto.js';
import { DeprovisioningLimits } from '../deprovisioning-limits/deprovisioning-limits.js';
import type { Outcome, SentPerson } from '../model/outcome.js';
import { Batch } from './batch.js';
import { Forecast } from './forecast.js';
import { ProvisioningService } from './provisioning.service.js';
import { type UnchangedBody, UnchangedBodies } from '../unchanged-bodies/unchanged-bodies.service.js';
import { RunTally, statusesOf } from '../runs/run-tally.js';
import { ProvisioningTally } from '../statistics/provisioning-tally.js';
import { StatusChanges } from '../model/status-changes.js';
import type { AccountStatus, User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';

/** The outcome of a post, and its answer. */
export interface Provisioned {
  readonly kind: 'inserted' | 'updated' | 'unchanged';
  readonly status: 200 | 201 | 202;
  readonly answer: Success<UserSummaryDto>;
}

/** The answer of a status call; 202 when the change is held. */
export interface StatusSet {
  readonly status: 200 | 202;
  readonly answer: Success<UserSummaryDto>;
}

interface Post extends SentPerson {
  readonly scope: Scope;
  readonly text: string;
}

/** The outcome of a post, which was provisioned or had an unchanged body. */
type PostOutcome = Outcome | UnchangedBody;

const HELD = 'DEPROVISIONING HELD';
/** At most this many posts share one transaction. */
const MOST_TOGETHER = 64;
/** With fewer posts, a second transaction (1.5 ms of CPU) costs more than it gains. */
const WORTH_A_SECOND = 8;

/** Only posts of the same caller and run share a transaction, because its rows name both. */
function laneOf({ tenantId, actor, address = '', run = '' }: Scope): string {
  return `${tenantId} ${actor} ${address} ${run}`;
}

function heldAnswer(user: User, holdId: string | null): Success<UserSummaryDto> {
  const meta = { changed: [], previousStatus: user.accountStatus, sessionsEnded: 0, holdId };
  return success(summariseUser(user), { message: HELD, meta });
}

/** The calls about one user. */
@Injectable()
export class UsersService {
  private readonly posts = new CallBatcher<Post, PostOutcome>(
    (posts) => this.provisionTogether(posts),
    MOST_TOGETHER,
    WORTH_A_SECOND,
  );

  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly statuses: StatusChanges,
    private readonly limits: DeprovisioningLimits,
    private readonly forecast: Forecast,
    private readonly unchangedBodies: UnchangedBodies,
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
  ) {}

  /**
   * Creates or updates a person (contract, 2.1 to 2.4).
   * @param text the body exactly as it was sent
   * @throws {ValidationFailed} when externalId is an ID of another account type
   * @throws {IdentityConflict} when two users have the keys that were sent
   * @throws {ServiceUnavailable} when the database cannot be used
   * @throws {DataContended} when other requests kept changing the same person
   */
  async createOrUpdate(scope: Scope, person: CreateUpdateUserDto, text: string): Promise<Provisioned> {
    const { requestId } = scope;
    const outcome = await this.posts.add(laneOf(scope), { scope, person, text, requestId });
    if (outcome.kind === 'refused') throw outcome.refusal;
    const { kind, user, matchedBy, changed, warnings, holdId } = outcome;
    this.tally.count(scope, [kind]);
    this.runs.count(scope, { calls: 1, kinds: [kind], statuses: statusesOf([outcome]) });
    const message = kind === 'inserted' ? 'DATA INSERTED' : 'DATA UPDATED';
    const meta = { matchedBy, changed };
    const data = summariseUser(user);
    if (holdId !== undefined)
      return {
        kind,
        status: 202,
        answer: success(data, { message: HELD, meta: { ...meta, holdId }, warnings }),
      };
    const status = kind === 'inserted' ? 201 : 200;
    return { kind, status, answer: success(data, { message, meta, warnings }) };
  }

  /**
   * Changes the account status and nothing else (contract, 2.5), unless the change is held. Sessions end in the same
   * transaction, so they are invalid when the answer arrives.
   * @throws {UserNotFound} when the tenant has no such user
   */
  async setStatus(scope: Scope, idOrLegacyNumber: string, accountStatus: AccountStatus): Promise<StatusSet> {
    const { limited, ...set } = await this.unitOfWork.run(async (transaction) => {
      const before = await this.users.findOne(scope, idOrLegacyNumber, transaction, true);
      if (before === undefined) throw new UserNotFound();
      const { holdId, warnings, ...limited } = await this.limits.applyToOne(
        scope,
        transaction,
        before,
        accountStatus,
      );
      if (holdId !== undefined) return { limited, status: 202 as const, answer: heldAnswer(before, holdId) };
      const answer = await this.applyStatus(scope, transaction, before, accountStatus, warnings);
      return { limited, status: 200 as const, answer };
    });
    this.limits.count(scope, limited);
    const isChanged = set.answer.message !== 'NO CHANGE' && set.status !== 202;
    this.runs.count(scope, {
      calls: 1,
      kinds: [isChanged ? 'updated' : 'unchanged'],
      statuses: isChanged ? [accountStatus] : [],
    });
    return set;
  }

  /**
   * Reads a person (contract, 2.6).
   * @throws {UserNotFound} when the tenant has no such user
   */
  async get(scope: Scope, idOrLegacyNumber: string): Promise<Success<UserDto>> {
    const user = await this.users.findOne(scope, idOrLegacyNumber);
    if (user === undefined) throw new UserNotFound();
    return success(presentUser(scope, user));
  }

  private async applyStatus(
    scope: Scope,
    transaction: Transaction,
    before: User,
    accountStatus: AccountStatus,
    warnings: readonly Warning[],
  ): Promise<Success<UserSummaryDto>> {
    const previousStatus = before.accountStatus;
    const { after, sessionsEnded } = await this.statuses.change(scope, transaction, [before], accountStatus);
    const [changed] = after;
    if (changed === undefined)
      return success(summariseUser(before), {
        message: 'NO CHANGE',
        meta: { changed: [], previousStatus, sessionsEnded },
        warnings,
      });
    const message = accountStatus === 'inactive' ? 'USER DEPROVISIONED' : 'USER RESTORED';
    const meta = { changed: ['accountStatus'], previousStatus, sessionsEnded };
    return success(summariseUser(changed), { message, meta, warnings });
  }

  private async provisionTogether(posts: readonly Post[]): Promise<readonly PostOutcome[]> {
    const [first] = posts;
    if (first === undefined) return [];
    const { scope } = first;
    const unchanged = await this.findUnchanged(scope, posts);
    const others = posts.filter((_, index) => unchanged[index] === undefined);
    const provisioned =
      others.length === 0 ? [] : await this.provisioning.provision(new Batch(scope, others));
    const rest = provisioned.values();
    const outcomes = posts.flatMap((_, index) => unchanged[index] ?? rest.next().value ?? []);
    this.forecast.learn(
      scope,
      outcomes.map(({ kind }) => kind),
    );
    return outcomes;
  }

  private async findUnchanged(
    scope: Scope,
    posts: readonly Post[],
  ): Promise<readonly (UnchangedBody | undefined)[]> {
    if (this.forecast.of(scope).usual !== 'unchanged') return [];
    const bodies = posts.map(({ person, text }) => ({ json: person, text }));
    return this.unchangedBodies.find(scope, bodies);
  }
}

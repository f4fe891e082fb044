import { Injectable } from '@nestjs/common';

import { CallBatcher } from '../../concurrency/call-batcher.js';
import { DataContended } from '../../errors/request.errors.js';
import { success, type Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { Batch, laneOf } from '../batch/batch.js';
import { impactIn } from '../model/committee-impacts.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { type UserSummaryDto, summariseUser } from '../model/dto/user.dto.js';
import type { Outcome, SentPerson } from '../model/outcome.js';
import { type Admitted, Namings } from '../naming/namings.service.js';
import { OutcomeAccount } from '../statistics/outcome-account.js';
import { type UnchangedBody, UnchangedBodies } from '../unchanged-bodies/unchanged-bodies.service.js';
import { Forecast } from './forecast.js';
import { ProvisioningService } from './provisioning.service.js';

/** The outcome of a post, and its answer. */
export interface Provisioned {
  readonly kind: 'inserted' | 'updated' | 'unchanged';
  readonly status: 200 | 201 | 202;
  readonly answer: Success<UserSummaryDto>;
}

interface Post extends SentPerson {
  readonly scope: Scope;
  readonly text: string;
}

/** The outcome of a post, which was provisioned or had an unchanged body. */
type PostOutcome = Outcome | UnchangedBody;

const HELD = 'DEPROVISIONING HELD';
const PENDING = 'MATCH PENDING';
/** At most this many posts share one transaction. */
const MOST_TOGETHER = 64;
/** With fewer posts, a second transaction (1.5 ms of CPU) costs more than it gains. */
const WORTH_A_SECOND = 8;

/** Posts of single people. */
@Injectable()
export class UsersService {
  private readonly posts = new CallBatcher<Post, PostOutcome>(
    (posts) => this.provisionTogether(posts),
    MOST_TOGETHER,
    WORTH_A_SECOND,
  );

  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly forecast: Forecast,
    private readonly unchangedBodies: UnchangedBodies,
    private readonly account: OutcomeAccount,
    private readonly namings: Namings,
  ) {}

  /**
   * Creates or updates a person (contract, 2.1 to 2.4).
   * @param text the body exactly as it was sent
   * @throws {ValidationFailed} when externalId is an ID of another account type
   * @throws {IdentityConflict} when two users have the keys that were sent
   * @throws {ServiceUnavailable} when the database cannot be used
   * @throws {DataContended} when other requests kept changing the same person
   * @throws {RunFinished} when the run of the call was finished
   */
  async createOrUpdate(scope: Scope, person: CreateUpdateUserDto, text: string): Promise<Provisioned> {
    const { requestId } = scope;
    const outcome = await this.posts.add(laneOf(scope), { scope, person, text, requestId });
    if (outcome.kind === 'refused') throw outcome.refusal;
    this.account.account(scope, [outcome], 1);
    return answerOf(outcome);
  }

  private async provisionTogether(posts: readonly Post[]): Promise<readonly PostOutcome[]> {
    const [first] = posts;
    if (first === undefined) return [];
    const { scope } = first;
    const admitted = await this.namings.admit(scope);
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
    return this.name(scope, admitted, posts, outcomes);
  }

  /** The filter of the controller names the people of refused posts. */
  private async name(
    scope: Scope,
    admitted: Admitted | undefined,
    posts: readonly Post[],
    outcomes: readonly PostOutcome[],
  ): Promise<readonly PostOutcome[]> {
    const rows = outcomes.flatMap((outcome, index) => {
      if (outcome.kind === 'refused') return [];
      const waits = outcome.pendingId === undefined ? {} : { sent: { content: posts[index]?.person } };
      return [{ id: outcome.user.id, ...waits, isCounted: true }];
    });
    const outdated = await this.namings.note(scope, admitted, rows);
    if (outdated.size === 0) return outcomes;
    return outcomes.map((outcome) =>
      outcome.kind !== 'refused' && outdated.has(outcome.user.id)
        ? { kind: 'refused', refusal: new DataContended() }
        : outcome,
    );
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

function answerOf(outcome: Exclude<PostOutcome, { readonly kind: 'refused' }>): Provisioned {
  const { kind, user, matchedBy, changed, warnings, holdId, pendingId } = outcome;
  const meta = {
    matchedBy,
    changed,
    ...impactIn('committeeImpact' in outcome ? outcome.committeeImpact : undefined),
  };
  const data = summariseUser(user);
  if (pendingId !== undefined)
    return {
      kind,
      status: 202,
      answer: success(data, { message: PENDING, meta: { ...meta, conflictId: pendingId } }),
    };
  if (holdId !== undefined)
    return {
      kind,
      status: 202,
      answer: success(data, { message: HELD, meta: { ...meta, holdId }, warnings }),
    };
  const message = kind === 'inserted' ? 'DATA INSERTED' : 'DATA UPDATED';
  const status = kind === 'inserted' ? 201 : 200;
  return { kind, status, answer: success(data, { message, meta, warnings }) };
}

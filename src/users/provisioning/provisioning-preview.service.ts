import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import { UndecidedMatch } from '../../errors/undecided-match.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import { DeprovisioningLimits } from '../deprovisioning-limits/deprovisioning-limits.js';
import type { HoldsAndCounts } from '../deprovisioning-limits/holds-and-counts.js';
import { CandidateIndex, type Match } from '../matching/candidate-index.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import { planBatch } from '../matching/plan-batch.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { CommitteeImpacts } from '../model/committee-impacts.js';
import type { Outcome, Plan, SentPerson, TakeId } from '../model/outcome.js';
import { UsersRepository } from '../model/users.repository.js';
import { keysOf, PlaceholderIds, withRefusals } from './batch-keys.js';
import { withImpacts } from './departures.js';
import { ErasedPeople } from '../tombstones/erased-people.js';
import type { DryRun } from './dry-run.js';

/** What a post of one person would do. */
export interface PostPreview {
  /** Its `user` is the person after the post; that of a new person has an ID that no user will get. */
  readonly outcome: Outcome;
  /** The stored user whom the keys of the post find, whatever the outcome. */
  readonly match: Match | undefined;
}

/** No question is asked, so a row that would wait has no conflict yet. */
function withoutConflictId(outcome: Outcome): Outcome {
  if (outcome.kind === 'refused') {
    if (outcome.refusal instanceof UndecidedMatch) outcome.refusal.conflictId = undefined;
    return outcome;
  }
  if (outcome.pendingId === undefined) return outcome;
  return { ...outcome, pendingId: null };
}

/** Says what provisioning would do, and writes nothing. */
@Injectable()
export class ProvisioningPreview {
  constructor(
    private readonly limits: DeprovisioningLimits,
    private readonly impacts: CommitteeImpacts,
    private readonly users: UsersRepository,
    private readonly decisions: MatchDecisionsRepository,
    private readonly erased: ErasedPeople,
  ) {}

  /** The plan for these people, as if the earlier people of the dry run were stored. */
  async plan(scope: Scope, people: readonly CreateUpdateUserDto[], dryRun: DryRun): Promise<Plan> {
    await dryRun.provideIds(people);
    const sent = people.map((person) => ({ person }));
    const keys = keysOf(sent);
    const decisions = await this.decisions.about(scope, keys.externalIds, dryRun.reader);
    const found = await dryRun.findCandidates({
      ...keys,
      externalIds: [...new Set([...keys.externalIds, ...decisions.userIds])],
    });
    const candidates = (): CandidateIndex => new CandidateIndex(found, decisions, dryRun.named);
    const takeId = dryRun.takeId.bind(dryRun);
    const erased = await this.erased.among(scope, sent, { stored: found, decisions });
    const present = sent.filter((one) => !erased.has(one));
    const planned = await this.planned(scope, present, candidates, dryRun.holdsAndCounts, takeId);
    const plan = { ...planned, outcomes: withRefusals(sent, erased, planned.outcomes) };
    dryRun.named.addRows(sent, plan.outcomes);
    const confirmed = plan.confirmed.map((user) => ({ before: user, after: user }));
    await dryRun.remember([...plan.changes, ...confirmed]);
    return withImpacts(this.impacts, scope, dryRun.reader, plan);
  }

  /** What a post of this person would do now. It needs no table of a dry run, since nothing comes before the person. */
  async planOne(scope: Scope, person: CreateUpdateUserDto, reader: Reader): Promise<PostPreview> {
    const sent = [{ person }];
    const keys = keysOf(sent);
    const decisions = await this.decisions.about(scope, keys.externalIds, reader);
    const externalIds = [...new Set([...keys.externalIds, ...decisions.userIds])];
    const found = await this.users.findCandidates(
      scope,
      { ...keys, externalIds },
      { reader, table: 'users' },
    );
    const candidates = (): CandidateIndex => new CandidateIndex(found, decisions);
    const match = candidates().match(person);
    const [refusal] = (await this.erased.among(scope, sent, { stored: found, decisions }, reader)).values();
    if (refusal !== undefined) return { outcome: { kind: 'refused', refusal }, match };
    const holdsAndCounts = this.limits.forOnePost(scope, reader);
    const plan = await this.planned(scope, sent, candidates, holdsAndCounts, new PlaceholderIds().take);
    const [outcome] = plan.outcomes;
    if (outcome === undefined) throw new Error('A plan has an outcome for each person');
    return { outcome, match };
  }

  /** @param candidates made anew for each plan, as a plan adds its changes to them */
  private async planned(
    scope: Scope,
    sent: readonly SentPerson[],
    candidates: () => CandidateIndex,
    holdsAndCounts: HoldsAndCounts,
    takeId: TakeId,
  ): Promise<Plan> {
    const limited = await this.limits.preview(scope, holdsAndCounts, sent, candidates());
    const plan = limited.withHoldsAndWarnings(
      planBatch(scope, limited.people, candidates(), takeId, nowOf(scope)),
    );
    return { ...plan, outcomes: plan.outcomes.map(withoutConflictId) };
  }
}

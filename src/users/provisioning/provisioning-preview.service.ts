import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import { UndecidedMatch } from '../../errors/undecided-match.js';
import type { Scope } from '../../tenancy/scope.js';
import { BatchContexts, type PreviewedFrom } from '../batch/batch-context.js';
import type { BatchContext, Preview } from '../batch/batch-rule.js';
import { CandidateIndex, type Match } from '../matching/candidate-index.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Outcome, Plan, SentPerson, TakeId } from '../model/outcome.js';
import { UsersRepository } from '../model/users.repository.js';
import { PeopleCounter } from '../statistics/people-counts.js';
import { BatchPlanner, outcomesOf } from './batch-planner.js';
import type { DryRun } from './dry-run.js';

/** One person of so many is within any threshold that is not zero. */
const ENOUGH_ACTIVE = 10_000;

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

/** IDs for a plan that is not written: all different, none real. */
function placeholderIds(): TakeId {
  let count = 0;
  return (prefix) => `${prefix}?${(count += 1)}`;
}

/** Says what provisioning would do, and writes nothing. */
@Injectable()
export class ProvisioningPreview {
  constructor(
    private readonly contexts: BatchContexts,
    private readonly planner: BatchPlanner,
    private readonly users: UsersRepository,
    private readonly counter: PeopleCounter,
  ) {}

  /** The plan for these people, as if the earlier people of the dry run were stored. */
  async plan(scope: Scope, people: readonly CreateUpdateUserDto[], dryRun: DryRun): Promise<Plan> {
    await dryRun.provideIds(people);
    return this.planSent(
      scope,
      people.map((person) => ({ person })),
      dryRun,
    );
  }

  /** The same for people who need no IDs: they name their users. */
  async planSent(scope: Scope, sent: readonly SentPerson[], dryRun: DryRun): Promise<Plan> {
    const { reader, named, preview } = dryRun;
    const find: PreviewedFrom['find'] = (keys) => dryRun.findCandidates(keys);
    const read = await this.contexts.preview(scope, sent, { reader, find, preview });
    const plan = await this.planned({ ...read, named }, dryRun.takeId.bind(dryRun));
    named.addRows(sent, plan.outcomes);
    const confirmed = plan.confirmed.map((user) => ({ before: user, after: user }));
    await dryRun.remember([...plan.changes, ...confirmed]);
    return plan;
  }

  /**
   * What a post of this person would do now. It needs no table of a dry run, since nothing comes before the person.
   * The first de-provisioning of an hour is compared with at most so many active people as a threshold of one percent
   * needs: counting a million takes a third of a second.
   */
  async planOne(scope: Scope, person: CreateUpdateUserDto, reader: Reader): Promise<PostPreview> {
    const preview: Preview = {
      activePeople: () => this.counter.activeUpTo(scope, reader, ENOUGH_ACTIVE),
    };
    const find: PreviewedFrom['find'] = (keys) =>
      this.users.findCandidates(scope, keys, { reader, table: 'users' });
    const read = await this.contexts.preview(scope, [{ person }], { reader, find, preview });
    const match = new CandidateIndex(read.stored, read.decisions).match(person);
    const [outcome] = (await this.planned(read, placeholderIds())).outcomes;
    if (outcome === undefined) throw new Error('A plan has an outcome for each person');
    return { outcome, match };
  }

  /** With an outcome for each person, the refused ones included. */
  private async planned(read: BatchContext, takeId: TakeId): Promise<Plan> {
    const draft = await this.planner.draft(read, takeId);
    const plan = await this.planner.complete(draft);
    const outcomes = outcomesOf(draft.batch, plan).map(withoutConflictId);
    return { ...plan, outcomes };
  }
}

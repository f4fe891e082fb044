import { Injectable } from '@nestjs/common';

import { Refusal } from '../../errors/refusal.js';
import { OutdatedPlan } from '../batch/batch-context.js';
import type { BatchContext, OwnRule, WrittenBatch, BatchRule, Refusals } from '../batch/batch-rule.js';
import { DeprovisioningLimits } from '../deprovisioning-limits/deprovisioning-limits.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { planBatch } from '../matching/plan-batch.js';
import type { Outcome, Plan, TakeId, UserChange } from '../model/outcome.js';
import { ErasedPeople } from '../tombstones/erased-people.js';
import { BodyHashes, UnchangedBodies } from '../unchanged-bodies/unchanged-bodies.service.js';
import { AwaitingSourceRule } from './rules/awaiting-source.rule.js';
import { CommitteeImpactsRule } from './rules/committee-impacts.rule.js';
import { MatchQuestionsRule } from './rules/match-questions.rule.js';

/** The rules about people, in their order. A new rule is a class and a line here. */
@Injectable()
export class BatchRules {
  private readonly rules: readonly BatchRule[];

  constructor(
    erased: ErasedPeople,
    limits: DeprovisioningLimits,
    impacts: CommitteeImpactsRule,
    bodies: UnchangedBodies,
    awaiting: AwaitingSourceRule,
    questions: MatchQuestionsRule,
  ) {
    this.rules = [erased, limits, impacts, bodies, awaiting, questions];
  }

  async admit(batch: BatchContext): Promise<Refusals> {
    const refused = new Map(batch.refused);
    for (const rule of this.rules)
      for (const [sent, refusal] of (await rule.admit?.(batch)) ?? [])
        if (!refused.has(sent)) refused.set(sent, refusal);
    return refused;
  }

  async plan(batch: BatchContext, planned: Plan): Promise<Plan> {
    let plan = planned;
    for (const rule of this.rules) plan = (await rule.plan?.(batch, plan)) ?? plan;
    return plan;
  }

  async areConcerned(batch: BatchContext, plan: Plan): Promise<boolean> {
    for (const rule of this.rules) if ((await rule.isConcerned?.(batch, plan)) === true) return true;
    return false;
  }

  async write(batch: WrittenBatch, plan: Plan): Promise<void> {
    for (const rule of this.rules) await rule.write?.(batch, plan);
  }

  async announce(batch: WrittenBatch, plan: Plan): Promise<void> {
    for (const rule of this.rules) await rule.announce?.(batch, plan);
  }
}

/** What the people of a batch mean, by matching alone. */
export interface Draft<Of extends BatchContext = BatchContext> {
  /** Without the people who were refused. */
  readonly batch: Of;
  readonly plan: Plan;
}

/** Plans batches; what is planned is the same whether it is written or previewed. */
@Injectable()
export class BatchPlanner {
  constructor(
    private readonly rules: BatchRules,
    private readonly hashes: BodyHashes,
  ) {}

  /** Asks the rules who must not be written, and matches the others. Runs once for each attempt. */
  async draft<Of extends BatchContext>(read: Of, takeId: TakeId): Promise<Draft<Of>> {
    return this.matched({ ...read, refused: await this.rules.admit(read) }, takeId);
  }

  /** The same for a batch that has a rule of its own, whose people are locked. */
  async draftWith(own: OwnRule, read: WrittenBatch, takeId: TakeId): Promise<Draft<WrittenBatch>> {
    const admitted = admittedOf({ ...read, refused: await this.rules.admit(read) });
    const refused = new Map([...admitted.refused, ...(await own.admit(admitted))]);
    return this.matched({ ...admitted, refused }, takeId);
  }

  /**
   * A draft that was made without a transaction, in this one.
   * @throws {OutdatedPlan} when other people would be refused now, such as one who was erased meanwhile
   */
  async stillAdmitted({ batch, plan }: Draft, read: WrittenBatch): Promise<Draft<WrittenBatch>> {
    const refused = await this.rules.admit(read);
    const isSame =
      refused.size === batch.refused.size && [...refused.keys()].every((one) => batch.refused.has(one));
    if (!isSame) throw new OutdatedPlan();
    const { transaction, reader } = read;
    return { plan, batch: { ...batch, transaction, reader } };
  }

  /** The plan with what the rules say about it. */
  complete({ batch, plan }: Draft): Promise<Plan> {
    return this.rules.plan(batch, plan);
  }

  private matched<Of extends BatchContext>(read: Of, takeId: TakeId): Draft<Of> {
    const batch = admittedOf(read);
    const { scope, people, stored, decisions, named, now, preview } = batch;
    const candidates = new CandidateIndex(stored, decisions, named);
    const hashBody = (updatedAt: Date, text: string): Buffer => this.hashes.of(scope, updatedAt, text);
    return {
      batch,
      plan: planBatch(scope, people, candidates, takeId, now, preview === undefined ? hashBody : undefined),
    };
  }
}

function admittedOf<Of extends BatchContext>(batch: Of): Of {
  const { people, refused } = batch;
  return refused.size === 0 ? batch : { ...batch, people: people.filter((one) => !refused.has(one)) };
}

/** The outcomes of all people of a batch, in their order. */
export function outcomesOf(
  { entries, refused }: Pick<BatchContext, 'entries' | 'refused'>,
  { outcomes }: Pick<Plan, 'outcomes'>,
): readonly Outcome[] {
  if (outcomes.length === entries.length) return outcomes;
  const others = outcomes.values();
  return entries.flatMap((one): readonly Outcome[] => {
    const refusal = one instanceof Refusal ? one : refused.get(one);
    if (refusal !== undefined) return [{ kind: 'refused', refusal }];
    const { value } = others.next();
    return value === undefined ? [] : [value];
  });
}

/** The changes, each with the request of the last row that changed the person. */
export function changesWithRequests(
  { people }: Pick<BatchContext, 'people'>,
  { outcomes, changes }: Plan,
): readonly UserChange[] {
  if (people[0]?.requestId === undefined) return changes;
  const requestOf = new Map<string, string | undefined>();
  outcomes.forEach((outcome, row) => {
    if (outcome.kind === 'inserted' || outcome.kind === 'updated')
      requestOf.set(outcome.user.id, people[row]?.requestId);
  });
  return changes.map((change) => {
    const requestId = requestOf.get(change.after.id);
    return requestId === undefined ? change : { ...change, requestId };
  });
}

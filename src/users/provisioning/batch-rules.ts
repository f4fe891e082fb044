import { Injectable } from '@nestjs/common';

import type { BatchContext, BatchRule, Refusals, WrittenBatch } from '../batch/batch-rule.js';
import { DeprovisioningLimits } from '../deprovisioning-limits/deprovisioning-limits.js';
import type { Plan } from '../model/outcome.js';
import { ErasedPeople } from '../tombstones/erased-people.js';
import { UnchangedBodies } from '../unchanged-bodies/unchanged-bodies.service.js';
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

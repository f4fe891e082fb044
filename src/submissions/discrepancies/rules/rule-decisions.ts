import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../../database/transaction/transaction.js';
import { Refusal } from '../../../errors/refusal.js';
import type { Scope } from '../../../tenancy/scope.js';
import type { Submission } from '../../entities/submission.entity.js';
import { ResolutionWriter } from '../resolution-writer.js';
import { type Difference, DiscrepanciesRepository } from '../discrepancies.repository.js';
import { chooseRule } from './choose-rule.js';
import { DiscrepancyRulesRepository } from './discrepancy-rules.repository.js';

/** Decides by the rules of administrators about discrepancies that were found just now. */
@Injectable()
export class RuleDecisions {
  constructor(
    private readonly rules: DiscrepancyRulesRepository,
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly decisions: ResolutionWriter,
  ) {}

  /**
   * A discrepancy whose value the record refuses stays open: it waits for a person, as without a rule.
   * @param submission locked in this transaction
   * @param found what was found on it
   * @returns the fields that are decided
   */
  async decide(
    scope: Scope,
    transaction: Transaction,
    submission: Submission,
    found: readonly Difference[],
  ): Promise<ReadonlySet<string>> {
    const decided = new Set<string>();
    if (found.length === 0) return decided;
    const rules = await this.rules.ofForm(scope, transaction, submission.formType);
    if (!found.some((one) => chooseRule(rules, one) !== undefined)) return decided;
    const fields = new Set(found.map(({ field }) => field));
    const all = await this.discrepancies.ofSubmission(scope, submission.submissionId, transaction);
    for (const open of all.filter(({ field, resolution }) => resolution === null && fields.has(field))) {
      const rule = chooseRule(rules, open);
      if (rule === undefined) continue;
      const { resolution, note } = rule;
      try {
        await this.decisions.decide(scope, transaction, submission, open, { resolution, note, rule });
        decided.add(open.field);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
    return decided;
  }
}

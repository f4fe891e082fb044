import { Injectable } from '@nestjs/common';

import { AuditService } from '../../../audit/audit.service.js';
import type { Transaction } from '../../../database/transaction/transaction.js';
import { UnitOfWork } from '../../../database/transaction/unit-of-work.js';
import { RuleExists, RuleNotFound, TooManyRules } from '../../../errors/submissions.errors.js';
import type { Scope } from '../../../tenancy/scope.js';
import { nowOf } from '../../../tenancy/time/tenant-clock.js';
import type { DiscrepancyRule } from '../../entities/discrepancy-rule.entity.js';
import type { Resolution } from '../../entities/discrepancy.entity.js';
import { caseKeyOf, type FormField, type RuleValues } from '../keys.js';
import {
  DiscrepancyRulesRepository,
  newRuleId,
  type RuleFilter,
  type RuleRange,
} from './discrepancy-rules.repository.js';
import { ruleIdOf } from './rule-actor.js';

/** Each comparison of a form reads its rules. */
export const MOST_RULES = 200;

/** What a new rule is about, and how it decides. */
export interface RuleInput extends FormField {
  readonly values: RuleValues;
  readonly resolution: Resolution;
  readonly note: string | null;
}

/** Lasting decisions of administrators about fields of forms. */
@Injectable()
export class DiscrepancyRulesService {
  constructor(
    private readonly rules: DiscrepancyRulesRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  page(
    scope: Scope,
    filter: RuleFilter,
    range: RuleRange,
  ): Promise<{ rows: DiscrepancyRule[]; total: number }> {
    return this.rules.page(scope, filter, range);
  }

  /** The rules that these actors are, removed ones included; others are left out. */
  async ofActors(scope: Scope, actors: readonly string[]): Promise<DiscrepancyRule[]> {
    const ids = actors.flatMap((actor) => ruleIdOf(actor) ?? []);
    return this.those(scope, ids);
  }

  /** Those of these IDs, removed ones included. */
  async those(scope: Scope, ids: readonly string[]): Promise<DiscrepancyRule[]> {
    return ids.length === 0 ? [] : this.rules.find(scope, ids);
  }

  /** {@link createAll} of a decision, whose first call may be repeated: a rule that decides the same is made. */
  createOfDecision(scope: Scope, inputs: readonly RuleInput[]): Promise<DiscrepancyRule[]> {
    return this.createAll(
      scope,
      inputs,
      (rule, { resolution, note }) => rule.resolution === resolution && rule.note === note,
    );
  }

  /** {@link createAll} of one rule. */
  async create(scope: Scope, input: RuleInput): Promise<DiscrepancyRule> {
    const [rule] = await this.createAll(scope, [input]);
    if (rule === undefined) throw new Error('One rule was not made');
    return rule;
  }

  /**
   * The rules decide about what is found from now on. All of them are made, or none.
   * @param isMade whether this rule about the same is what an earlier call has made of the input; it stays as it is
   * @returns those that are new
   * @throws {RuleExists} when there is one about the same
   * @throws {TooManyRules}
   */
  createAll(
    scope: Scope,
    inputs: readonly RuleInput[],
    isMade: (rule: DiscrepancyRule, input: RuleInput) => boolean = () => false,
  ): Promise<DiscrepancyRule[]> {
    // Two at once: the key is unique, the transaction runs again and finds the other one.
    return this.unitOfWork.run(async (transaction) => {
      const made: DiscrepancyRule[] = [];
      for (const input of inputs) {
        const known = await this.rules.ofCase(scope, transaction, caseKeyOf(input, input.values));
        if (known === null) made.push(await this.add(scope, transaction, input));
        else if (!isMade(known, input)) throw new RuleExists(input.field);
      }
      await this.account(scope, transaction, 'discrepancy-rule.created', made);
      return made;
    });
  }

  /**
   * The rule decides nothing any more; what it has decided stays decided.
   * @throws {RuleNotFound}
   */
  remove(scope: Scope, id: string): Promise<DiscrepancyRule> {
    return this.unitOfWork.run(async (transaction) => {
      const rule = await this.rules.lock(scope, transaction, id);
      if (rule === null) throw new RuleNotFound();
      const deletedAt = nowOf(scope);
      await this.rules.remove(scope, transaction, id, deletedAt);
      await this.account(scope, transaction, 'discrepancy-rule.removed', [rule]);
      return { ...rule, caseKey: null, deletedAt, deletedBy: scope.actor };
    });
  }

  /**
   * The rule stays in force: it was looked at now.
   * @throws {RuleNotFound}
   */
  keep(scope: Scope, id: string): Promise<DiscrepancyRule> {
    return this.unitOfWork.run(async (transaction) => {
      const rule = await this.rules.lock(scope, transaction, id);
      if (rule === null) throw new RuleNotFound();
      const keptAt = nowOf(scope);
      await this.rules.keep(scope, transaction, id, keptAt);
      await this.account(scope, transaction, 'discrepancy-rule.kept', [rule]);
      return { ...rule, keptAt };
    });
  }

  private async add(
    scope: Scope,
    transaction: Transaction,
    { formType, field, values, resolution, note }: RuleInput,
  ): Promise<DiscrepancyRule> {
    const caseKey = caseKeyOf({ formType, field }, values);
    if ((await this.rules.countInForce(scope, transaction)) >= MOST_RULES) throw new TooManyRules(MOST_RULES);
    const about = { formType, field, ...values, resolution, note };
    const made = {
      createdAt: nowOf(scope),
      createdBy: scope.actor,
      keptAt: null,
      deletedAt: null,
      deletedBy: null,
    };
    const { tenantId } = scope;
    const unused = { applied: 0, lastAppliedAt: null };
    const rule: DiscrepancyRule = { tenantId, id: newRuleId(), caseKey, ...about, ...unused, ...made };
    await this.rules.add(transaction, rule);
    return rule;
  }

  /** Without the values, which may be personal. */
  private async account(
    scope: Scope,
    transaction: Transaction,
    action: 'discrepancy-rule.created' | 'discrepancy-rule.kept' | 'discrepancy-rule.removed',
    rules: readonly DiscrepancyRule[],
  ): Promise<void> {
    const entries = rules.map(({ id, formType, field, submitted, anyRecorded, resolution }) => {
      const about = { formType, field, allValues: submitted === null, anyRecorded, resolution };
      const before = action === 'discrepancy-rule.created' ? null : about;
      const after = action === 'discrepancy-rule.removed' ? null : about;
      return { action, target: `discrepancy-rule:${id}`, before, after };
    });
    await this.audit.record(scope, entries, transaction);
  }
}

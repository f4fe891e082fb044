import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { DiscrepancyRulesService } from '../../submissions/discrepancies/rules/discrepancy-rules.service.js';
import type { DiscrepancyRule } from '../../submissions/entities/discrepancy-rule.entity.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { boundedPageRangeOf, listed, onlyRowOf } from '../../http/lists/list-query.js';
import {
  type CreateRuleDto,
  presentRule,
  type RuleDto,
  type RuleListQueryDto,
  inputOf,
} from './discrepancy-rules.dto.js';

@Injectable()
export class AdminDiscrepancyRulesService {
  constructor(
    private readonly rules: DiscrepancyRulesService,
    private readonly labels: ActorLabels,
  ) {}

  async list(scope: Scope, query: RuleListQueryDto): Promise<Success<RuleDto[]>> {
    const range = { ...boundedPageRangeOf(query), order: query.order ?? 'DESC' };
    const filter = {
      isDeleted: query.status === 'removed',
      ids: query.id === undefined ? undefined : [query.id],
    };
    const { rows, total } = await this.rules.page(scope, filter, range);
    return listed(await this.present(scope, rows), total, query);
  }

  /** @throws {RuleExists} and {TooManyRules} */
  async create(scope: Scope, body: CreateRuleDto): Promise<Success<RuleDto>> {
    return this.presentOne(scope, await this.rules.create(scope, inputOf(body)));
  }

  /** @throws {RuleNotFound} */
  async remove(scope: Scope, id: string): Promise<Success<RuleDto>> {
    return this.presentOne(scope, await this.rules.remove(scope, id));
  }

  /** @throws {RuleNotFound} */
  async keep(scope: Scope, id: string): Promise<Success<RuleDto>> {
    return this.presentOne(scope, await this.rules.keep(scope, id));
  }

  private async presentOne(scope: Scope, rule: DiscrepancyRule): Promise<Success<RuleDto>> {
    return success(onlyRowOf(await this.present(scope, [rule])));
  }

  private async present(scope: Scope, rules: readonly DiscrepancyRule[]): Promise<RuleDto[]> {
    const labelOf = await this.labels.of(scope, rules, ({ createdBy, deletedBy }) => [createdBy, deletedBy]);
    return rules.map((rule) => presentRule(rule, labelOf));
  }
}

import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { DiscrepancyRulesService } from '../../submissions/discrepancies/rules/discrepancy-rules.service.js';
import type { DiscrepancyRule } from '../../submissions/entities/discrepancy-rule.entity.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../actor-labels.js';
import { boundedPageRangeOf } from '../bounded-page-range.js';
import { listed } from '../list-query.js';
import {
  type CreateRuleDto,
  presentRule,
  type RuleDto,
  type RuleListQueryDto,
  wishOf,
} from './discrepancy-rules.dto.js';

@Injectable()
export class AdminDiscrepancyRulesService {
  constructor(
    private readonly rules: DiscrepancyRulesService,
    private readonly actors: ActorLabels,
  ) {}

  async list(scope: Scope, query: RuleListQueryDto): Promise<Success<RuleDto[]>> {
    const range = { ...boundedPageRangeOf(query), order: query.order ?? 'DESC' };
    const { rows, total } = await this.rules.page(scope, { isDeleted: query.status === 'removed' }, range);
    return listed(await this.present(scope, rows), total, query);
  }

  /** @throws {RuleExists} and {TooManyRules} */
  async create(scope: Scope, body: CreateRuleDto): Promise<Success<RuleDto>> {
    return this.presentOne(scope, await this.rules.create(scope, wishOf(body)));
  }

  /** @throws {RuleNotFound} */
  async remove(scope: Scope, id: string): Promise<Success<RuleDto>> {
    return this.presentOne(scope, await this.rules.remove(scope, id));
  }

  private async presentOne(scope: Scope, rule: DiscrepancyRule): Promise<Success<RuleDto>> {
    const [row] = await this.present(scope, [rule]);
    if (row === undefined) throw new Error('One rule was presented as none');
    return success(row);
  }

  private async present(scope: Scope, rules: readonly DiscrepancyRule[]): Promise<RuleDto[]> {
    const actors = rules.flatMap(({ createdBy, deletedBy }) => [createdBy, deletedBy ?? createdBy]);
    const labels = await this.actors.labelsOf(scope, actors);
    return rules.map((rule) => presentRule(rule, labels));
  }
}

import { Injectable } from '@nestjs/common';

import { GroupNotFound } from '../../errors/submissions.errors.js';
import { success, type Success } from '../../http/answers.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { DecisionsService } from '../../submissions/discrepancies/decisions.service.js';
import {
  type ChosenForm,
  DiscrepancyGroups,
} from '../../submissions/discrepancies/groups/discrepancy-groups.js';
import {
  DiscrepancyRulesService,
  type RuleInput,
} from '../../submissions/discrepancies/rules/discrepancy-rules.service.js';
import { inOneAct } from '../../tenancy/act.js';
import type { Scope } from '../../tenancy/scope.js';
import { each, MOST_SELECTED } from '../selection.js';
import { valuesOf } from './discrepancy-rules.dto.js';
import { cursorOf, placeIn } from './group-cursor.js';
import {
  chosenIn,
  groupsIn,
  type DiscrepancyGroupDto,
  type DiscrepancyGroupsQueryDto,
  type GroupFailureDto,
  type GroupsPreviewDto,
  type GroupsResolvedDto,
  type PreviewGroupsDto,
  type ResolveGroupsDto,
} from './groups.dto.js';
import { presentGroup, presentPreview } from './present-groups.js';

/** Open discrepancies with the same form type, field and submitted value, decided together. */
@Injectable()
export class DiscrepancyGroupsService {
  constructor(
    private readonly groups: DiscrepancyGroups,
    private readonly decisions: DecisionsService,
    private readonly rules: DiscrepancyRulesService,
    private readonly keys: ServerKeys,
  ) {}

  async list(scope: Scope, query: DiscrepancyGroupsQueryDto): Promise<Success<DiscrepancyGroupDto[]>> {
    const range = {
      ...boundedPageRangeOf(query),
      order: query.order ?? 'DESC',
      sort: 'discrepancies',
    } as const;
    const { rows, total } = await this.groups.page(scope, query, range);
    return listed(rows.map(presentGroup), total, query);
  }

  /** @throws {GroupNotFound} when nothing of the groups is open */
  async preview(scope: Scope, body: PreviewGroupsDto): Promise<Success<GroupsPreviewDto>> {
    return success(presentPreview(await this.groups.preview(scope, groupsIn(body), body.resolution)));
  }

  /**
   * Each submission in a transaction of its own, all of its chosen fields or none.
   * @throws {GroupNotFound} when the first call finds nothing to decide
   * @throws {RuleExists} of a rule that decides otherwise, and {TooManyRules}; then nothing is decided
   */
  async resolve(scope: Scope, body: ResolveGroupsDto): Promise<Success<GroupsResolvedDto>> {
    const place = placeIn(this.keys, scope, body);
    const chosen = chosenIn(body);
    const range = { after: place?.after ?? '', limit: MOST_SELECTED };
    const forms = await this.groups.next(scope, chosen, range);
    if (forms.length === 0 && place === undefined) throw new GroupNotFound();
    const rules = place === undefined ? await this.makeRules(scope, body) : 0;
    const acting =
      place === undefined
        ? inOneAct(scope, forms.flatMap((form) => form.chosen).length)
        : { ...scope, act: place.act };
    const decided = await this.decide(acting, forms, body);
    const last = forms.length < MOST_SELECTED ? undefined : forms.at(-1);
    const { act } = acting;
    const nextCursor =
      last === undefined || act === undefined
        ? null
        : cursorOf(this.keys, scope, body, { after: last.submissionId, act });
    return success({ ...decided, rules, nextCursor });
  }

  private async decide(
    scope: Scope,
    forms: readonly ChosenForm[],
    body: ResolveGroupsDto,
  ): Promise<Pick<GroupsResolvedDto, 'resolved' | 'decided' | 'submissions' | 'failures'>> {
    const { resolution, note = null } = body;
    const { seen } = chosenIn(body);
    const results = await each(scope, forms, async ({ submissionId, chosen }, acting) => {
      const decision = { resolution, note, seen };
      const wanted = chosen.map(({ id, groupKey }) => ({ ...decision, id, groupKey: groupKey ?? '' }));
      const outcomes = await this.decisions.resolveAll(acting, submissionId, wanted);
      const decided = outcomes.filter(({ isDecided }) => isDecided);
      return { decided: decided.map(({ discrepancy }) => String(discrepancy.id)) };
    });
    const ofForms = results.map((result) => (result.ok ? result.decided : []));
    const failures = results.flatMap((result, index): GroupFailureDto[] => {
      const { submissionId = '', chosen = [] } = forms[index] ?? {};
      const fields = chosen.map(({ field }) => field);
      return result.ok ? [] : [{ submissionId, fields, code: result.code, message: result.message }];
    });
    const decided = ofForms.flat();
    return {
      resolved: decided.length,
      decided,
      submissions: ofForms.filter(({ length }) => length > 0).length,
      failures,
    };
  }

  /** @returns how many it has made */
  private async makeRules(
    scope: Scope,
    { rules = [], resolution, note = null }: ResolveGroupsDto,
  ): Promise<number> {
    if (rules.length === 0) return 0;
    const exampleOf = await this.groups.examples(
      scope,
      rules.map(({ groupKey }) => groupKey),
    );
    const inputs = rules.map(({ groupKey, ...side }): RuleInput => {
      const { formType, field, submitted } = exampleOf(groupKey);
      return { formType, field, values: valuesOf(submitted, side), resolution, note };
    });
    return (await this.rules.createOfDecision(scope, inputs)).length;
  }
}

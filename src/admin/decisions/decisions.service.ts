import { Injectable } from '@nestjs/common';

import type { Success } from '../../http/answers.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import type { IdentityConflictEntry } from '../../identity/conflicts/identity-conflict.entity.js';
import { WaitingConflictsRepository } from '../../identity/conflicts/waiting-conflicts.repository.js';
import {
  DiscrepancyGroups,
  type GroupRow,
} from '../../submissions/discrepancies/groups/discrepancy-groups.js';
import { type UnusedRule, UnusedRules } from '../../submissions/discrepancies/rules/unused-rules.js';
import type { Scope } from '../../tenancy/scope.js';
import { HOLD_REASONS, type HeldRequest } from '../../users/deprovisioning-limits/held-request.entity.js';
import { WaitingHoldsRepository } from '../../users/deprovisioning-limits/waiting-holds.repository.js';
import type { PersonFilter } from '../../users/list/user-conditions.js';
import { QUESTION_KINDS } from '../../users/model/outcome.js';
import { PeopleInView } from '../people-in-view.js';
import {
  type DecisionListQueryDto,
  type DecisionRowDto,
  presentWaitingConflict,
  presentWaitingGroup,
  presentWaitingHold,
  presentWaitingRule,
} from './decisions.dto.js';
import { FORM_DIFFERS, isChosen, type LanePart, partsOf, type ReasonCount, RULE_UNUSED } from './lanes.js';

type Waiting =
  | { readonly kind: 'hold'; readonly row: HeldRequest }
  | { readonly kind: 'conflict'; readonly row: IdentityConflictEntry }
  | { readonly kind: 'discrepancy'; readonly row: GroupRow }
  | { readonly kind: 'rule'; readonly row: UnusedRule };

function peopleOf({ kind, row }: Waiting): string[] {
  if (kind === 'discrepancy' || kind === 'rule') return [];
  return kind === 'hold' || row.ownerId === null ? [row.userId] : [row.userId, row.ownerId];
}

function isEmpty(filter: PersonFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** What waits for a decision of an administrator, the worst first. */
@Injectable()
export class AdminDecisionsService {
  constructor(
    private readonly holds: WaitingHoldsRepository,
    private readonly conflicts: WaitingConflictsRepository,
    private readonly groups: DiscrepancyGroups,
    private readonly rules: UnusedRules,
    private readonly people: PeopleInView,
  ) {}

  /** The lanes of harm one after the other: nothing is sorted across tables. */
  async list(scope: Scope, query: DecisionListQueryDto): Promise<Success<DecisionRowDto[]>> {
    const range = boundedPageRangeOf(query);
    const { accountType: accountTypes, role, program } = query;
    const filter = { accountTypes, role, program };
    const counts = await this.counts(scope, filter);
    const chosen = counts.filter((one) => isChosen(query, one));
    const parts = await Promise.all(
      partsOf(chosen, range).map((part) => this.waitingIn(scope, part, filter)),
    );
    const total = chosen.reduce((sum, { count }) => sum + count, 0);
    return listed(await this.present(scope, parts.flat()), total, query, { counts });
  }

  /** Of all reasons that have any. */
  private async counts(scope: Scope, filter: PersonFilter): Promise<ReasonCount[]> {
    const [holds, conflicts, groups, rules] = await Promise.all([
      this.holds.counts(scope, filter),
      this.conflicts.counts(scope, filter),
      // A group is about several people, and a rule about none.
      isEmpty(filter) ? this.groups.count(scope) : 0,
      isEmpty(filter) ? this.rules.count(scope) : 0,
    ]);
    const counts: ReasonCount[] = [
      ...HOLD_REASONS.map((reason) => ({ kind: 'hold', reason, count: holds.get(reason) ?? 0 }) as const),
      ...QUESTION_KINDS.map(
        (reason) => ({ kind: 'conflict', reason, count: conflicts.get(reason) ?? 0 }) as const,
      ),
      { kind: 'discrepancy', reason: FORM_DIFFERS, count: groups },
      { kind: 'rule', reason: RULE_UNUSED, count: rules },
    ];
    return counts.filter(({ count }) => count > 0);
  }

  private async waitingIn(scope: Scope, { lane, range }: LanePart, filter: PersonFilter): Promise<Waiting[]> {
    if (lane.kind === 'hold') {
      const holds = await this.holds.page(scope, lane.reasons, filter, range);
      return holds.map((row) => ({ kind: 'hold', row }));
    }
    if (lane.kind === 'conflict') {
      const conflicts = await this.conflicts.page(scope, lane.reasons, filter, range);
      return conflicts.map((row) => ({ kind: 'conflict', row }));
    }
    if (lane.kind === 'rule') {
      const rules = await this.rules.page(scope, range);
      return rules.map((row) => ({ kind: 'rule', row }));
    }
    const { rows } = await this.groups.page(scope, {}, { ...range, order: 'ASC', sort: 'oldest' });
    return rows.map((row) => ({ kind: 'discrepancy', row }));
  }

  private async present(scope: Scope, waiting: readonly Waiting[]): Promise<DecisionRowDto[]> {
    const people = await this.people.of(scope, [...new Set(waiting.flatMap(peopleOf))]);
    return waiting.map(({ kind, row }) => {
      if (kind === 'hold') return presentWaitingHold(row, people);
      if (kind === 'rule') return presentWaitingRule(row);
      return kind === 'conflict' ? presentWaitingConflict(row, people) : presentWaitingGroup(row);
    });
  }
}

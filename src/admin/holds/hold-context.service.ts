import { Injectable } from '@nestjs/common';

import { MemberSeatsService } from '../../progress/seats/member-seats.service.js';
import type { Scope } from '../../tenancy/scope.js';
import type { HeldRequest } from '../../users/deprovisioning-limits/held-request.entity.js';
import {
  type HeldGroup,
  NO_HOLDS,
  type WhichHolds,
} from '../../users/deprovisioning-limits/held-requests.repository.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import { effectiveRole } from '../../users/model/user-defaults.js';
import { RunListService } from '../../users/runs/run-list.service.js';
import { RunsService } from '../../users/runs/runs.service.js';
import { PeopleInView } from '../people-in-view.js';
import type { DecisionPreviewDto, PeopleOfKindDto, RunOfHoldDto } from './hold-context.dto.js';
import { type PassedLimitDto, presentLimit } from './holds.dto.js';

const MOST_MEMBERS = 10;
/** The limits of a run are those of its first holds. */
const MOST_READ = 100;

function counted<T extends string | null>(
  groups: readonly HeldGroup[],
  valueOf: (group: HeldGroup) => T,
): { value: T; people: number }[] {
  const counts = new Map<T, number>();
  for (const group of groups) {
    const value = valueOf(group);
    counts.set(value, (counts.get(value) ?? 0) + group.people);
  }
  const kinds = [...counts].map(([value, people]) => ({ value, people }));
  return kinds.sort(
    (one, other) => other.people - one.people || (String(one.value) < String(other.value) ? -1 : 1),
  );
}

/** One of each limit; the same limit may have been used up differently by the next call. */
function limitsOf(holds: readonly HeldRequest[]): PassedLimitDto[] {
  const oldestFirst = [...holds].sort(
    (one, other) => one.requestedAt.getTime() - other.requestedAt.getTime(),
  );
  const limits = new Map<string, PassedLimitDto>();
  for (const limit of oldestFirst.flatMap(({ beyond }) => beyond ?? []).map(presentLimit)) {
    const key = JSON.stringify([limit.run, limit.count, limit.percent]);
    if (!limits.has(key)) limits.set(key, limit);
  }
  return [...limits.values()];
}

/** What an administrator has in view at a decision: who is concerned, and what the sender usually does. */
@Injectable()
export class HoldContext {
  constructor(
    private readonly holds: HoldsService,
    private readonly runs: RunsService,
    private readonly runList: RunListService,
    private readonly seats: MemberSeatsService,
    private readonly people: PeopleInView,
  ) {}

  /** Null for calls without a run, and while the run is not counted yet. */
  async runOf(scope: Scope, name: string | null): Promise<RunOfHoldDto | null> {
    const run = name === null ? undefined : await this.runs.find(scope, name);
    if (run === undefined) return null;
    const [usual, counts] = await Promise.all([
      this.runList.usual(scope, [run]),
      this.holds.countsOf(scope, [run.name]),
    ]);
    const { deprovisioned, runs } = usual.get(run.name) ?? { deprovisioned: 0, runs: 0 };
    const { holds, open, released } = counts.get(run.name) ?? NO_HOLDS;
    return {
      name: run.name,
      received: run.received,
      deprovisioned: run.deprovisioned,
      held: holds,
      released,
      open,
      usual: runs === 0 ? null : { deprovisioned, runs },
    };
  }

  async preview(scope: Scope, which: WhichHolds): Promise<DecisionPreviewDto> {
    const [{ groups, members }, some] = await Promise.all([
      this.holds.groupsOf(scope, which),
      this.holds.some(scope, which, MOST_READ),
    ]);
    const open = some.filter(({ status }) => status === 'held');
    const [first, ...others] = new Set(open.map(({ run }) => run));
    const { impact, members: leaving } = await this.seats.impactOfAll(scope, members);
    const inView = await this.people.of(scope, leaving.slice(0, MOST_MEMBERS));
    const reasons = counted(groups, ({ reason }) => reason);
    const kinds = (valueOf: (group: HeldGroup) => string | null): PeopleOfKindDto[] =>
      counted(groups, valueOf);
    return {
      people: groups.reduce((sum, { people }) => sum + people, 0),
      accountTypes: kinds(({ accountType }) => accountType),
      roles: kinds(effectiveRole),
      programs: kinds(({ schoolProgram, programId }) => schoolProgram ?? programId),
      reasons: reasons.map(({ value: reason, people }) => ({ reason, people })),
      committeeImpact: impact,
      members: [...inView.values()],
      beyond: limitsOf(open),
      runOfHold: others.length > 0 ? null : await this.runOf(scope, first ?? null),
    };
  }
}

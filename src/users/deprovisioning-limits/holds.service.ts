import { Injectable } from '@nestjs/common';

import { ChangeFeed } from '../../change-feed/change-feed.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { problemIn } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { HoldNotFound, OwnAccount } from '../../errors/users.errors.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Day } from '../../tenancy/time/calendar.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { sentence } from '../../texts/sentence.js';
import { CommitteeImpacts, type ImpactOf } from '../model/committee-impacts.js';
import { KeepActiveService } from '../model/keep-active/keep-active.service.js';
import { StatusChanges } from '../model/status-changes.js';
import type { User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';
import { UserChangesRepository } from '../history/user-changes.repository.js';
import { type FoundByDecision, HoldDecisionsRepository } from './hold-decisions.repository.js';
import { eventOf } from './hold-events.js';
import { type HoldDto, presentHold } from './hold.dto.js';
import { HOLDS_DECIDED } from './limit-facts.js';
import type { HeldRequest } from './held-request.entity.js';
import {
  type HeldRun,
  type HeldReason,
  HeldRequestsRepository,
  type HoldFilter,
  type HoldRange,
  type HoldCounts,
  type HeldGroup,
  type WhichHolds,
} from './held-requests.repository.js';

export const DECISIONS = ['release', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What an administrator decides about holds. */
export interface HoldDecision {
  readonly decision: Decision;
  /**
   * Of a rejection: the last day on which no source de-provisions the people. Without it, the rejection stands for its
   * run (docs/decisions/0059).
   */
  readonly keepActiveUntil?: Day | null | undefined;
}

/** A hold after a decision, or why it was not decided. */
export type Decided = HeldRequest | HoldNotFound | OwnAccount;

/** At most this many holds are decided in one transaction. */
const MOST_TOGETHER = 500;
const OUTCOME = { release: 'released', reject: 'rejected' } as const;

/** Holds whose people become inactive in the same way. */
interface Departures extends Pick<HeldRequest, 'run' | 'cause'> {
  readonly userIds: string[];
}

function departuresOf(holds: readonly HeldRequest[]): Iterable<Departures> {
  const groups = new Map<string, Departures>();
  for (const { run, cause, userId } of holds) {
    const key = JSON.stringify([run, cause]);
    const group = groups.get(key) ?? { run, cause, userIds: [] };
    group.userIds.push(userId);
    groups.set(key, group);
  }
  return groups.values();
}

/** The de-provisionings that are held, and their release or rejection by an administrator. */
@Injectable()
export class HoldsService {
  constructor(
    private readonly holds: HeldRequestsRepository,
    private readonly users: UsersRepository,
    private readonly statuses: StatusChanges,
    private readonly decisions: HoldDecisionsRepository,
    private readonly history: UserChangesRepository,
    private readonly keepActive: KeepActiveService,
    private readonly impacts: CommitteeImpacts,
    private readonly events: TransactionEvents,
    private readonly feed: ChangeFeed,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  page(scope: Scope, filter: HoldFilter, range: HoldRange): Promise<{ rows: HeldRequest[]; total: number }> {
    return this.holds.page(scope, filter, range);
  }

  /**
   * @throws {HoldNotFound} when the tenant has no hold with this id
   */
  async get(scope: Scope, id: string): Promise<HeldRequest> {
    const [hold] = await this.holds.find(scope, [id]);
    if (hold === undefined) throw new HoldNotFound();
    return hold;
  }

  /** @throws {HoldNotFound} like {@link get} */
  async present(scope: Scope, id: string): Promise<HoldDto> {
    const hold = await this.get(scope, id);
    return presentHold(hold, (await this.impactsOf(scope, [hold])).get(hold.userId) ?? null);
  }

  /** What the departures of these people mean for committees, by user; those without a meaning are missing. */
  async impactsOf(scope: Scope, holds: readonly HeldRequest[]): Promise<ImpactOf> {
    const ids = [...new Set(holds.map(({ userId }) => userId))];
    const people = await this.users.findCandidates(scope, { externalIds: ids, emailKeys: [] });
    return this.impacts.of(
      scope,
      this.unitOfWork.single,
      people.filter(({ id }) => ids.includes(id)),
    );
  }

  runs(scope: Scope): Promise<HeldRun[]> {
    return this.holds.heldRuns(scope);
  }

  /** The holds that calls of these runs led to; a run without any is not in the map. */
  countsOf(scope: Scope, runs: readonly string[]): Promise<Map<string, HoldCounts>> {
    return this.holds.countsOf(scope, runs);
  }

  /** The people of these open holds, by what is asked before a decision, and who of them may have seats. */
  async groupsOf(scope: Scope, which: WhichHolds): Promise<{ groups: HeldGroup[]; members: string[] }> {
    const [groups, members] = await Promise.all([
      this.holds.groupsOf(scope, which),
      this.holds.membersOf(scope, which),
    ]);
    return { groups, members };
  }

  /** These holds, or the oldest open ones of a run, in no order. */
  async some(scope: Scope, which: WhichHolds, most: number): Promise<HeldRequest[]> {
    const ids = 'ids' in which ? which.ids : await this.holds.idsOfRun(scope, which.run, '', most);
    return this.holds.find(scope, ids);
  }

  heldCount(scope: Scope): Promise<number> {
    return this.holds.heldCount(scope);
  }

  /** Why people are held, and how many for each reason. */
  heldReasons(scope: Scope): Promise<readonly HeldReason[]> {
    return this.holds.heldReasons(scope);
  }

  heldOfAll(): Promise<number> {
    return this.holds.heldOfAll();
  }

  /**
   * Releases or rejects open holds, in one transaction. A hold that was decided before is returned as it is.
   * @returns one result for each id, in their order
   * @throws {ValidationFailed} when `keepActiveUntil` is no day of the next year, or comes with a release
   */
  async decide(scope: Scope, ids: readonly string[], what: HoldDecision): Promise<Decided[]> {
    this.check(scope, what);
    const { decision } = what;
    const known = await this.holds.find(scope, ids);
    const userIds = [...new Set(known.map(({ userId }) => userId))];
    return this.unitOfWork.run(async (transaction) => {
      // Users are locked first, as in every transaction that changes them.
      const people = await this.users.lock(scope, transaction, userIds);
      const locked = await this.holds.lock(scope, transaction, ids);
      const isOwn = ({ userId }: HeldRequest): boolean =>
        decision === 'release' && scope.actor === `admin:${userId}`;
      const waiting = locked.filter((hold) => hold.status === 'held' && !isOwn(hold));
      const decided = await this.apply(scope, transaction, waiting, people, what);
      const results = new Map<string, Decided>(
        locked.map((hold) => [hold.id, hold.status === 'held' && isOwn(hold) ? new OwnAccount() : hold]),
      );
      for (const hold of decided) results.set(hold.id, hold);
      return ids.map((id) => results.get(id) ?? new HoldNotFound());
    });
  }

  /**
   * Decides the oldest holds of one run, at most `MOST_TOGETHER`. Call it again while any remain.
   * @throws {ValidationFailed} like {@link decide}
   */
  async decideRun(
    scope: Scope,
    run: string | null,
    what: HoldDecision,
  ): Promise<{ decided: number; remaining: number }> {
    this.check(scope, what);
    const { decision } = what;
    const own = decision === 'release' ? scope.actor.replace(/^admin:/, '') : '';
    const ids = await this.holds.idsOfRun(scope, run, own, MOST_TOGETHER);
    const results = ids.length === 0 ? [] : await this.decide(scope, ids, what);
    const decided = results.filter((one) => 'status' in one && one.status === OUTCOME[decision]).length;
    const ofRun = (await this.holds.heldRuns(scope)).find((one) => one.run === run);
    return { decided, remaining: ofRun?.people ?? 0 };
  }

  private check(scope: Scope, { decision, keepActiveUntil = null }: HoldDecision): void {
    if (keepActiveUntil === null) return;
    if (decision === 'reject') {
      this.keepActive.check(scope, keepActiveUntil);
      return;
    }
    const rule = sentence('is for the decision reject only');
    throw new ValidationFailed([problemIn('keepActiveUntil', 'isAllowed', rule)]);
  }

  private async apply(
    scope: Scope,
    transaction: Transaction,
    waiting: readonly HeldRequest[],
    people: readonly User[],
    { decision, keepActiveUntil = null }: HoldDecision,
  ): Promise<HeldRequest[]> {
    if (waiting.length === 0) return [];
    const closing = { status: OUTCOME[decision], at: nowOf(scope), by: scope.actor };
    await this.holds.close(
      scope,
      transaction,
      waiting.map(({ id }) => id),
      closing,
    );
    const found = await this.foundOf(scope, transaction, waiting, keepActiveUntil === null ? [] : people);
    await this.decisions.note(scope, transaction, found);
    const decided = waiting.map((hold) => ({
      ...hold,
      ...found.get(hold.id),
      status: closing.status,
      openUserId: null,
      decidedAt: closing.at,
      decidedBy: closing.by,
    }));
    this.feed.add(scope, transaction, decided.map(eventOf));
    await this.events.announce(scope, transaction, HOLDS_DECIDED, {
      decision: closing.status,
      holds: decided,
    });
    if (decision === 'release') await this.deprovision(scope, transaction, waiting, people);
    if (keepActiveUntil !== null) {
      const ids = new Set(waiting.map(({ userId }) => userId));
      const kept = people.filter(({ id }) => ids.has(id));
      await this.keepActive.setAll(scope, transaction, kept, keepActiveUntil, closing.at);
    }
    return decided;
  }

  /** @param kept those who get a rule by the decision */
  private async foundOf(
    scope: Scope,
    transaction: Transaction,
    waiting: readonly HeldRequest[],
    kept: readonly User[],
  ): Promise<Map<string, FoundByDecision>> {
    const userIds = waiting.map(({ userId }) => userId);
    const lastOf = await this.history.lastOf(scope, transaction, userIds);
    const ruleOf = new Map(kept.map(({ id, keepActive }) => [id, keepActive]));
    return new Map(
      waiting.map(({ id, userId }) => [
        id,
        { lastChange: lastOf.get(userId) ?? 0, formerRule: ruleOf.get(userId) ?? null },
      ]),
    );
  }

  /** The change belongs to the run that asked for it, so that undoing the run undoes it. */
  private async deprovision(
    scope: Scope,
    transaction: Transaction,
    released: readonly HeldRequest[],
    people: readonly User[],
  ): Promise<void> {
    const byId = new Map(people.map((user) => [user.id, user]));
    for (const { run, cause, userIds } of departuresOf(released)) {
      const those = userIds.flatMap((id) => byId.get(id) ?? []);
      const ofRun = run === null ? scope : { ...scope, run };
      await this.statuses.change(ofRun, transaction, those, 'inactive', { cause });
    }
  }
}

import { Injectable, Logger } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { InTransaction } from '../../events/fact.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Warning } from '../../http/answers.js';
import { pauseAt } from '../../tenancy/deprovisioning-pauses.js';
import type { Scope } from '../../tenancy/scope.js';
import { isSandboxId } from '../../tenancy/secrets.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import { DEPROVISIONING_MODES, type DeprovisioningMode } from '../../settings/settings.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { PeopleCounter } from '../statistics/people-counts.js';
import { planBatch } from '../matching/plan-batch.js';
import type { Outcome, SentPerson, TakeId } from '../model/outcome.js';
import { USER_DEPROVISIONED } from '../model/user-facts.js';
import { type AccountStatus, type User } from '../model/user.entity.js';
import { UserWritesRepository } from '../model/user-writes.repository.js';
import { isOn } from './allowance.js';
import { DeprovisioningWindowsRepository } from './deprovisioning-windows.repository.js';
import { LIMITS_PASSED } from './limit-facts.js';
import { HeldRequestsRepository } from './held-requests.repository.js';
import {
  askedBy,
  LimitedBatch,
  type Limits,
  overThreshold,
  paused,
  saidActive,
  withdrawn,
} from './limited-batch.js';
import {
  type Asked,
  type LimitTables,
  type HoldIds,
  type HoldsAndCounts,
  PreviewedHoldsAndCounts,
  StoredHoldsAndCounts,
} from './holds-and-counts.js';
import { applyThresholds, NOTHING, type Thresholded } from './apply-thresholds.js';
import { NO_REJECTIONS } from './rejections.js';
import type { Passing } from '../model/outcome.js';

type People = readonly SentPerson[];

/** What becomes of one person whose status is to be set. */
export interface Verdict {
  /** Set when the person stays active until an administrator decides. */
  readonly holdId: string | null | undefined;
  /** Whether the person stays active because an administrator has rejected the de-provisioning by this run. */
  readonly isRejected: boolean;
  readonly warnings: readonly Warning[];
  readonly over: number;
  readonly passed: readonly Passing[];
}

/** One person of so many is within any threshold that is not zero. */
const ENOUGH_ACTIVE = 10_000;
const NO_HOLDS: HoldIds = new Map<string, string>();
const NO_LIMITS: Limits = { thresholds: NOTHING, withdrawn: NO_HOLDS, rejected: NO_REJECTIONS };
const NO_VERDICT: Verdict = { holdId: undefined, isRejected: false, warnings: [], over: 0, passed: [] };

/** IDs for new people of a plan that is not written. */
function placeholderIds(): TakeId {
  let count = 0;
  return (prefix) => `${prefix}?${(count += 1)}`;
}

/** A file that an administrator applies is what a SIS says, not a decision of the administrator. */
function isCaller({ actor, isFile = false }: Scope): boolean {
  return actor.startsWith('key:') || isFile;
}

/**
 * Limits how many people callers of the API may de-provision in a run and in a day (docs/decisions/0032), and none
 * within a pause (0052): the transaction that de-provisions people counts them, and holds those beyond a limit or
 * warns of them. Held people stay active until an administrator decides. Holds are also closed when no limit is set
 * any more.
 */
@Injectable()
export class DeprovisioningLimits {
  private readonly logger = new Logger(DeprovisioningLimits.name);
  private readonly tables: LimitTables;
  /** Tenants whose first hold is so new that the settings of a call may not tell it yet. */
  private readonly marked = new BoundedCache<string, true>({ most: 1000, milliseconds: 60_000 });
  private readonly totals = new Map<DeprovisioningMode, number>(
    DEPROVISIONING_MODES.map((mode) => [mode, 0]),
  );

  constructor(
    windows: DeprovisioningWindowsRepository,
    private readonly holds: HeldRequestsRepository,
    people: PeopleCounter,
    users: UserWritesRepository,
    private readonly events: TransactionEvents,
    private readonly tenancy: TenancyService,
  ) {
    this.tables = { windows, holds, people, users };
  }

  /** Closes the holds of people who have lost their access in another way. */
  @InTransaction(USER_DEPROVISIONED)
  async closeHolds(scope: Scope, transaction: Transaction, gone: readonly User[]): Promise<number> {
    if (isCaller(scope) && !this.isConcerned(scope)) return 0;
    const closing = { status: 'released', at: nowOf(scope), by: scope.actor } as const;
    const ids = gone.map(({ id }) => id);
    await this.holds.closeOf(scope, transaction, ids, closing);
    return 0;
  }

  /** How many de-provisionings of universities were beyond a threshold since the process started, by mode. */
  get overThreshold(): ReadonlyMap<DeprovisioningMode, number> {
    return this.totals;
  }

  /**
   * The holds and counts of a dry run.
   * @param addedActive how many more people would be active than are stored as active, after the dry run so far
   */
  forDryRun(scope: Scope, reader: Reader, addedActive: () => Promise<number>): HoldsAndCounts {
    const active = async (): Promise<number> =>
      (await this.tables.people.activeNow(scope, reader)) + (await addedActive());
    return new PreviewedHoldsAndCounts(scope, reader, this.tables, active);
  }

  /**
   * The same for a single post. The first de-provisioning of an hour is compared with at most so many active people as
   * a threshold of one percent needs: counting a million takes a third of a second.
   */
  forOnePost(scope: Scope, reader: Reader): HoldsAndCounts {
    const active = (): Promise<number> => this.tables.people.activeUpTo(scope, reader, ENOUGH_ACTIVE);
    return new PreviewedHoldsAndCounts(scope, reader, this.tables, active);
  }

  /** Whether a batch that changes no person withdraws a hold nevertheless. */
  async withdrawsHolds(scope: Scope, people: People, outcomes: readonly Outcome[]): Promise<boolean> {
    if (!this.concerns(scope)) return false;
    const active = saidActive(people, { outcomes });
    return (await this.holds.open(scope, active)).length > 0;
  }

  /**
   * Applies the limits to a batch, in the transaction that writes it.
   * @param candidates made anew from the stored people, who are locked, as a plan adds its changes to them
   */
  async apply(
    scope: Scope,
    transaction: Transaction,
    people: People,
    candidates: () => CandidateIndex,
  ): Promise<LimitedBatch> {
    if (!this.concerns(scope)) return new LimitedBatch(people, { outcomes: [] }, NO_LIMITS);
    const holdsAndCounts = new StoredHoldsAndCounts(scope, transaction, this.tables);
    const { batch, thresholds } = await this.limit(holdsAndCounts, scope, people, candidates());
    await this.tell(scope, transaction, thresholds);
    return batch;
  }

  /** What {@link apply} would do if a caller of the API sent these people, whatever the actor of this scope is. */
  async preview(
    scope: Scope,
    holdsAndCounts: HoldsAndCounts,
    people: People,
    candidates: CandidateIndex,
  ): Promise<LimitedBatch> {
    if (!this.isConcerned(scope)) return new LimitedBatch(people, { outcomes: [] }, NO_LIMITS);
    return (await this.limit(holdsAndCounts, scope, people, candidates)).batch;
  }

  /**
   * Holds the de-provisioning of one person, who is locked and active, whatever the limits are. It counts against none.
   * @returns the open hold, or that an administrator has rejected one
   */
  async hold(scope: Scope, transaction: Transaction, { id: userId }: User): Promise<Verdict> {
    if (!this.isConcerned(scope)) {
      await this.tenancy.markHolds(scope, transaction);
      this.marked.set(scope.tenantId, true);
    }
    const holdsAndCounts = new StoredHoldsAndCounts(scope, transaction, this.tables);
    const rejected = await this.rejectedVerdict(holdsAndCounts, userId);
    if (rejected !== undefined) return rejected;
    const open = await holdsAndCounts.open([userId]);
    const { requestId } = scope;
    const asked = [{ userId, requestId, reason: 'committee_impact' as const }];
    const held = open.size > 0 ? open : await holdsAndCounts.hold(asked, nowOf(scope));
    return { ...NO_VERDICT, holdId: held.get(userId) };
  }

  /** Applies the limits to one person, who is locked, in the transaction that sets the status. */
  async applyToOne(
    scope: Scope,
    transaction: Transaction,
    { id, accountStatus }: User,
    wanted: AccountStatus,
  ): Promise<Verdict> {
    if (!this.concerns(scope) || accountStatus === 'inactive') return NO_VERDICT;
    const holdsAndCounts = new StoredHoldsAndCounts(scope, transaction, this.tables);
    if (wanted === 'active') {
      const holds = await this.withdraw(scope, holdsAndCounts, [id]);
      return { ...NO_VERDICT, warnings: [...holds.values()].map(withdrawn) };
    }
    const rejected = await this.rejectedVerdict(holdsAndCounts, id);
    if (rejected !== undefined) return rejected;
    const thresholds = await this.thresholds(holdsAndCounts, scope, [
      { userId: id, requestId: scope.requestId },
    ]);
    await this.tell(scope, transaction, thresholds);
    const warnings = thresholds.warned.has(id) ? [overThreshold()] : paused(thresholds);
    const { over, passed } = thresholds;
    return { holdId: thresholds.held.get(id), isRejected: false, warnings, over, passed };
  }

  /** Counts and logs. Call it after the commit: a step that is run again must not be counted twice. */
  count(
    { tenant, tenantId, requestId }: Scope,
    { over, passed }: Pick<Thresholded, 'over' | 'passed'>,
  ): void {
    const { mode } = tenant.deprovisioningGuard;
    if (over > 0 && !isSandboxId(tenantId)) this.totals.set(mode, (this.totals.get(mode) ?? 0) + over);
    const msg = 'a threshold of de-provisionings was passed';
    for (const { run, people } of passed) this.logger.warn({ msg, tenantId, requestId, run, people, mode });
  }

  /**
   * Whether the limits apply to this tenant's calls: limits or pauses are set, or people may be held since they were.
   * Calls of any other tenant need no statement for them.
   */
  private isConcerned({ tenant, tenantId }: Scope): boolean {
    return (
      isOn(tenant.deprovisioningGuard) ||
      tenant.deprovisioningPauses.length > 0 ||
      tenant.mayHaveHolds ||
      this.marked.get(tenantId) === true
    );
  }

  /** Limits apply to callers of the API only. */
  private concerns(scope: Scope): boolean {
    return isCaller(scope) && this.isConcerned(scope);
  }

  private async limit(
    holdsAndCounts: HoldsAndCounts,
    scope: Scope,
    people: People,
    candidates: CandidateIndex,
  ): Promise<{ batch: LimitedBatch; thresholds: Thresholded }> {
    const expected = planBatch(scope, people, candidates, placeholderIds(), nowOf(scope));
    const asked = askedBy(people, expected, scope.requestId);
    const rejected = await holdsAndCounts.rejected(asked.map(({ userId }) => userId));
    const left = asked.filter(({ userId }) => !rejected.has(userId));
    const thresholds = await this.thresholds(holdsAndCounts, scope, left);
    const ended = await this.withdraw(scope, holdsAndCounts, saidActive(people, expected));
    const batch = new LimitedBatch(people, expected, { thresholds, withdrawn: ended, rejected });
    return { batch, thresholds };
  }

  private async rejectedVerdict(
    holdsAndCounts: HoldsAndCounts,
    userId: string,
  ): Promise<Verdict | undefined> {
    const told = (await holdsAndCounts.rejected([userId])).get(userId);
    return told === undefined ? undefined : { ...NO_VERDICT, isRejected: true, warnings: [told] };
  }

  private thresholds(
    holdsAndCounts: HoldsAndCounts,
    { tenant, run }: Scope,
    asked: readonly Asked[],
  ): Promise<Thresholded> {
    const now = nowOf({ tenant });
    const pause = pauseAt(tenant, now);
    return applyThresholds(holdsAndCounts, tenant.deprovisioningGuard, run, asked, { pause, now });
  }

  private async withdraw(
    scope: Scope,
    holdsAndCounts: HoldsAndCounts,
    userIds: readonly string[],
  ): Promise<HoldIds> {
    if (userIds.length === 0) return NO_HOLDS;
    const open = await holdsAndCounts.open(userIds);
    await holdsAndCounts.withdraw([...open.keys()], nowOf(scope));
    return open;
  }

  private async tell(scope: Scope, transaction: Transaction, { passed }: Thresholded): Promise<void> {
    const { mode } = scope.tenant.deprovisioningGuard;
    if (passed.length > 0) await this.events.announce(scope, transaction, LIMITS_PASSED, { mode, passed });
  }
}

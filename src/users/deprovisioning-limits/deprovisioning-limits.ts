import { Injectable, Logger } from '@nestjs/common';

import { ChangeFeed } from '../../change-feed/change-feed.js';
import { BoundedCache } from '../../concurrency/bounded-cache.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { InTransaction } from '../../events/fact.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Warning } from '../../http/answers.js';
import { pauseAt } from '../../tenancy/time/deprovisioning-pauses.js';
import type { Scope } from '../../tenancy/scope.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { DEPROVISIONING_MODES, type DeprovisioningMode } from '../../settings/settings.js';
import type { BatchContext, BatchRule, Preview } from '../batch/batch-rule.js';
import type { Plan } from '../model/outcome.js';
import { PeopleCounter } from '../statistics/people-counts.js';
import { USER_DEPROVISIONED } from '../model/user-facts.js';
import type { User } from '../model/user.entity.js';
import type { AccountStatus } from '../model/account.js';
import { UserWritesRepository } from '../model/user-writes.repository.js';
import { isOn } from './allowance.js';
import { DeprovisioningWindowsRepository } from './deprovisioning-windows.repository.js';
import { LIMITS_PASSED } from './limit-facts.js';
import { HeldRequestsRepository } from './held-requests.repository.js';
import {
  askedBy,
  limitedPlan,
  namedAgain,
  overThreshold,
  paused,
  saidActive,
  withdrawn,
} from './limited-plan.js';
import {
  type Asked,
  closeOpenHolds,
  type LimitTables,
  type HoldIds,
  type HoldKind,
  type HoldsAndCounts,
  PreviewedHoldsAndCounts,
  StoredHoldsAndCounts,
} from './holds-and-counts.js';
import { applyThresholds, type Thresholded } from './apply-thresholds.js';

/** What becomes of one person whose status is to be set. */
export interface Verdict {
  /** Set when the person stays active until an administrator decides. */
  readonly holdId: string | null | undefined;
  /** Whether the person stays active because an administrator has rejected the de-provisioning by this run. */
  readonly isRejected: boolean;
  readonly warnings: readonly Warning[];
}

const NO_HOLDS: HoldIds = new Map<string, string>();
const NO_VERDICT: Verdict = { holdId: undefined, isRejected: false, warnings: [] };

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
export class DeprovisioningLimits implements BatchRule {
  private readonly logger = new Logger(DeprovisioningLimits.name);
  private readonly tables: LimitTables;
  private readonly previews = new WeakMap<Preview, HoldsAndCounts>();
  /** Tenants whose first hold is so new that the settings of a call may not show it yet. */
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
    feed: ChangeFeed,
  ) {
    this.tables = { windows, holds, people, users, feed };
  }

  /** Closes the holds of people who have lost their access in another way. */
  @InTransaction(USER_DEPROVISIONED)
  async closeHolds(scope: Scope, transaction: Transaction, gone: readonly User[]): Promise<number> {
    if (isCaller(scope) && !this.isLimited(scope)) return 0;
    const closing = { status: 'released', at: nowOf(scope), by: scope.actor } as const;
    const ids = gone.map(({ id }) => id);
    await closeOpenHolds(scope, transaction, this.tables, ids, closing);
    return 0;
  }

  /** How many de-provisionings of universities were beyond a threshold since the process started, by mode. */
  get overThreshold(): ReadonlyMap<DeprovisioningMode, number> {
    return this.totals;
  }

  /** Whether a batch that changes no person withdraws a hold nevertheless. */
  async isConcerned({ scope, people }: BatchContext, { outcomes }: Plan): Promise<boolean> {
    if (!this.concerns(scope)) return false;
    const [active, named] = [saidActive(people, { outcomes }), namedAgain(people, { outcomes })];
    const open = await this.holds.open(scope, [...active, ...named]);
    return open.some(({ userId, cause }) => cause !== null || active.includes(userId));
  }

  /**
   * Applies the limits to a batch, in the transaction that writes it. In a preview they are applied as if a caller of
   * the API sent these people, whatever the actor of the scope is, and what is held and counted is kept in memory.
   */
  async plan(batch: BatchContext, planned: Plan): Promise<Plan> {
    const { scope, people, transaction, preview } = batch;
    const isLimited = preview === undefined ? this.concerns(scope) : this.isLimited(scope);
    if (!isLimited) return planned;
    const holdsAndCounts = this.holdsAndCounts(batch);
    const asked = askedBy(people, planned, scope.requestId);
    const rejected = await holdsAndCounts.rejected(asked.map(({ userId }) => userId));
    const left = asked.filter(({ userId }) => !rejected.has(userId));
    const thresholds = await this.thresholds(holdsAndCounts, scope, left);
    const ended = new Map([
      ...(await this.withdraw(scope, holdsAndCounts, saidActive(people, planned))),
      ...(await this.withdraw(scope, holdsAndCounts, namedAgain(people, planned), { cause: 'absent' })),
    ]);
    const plan = limitedPlan(people, planned, { thresholds, withdrawn: ended, rejected });
    if (transaction === undefined) await closeHoldsOf(holdsAndCounts, plan, batch.now);
    else await this.notify(scope, transaction, thresholds);
    return plan;
  }

  /**
   * Holds the de-provisioning of one person, who is locked and active, whatever the limits are. It counts against none.
   * @returns the open hold, or that an administrator has rejected one
   */
  async hold(scope: Scope, transaction: Transaction, { id: userId }: User): Promise<Verdict> {
    if (!this.isLimited(scope)) {
      await this.tenancy.markHolds(scope, transaction);
      this.marked.set(scope.tenantId, true);
    }
    const holdsAndCounts = new StoredHoldsAndCounts(scope, transaction, this.tables);
    const rejected = await this.rejectedVerdict(holdsAndCounts, userId);
    if (rejected !== undefined) return rejected;
    const open = await holdsAndCounts.open([userId]);
    const { requestId } = scope;
    const asked = [{ userId, requestId, isRowUnchanged: true, reason: 'committee_impact' as const }];
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
      { userId: id, requestId: scope.requestId, isRowUnchanged: true },
    ]);
    await this.notify(scope, transaction, thresholds);
    const warnings = thresholds.warned.has(id) ? [overThreshold()] : paused(thresholds);
    return { holdId: thresholds.held.get(id), isRejected: false, warnings };
  }

  /**
   * Whether the limits apply to this tenant's calls: limits or pauses are set, or people may be held since they were.
   * Calls of any other tenant need no statement for them.
   */
  private isLimited({ tenant, tenantId }: Scope): boolean {
    return (
      isOn(tenant.deprovisioningGuard) ||
      tenant.deprovisioningPauses.length > 0 ||
      tenant.mayHaveHolds ||
      this.marked.get(tenantId) === true
    );
  }

  /** Limits apply to callers of the API only. */
  private concerns(scope: Scope): boolean {
    return isCaller(scope) && this.isLimited(scope);
  }

  private holdsAndCounts({ scope, reader, transaction, preview }: BatchContext): HoldsAndCounts {
    if (transaction !== undefined) return new StoredHoldsAndCounts(scope, transaction, this.tables);
    if (preview === undefined) throw new Error('Limits are applied in a transaction or a preview');
    const known = this.previews.get(preview);
    if (known !== undefined) return known;
    const active = (): Promise<number> => preview.activePeople(reader);
    const begun = new PreviewedHoldsAndCounts(scope, reader, this.tables, active);
    this.previews.set(preview, begun);
    return begun;
  }

  private async rejectedVerdict(
    holdsAndCounts: HoldsAndCounts,
    userId: string,
  ): Promise<Verdict | undefined> {
    const warning = (await holdsAndCounts.rejected([userId])).get(userId);
    return warning === undefined ? undefined : { ...NO_VERDICT, isRejected: true, warnings: [warning] };
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
    kind: HoldKind = {},
  ): Promise<HoldIds> {
    if (userIds.length === 0) return NO_HOLDS;
    const open = await holdsAndCounts.open(userIds, kind);
    await holdsAndCounts.withdraw([...open.keys()], nowOf(scope));
    return open;
  }

  /** Notifies other rooms. Counts and logs after the commit: a step that is run again must not be counted twice. */
  private async notify(scope: Scope, transaction: Transaction, { over, passed }: Thresholded): Promise<void> {
    const { tenant, tenantId, requestId } = scope;
    const { mode } = tenant.deprovisioningGuard;
    if (passed.length > 0) await this.events.announce(scope, transaction, LIMITS_PASSED, { mode, passed });
    if (over + passed.length === 0) return;
    transaction.onCommit(() => {
      if (!isSandboxId(tenantId)) this.totals.set(mode, (this.totals.get(mode) ?? 0) + over);
      const msg = 'a threshold of de-provisionings was passed';
      for (const { run, people } of passed) this.logger.warn({ msg, tenantId, requestId, run, people, mode });
    });
  }
}

/** A de-provisioning closes the hold of the person; those of written ones are closed by the announcement. */
function closeHoldsOf(holdsAndCounts: HoldsAndCounts, { changes }: Plan, now: Date): Promise<void> {
  const gone = changes.filter(
    ({ before, after }) =>
      before?.accountStatus !== after.accountStatus && after.accountStatus === 'inactive',
  );
  return holdsAndCounts.withdraw(
    gone.map(({ after }) => after.id),
    now,
  );
}

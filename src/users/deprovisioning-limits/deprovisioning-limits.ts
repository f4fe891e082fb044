import { Injectable, Logger } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { InTransaction } from '../../events/fact.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Warning } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { DEPROVISIONING_MODES, type DeprovisioningMode } from '../../tenancy/tenant-settings.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { PeopleCounter } from '../statistics/people-counts.js';
import { planBatch } from '../matching/plan-batch.js';
import type { Outcome, SentPerson, TakeId } from '../model/outcome.js';
import { USER_DEPROVISIONED } from '../model/user-facts.js';
import type { AccountStatus, User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';
import { isOn } from './allowance.js';
import { DeprovisioningWindowsRepository } from './deprovisioning-windows.repository.js';
import { LIMITS_PASSED } from './limit-facts.js';
import { HeldRequestsRepository } from './held-requests.repository.js';
import { askedBy, LimitedBatch, overThreshold, saidActive, withdrawn } from './limited-batch.js';
import {
  type LimitTables,
  type HoldIds,
  type HoldsAndCounts,
  PreviewedHoldsAndCounts,
  StoredHoldsAndCounts,
} from './holds-and-counts.js';
import { applyThresholds, NOTHING, type Thresholded } from './apply-thresholds.js';
import type { Passing } from '../model/outcome.js';

type People = readonly SentPerson[];

/** What becomes of one person whose status is to be set. */
export interface Verdict {
  /** Set when the person stays active until an administrator decides. */
  readonly holdId: string | null | undefined;
  readonly warnings: readonly Warning[];
  readonly over: number;
  readonly passed: readonly Passing[];
}

const NO_HOLDS: HoldIds = new Map<string, string>();

/** IDs for new people of a plan that is not written. */
function placeholderIds(): TakeId {
  let count = 0;
  return (prefix) => `${prefix}?${(count += 1)}`;
}

function isCaller({ actor }: Scope): boolean {
  return actor.startsWith('key:');
}

/**
 * Whether the limits apply to this tenant's calls: limits are set, or people may be held since they were. Calls of any
 * other tenant need no statement for them.
 */
function isConcerned({ tenant }: Scope): boolean {
  return isOn(tenant.deprovisioningGuard) || tenant.mayHaveHolds;
}

/**
 * Limits how many people callers of the API may de-provision in a run and in a day (docs/decisions/0032): the
 * transaction that de-provisions people counts them, and holds those beyond a limit or warns of them. Held people stay
 * active until an administrator decides. Holds are also closed when no limit is set any more.
 */
@Injectable()
export class DeprovisioningLimits {
  private readonly logger = new Logger(DeprovisioningLimits.name);
  private readonly tables: LimitTables;
  private readonly totals = new Map<DeprovisioningMode, number>(
    DEPROVISIONING_MODES.map((mode) => [mode, 0]),
  );

  constructor(
    windows: DeprovisioningWindowsRepository,
    private readonly holds: HeldRequestsRepository,
    people: PeopleCounter,
    users: UsersRepository,
    private readonly events: TransactionEvents,
  ) {
    this.tables = { windows, holds, people, users };
  }

  /** Closes the holds of people who have lost their access in another way. */
  @InTransaction(USER_DEPROVISIONED)
  async closeHolds(scope: Scope, transaction: Transaction, gone: readonly User[]): Promise<number> {
    if (isCaller(scope) && !isConcerned(scope)) return 0;
    const closing = { status: 'released', at: new Date(), by: scope.actor } as const;
    const ids = gone.map(({ id }) => id);
    await this.holds.closeOf(scope, transaction, ids, closing);
    return 0;
  }

  /** How many de-provisionings were beyond a threshold since the process started, by mode. */
  get overThreshold(): ReadonlyMap<DeprovisioningMode, number> {
    return this.totals;
  }

  /**
   * The holds and counts of a dry run.
   * @param addedActive how many more people would be active than are stored as active, after the dry run so far
   */
  forDryRun(scope: Scope, reader: Reader, addedActive: () => Promise<number>): HoldsAndCounts {
    return new PreviewedHoldsAndCounts(scope, reader, this.tables, addedActive);
  }

  /** Whether a batch that changes no person withdraws a hold nevertheless. */
  async withdrawsHolds(scope: Scope, people: People, outcomes: readonly Outcome[]): Promise<boolean> {
    if (!this.concerns(scope)) return false;
    const active = saidActive(people, { outcomes });
    return (await this.holds.open(scope, active)).length > 0;
  }

  /** Applies the limits to a batch, in the transaction that writes it; `stored` are its people, locked. */
  async apply(
    scope: Scope,
    transaction: Transaction,
    people: People,
    stored: readonly User[],
  ): Promise<LimitedBatch> {
    if (!this.concerns(scope)) return new LimitedBatch(people, { outcomes: [] }, NOTHING, NO_HOLDS);
    const holdsAndCounts = new StoredHoldsAndCounts(scope, transaction, this.tables);
    const { batch, thresholds } = await this.limit(holdsAndCounts, scope, people, stored);
    await this.tell(scope, transaction, thresholds);
    return batch;
  }

  /** What {@link apply} would do if a caller of the API sent these people, whatever the actor of this scope is. */
  async preview(
    scope: Scope,
    holdsAndCounts: HoldsAndCounts,
    people: People,
    stored: readonly User[],
  ): Promise<LimitedBatch> {
    if (!isConcerned(scope)) return new LimitedBatch(people, { outcomes: [] }, NOTHING, NO_HOLDS);
    return (await this.limit(holdsAndCounts, scope, people, stored)).batch;
  }

  /** Applies the limits to one person, who is locked, in the transaction that sets the status. */
  async applyToOne(
    scope: Scope,
    transaction: Transaction,
    { id, accountStatus }: User,
    wanted: AccountStatus,
  ): Promise<Verdict> {
    const nothing = { holdId: undefined, warnings: [], over: 0, passed: [] };
    if (!this.concerns(scope) || accountStatus === 'inactive') return nothing;
    const holdsAndCounts = new StoredHoldsAndCounts(scope, transaction, this.tables);
    if (wanted === 'active') {
      const holds = await this.withdraw(holdsAndCounts, [id]);
      return { ...nothing, warnings: [...holds.values()].map(withdrawn) };
    }
    const { deprovisioningGuard } = scope.tenant;
    const { requestId } = scope;
    const thresholds = await applyThresholds(holdsAndCounts, deprovisioningGuard, scope.run, [
      { userId: id, requestId },
    ]);
    await this.tell(scope, transaction, thresholds);
    const warnings = thresholds.warned.has(id) ? [overThreshold()] : [];
    const { over, passed } = thresholds;
    return { holdId: thresholds.held.get(id), warnings, over, passed };
  }

  /** Counts and logs. Call it after the commit: a step that is run again must not be counted twice. */
  count(
    { tenant, tenantId, requestId }: Scope,
    { over, passed }: Pick<Thresholded, 'over' | 'passed'>,
  ): void {
    const { mode } = tenant.deprovisioningGuard;
    if (over > 0) this.totals.set(mode, (this.totals.get(mode) ?? 0) + over);
    const msg = 'a threshold of de-provisionings was passed';
    for (const { run, people } of passed) this.logger.warn({ msg, tenantId, requestId, run, people, mode });
  }

  /** Limits apply to callers of the API only. */
  private concerns(scope: Scope): boolean {
    return isCaller(scope) && isConcerned(scope);
  }

  private async limit(
    holdsAndCounts: HoldsAndCounts,
    scope: Scope,
    people: People,
    stored: readonly User[],
  ): Promise<{ batch: LimitedBatch; thresholds: Thresholded }> {
    const expected = planBatch(scope, people, new CandidateIndex(stored), placeholderIds(), new Date());
    const asked = askedBy(people, expected, scope.requestId);
    const thresholds = await applyThresholds(
      holdsAndCounts,
      scope.tenant.deprovisioningGuard,
      scope.run,
      asked,
    );
    const holds = await this.withdraw(holdsAndCounts, saidActive(people, expected));
    return { batch: new LimitedBatch(people, expected, thresholds, holds), thresholds };
  }

  private async withdraw(holdsAndCounts: HoldsAndCounts, userIds: readonly string[]): Promise<HoldIds> {
    if (userIds.length === 0) return NO_HOLDS;
    const open = await holdsAndCounts.open(userIds);
    await holdsAndCounts.withdraw([...open.keys()], new Date());
    return open;
  }

  private async tell(scope: Scope, transaction: Transaction, { passed }: Thresholded): Promise<void> {
    const { mode } = scope.tenant.deprovisioningGuard;
    if (passed.length > 0) await this.events.announce(scope, transaction, LIMITS_PASSED, { mode, passed });
  }
}

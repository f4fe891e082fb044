import type { ChangeFeed } from '../../change-feed/change-feed.js';
import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { PeopleCounter } from '../statistics/people-counts.js';
import type { UserWritesRepository } from '../model/user-writes.repository.js';
import type { InactiveCause } from '../model/inactive-cause.js';
import type { DeprovisioningWindow } from './deprovisioning-window.entity.js';
import type { DeprovisioningWindowsRepository } from './deprovisioning-windows.repository.js';
import type { ThresholdBreach } from '../model/outcome.js';
import type { HeldRequest, HoldReason } from './held-request.entity.js';
import { eventOf } from './hold-events.js';
import { type Closing, type HeldRequestsRepository, newHoldId } from './held-requests.repository.js';
import { LONGEST_STANDING_MS, NO_REJECTIONS, rejectedBefore, type Rejections, stands } from './rejections.js';

/** A person to be de-provisioned, and the request that says so. */
export interface Asked {
  readonly userId: string;
  readonly requestId: string;
  /** Why the person would be inactive; null where a caller has said so. */
  readonly cause?: InactiveCause | null;
  /** Absent: a limit. */
  readonly reason?: HoldReason;
  /** The limits that hold it back. */
  readonly beyond?: readonly ThresholdBreach[];
  /** Whether its row changes nothing else; false without a row. */
  readonly isRowUnchanged: boolean;
}

/** The ids of open holds, by user; null for a new one of a dry run. */
export type HoldIds = ReadonlyMap<string, string | null>;

/** The open holds, and how many people were de-provisioned: in the tables, or in the memory of a dry run. */
export interface HoldsAndCounts {
  /** The open holds of these people, or those of one kind. */
  open(userIds: readonly string[], kind?: HoldKind): Promise<HoldIds>;
  /** Callers have said that these held people are inactive, whatever they were held for. */
  confirm(userIds: readonly string[]): Promise<void>;
  /** Those of these people whose de-provisioning by this run an administrator has rejected. */
  rejected(userIds: readonly string[]): Promise<Rejections>;
  /** One window for each run, in their order. */
  windows(runs: readonly string[]): Promise<readonly DeprovisioningWindow[]>;
  keep(windows: readonly DeprovisioningWindow[]): Promise<void>;
  activePeople(): Promise<number>;
  hold(asked: readonly Asked[], now: Date): Promise<HoldIds>;
  withdraw(userIds: readonly string[], now: Date): Promise<void>;
}

/** Holds for one reason, or of people who became inactive for one cause. */
export type HoldKind = Partial<Pick<HeldRequest, 'reason' | 'cause'>>;

function isOf({ reason, cause }: HoldKind): (hold: HeldRequest) => boolean {
  return (hold) =>
    (reason === undefined || hold.reason === reason) && (cause === undefined || hold.cause === cause);
}

export interface LimitTables {
  readonly windows: DeprovisioningWindowsRepository;
  readonly holds: HeldRequestsRepository;
  readonly people: PeopleCounter;
  readonly users: UserWritesRepository;
  readonly feed: ChangeFeed;
}

async function rejectionsOf(
  scope: Scope,
  reader: Reader,
  { holds }: LimitTables,
  userIds: readonly string[],
): Promise<Rejections> {
  if (userIds.length === 0) return NO_REJECTIONS;
  const now = nowOf(scope);
  const since = new Date(now.getTime() - LONGEST_STANDING_MS);
  const found = await holds.rejected(scope, userIds, scope.run ?? null, since, reader);
  const rejections = found.filter((one) => stands(one, scope.tenant.timeZone, now));
  return new Map(rejections.map(({ userId, id }) => [userId, rejectedBefore(id, scope.run)]));
}

/** Closes the open holds of people whom this transaction has locked, with an event for each. */
export async function closeOpenHolds(
  scope: Scope,
  transaction: Transaction,
  { holds, feed }: Pick<LimitTables, 'holds' | 'feed'>,
  userIds: readonly string[],
  closing: Closing,
): Promise<void> {
  const open = await holds.open(scope, userIds, transaction);
  const ids = open.map(({ id }) => id);
  await holds.close(scope, transaction, ids, closing);
  const closed = open.map((hold) => ({ ...hold, status: closing.status }));
  feed.add(scope, transaction, closed.map(eventOf));
}

/**
 * In the tables, within the transaction of the change. It has locked the people, so no other request changes their
 * holds.
 */
export class StoredHoldsAndCounts implements HoldsAndCounts {
  constructor(
    private readonly scope: Scope,
    private readonly transaction: Transaction,
    private readonly tables: LimitTables,
  ) {}

  async open(userIds: readonly string[], kind: HoldKind = {}): Promise<HoldIds> {
    const found = await this.tables.holds.open(this.scope, userIds, this.transaction);
    return new Map(found.filter(isOf(kind)).map(({ userId, id }) => [userId, id]));
  }

  confirm(userIds: readonly string[]): Promise<void> {
    return this.tables.holds.clearCauses(this.scope, this.transaction, userIds);
  }

  rejected(userIds: readonly string[]): Promise<Rejections> {
    return rejectionsOf(this.scope, this.transaction, this.tables, userIds);
  }

  windows(runs: readonly string[]): Promise<DeprovisioningWindow[]> {
    return this.tables.windows.lock(this.scope, this.transaction, runs);
  }

  keep(windows: readonly DeprovisioningWindow[]): Promise<void> {
    return this.tables.windows.put(this.transaction, windows);
  }

  activePeople(): Promise<number> {
    return this.tables.people.activeNow(this.scope, this.transaction);
  }

  async hold(asked: readonly Asked[], now: Date): Promise<HoldIds> {
    const { tenantId, run = null, actor } = this.scope;
    const holds = asked.map(
      ({ userId, requestId, isRowUnchanged, cause = null, reason = 'limit' as const, beyond = null }) => ({
        tenantId,
        id: newHoldId(),
        userId,
        openUserId: userId,
        accountStatus: 'inactive' as const,
        status: 'held' as const,
        run,
        requestedAt: now,
        actor,
        requestId,
        decidedAt: null,
        decidedBy: null,
        lastChange: null,
        formerRule: null,
        reason,
        cause,
        isRowUnchanged,
        beyond,
      }),
    );
    await this.tables.holds.add(this.transaction, holds);
    this.tables.feed.add(this.scope, this.transaction, holds.map(eventOf));
    // Their next body is read, even one that was recognised before: it may withdraw the hold.
    await this.tables.users.forgetBodies(
      this.scope,
      this.transaction,
      asked.map(({ userId }) => userId),
    );
    return new Map(holds.map(({ userId, id }) => [userId, id]));
  }

  withdraw(userIds: readonly string[], now: Date): Promise<void> {
    const closing = { status: 'withdrawn', at: now, by: this.scope.actor } as const;
    return closeOpenHolds(this.scope, this.transaction, this.tables, userIds, closing);
  }
}

/** In the memory of a dry run, which reads without locks and writes nothing. */
export class PreviewedHoldsAndCounts implements HoldsAndCounts {
  private readonly held = new Map<string, string | null>();
  private readonly withdrawn = new Set<string>();
  private readonly counted = new Map<string, DeprovisioningWindow>();

  constructor(
    private readonly scope: Scope,
    private readonly reader: Reader,
    private readonly tables: LimitTables,
    private readonly countActive: () => Promise<number>,
  ) {}

  async open(userIds: readonly string[], kind: HoldKind = {}): Promise<HoldIds> {
    const stored = await this.tables.holds.open(this.scope, userIds, this.reader);
    const open = new Map<string, string | null>();
    for (const { userId, id } of stored.filter(isOf(kind)))
      if (!this.withdrawn.has(userId)) open.set(userId, id);
    if (kind.cause === undefined)
      for (const userId of userIds) if (this.held.has(userId)) open.set(userId, null);
    return open;
  }

  /** The cause of a hold is not seen in a preview. */
  confirm(): Promise<void> {
    return Promise.resolve();
  }

  rejected(userIds: readonly string[]): Promise<Rejections> {
    return rejectionsOf(this.scope, this.reader, this.tables, userIds);
  }

  async windows(runs: readonly string[]): Promise<DeprovisioningWindow[]> {
    const unread = runs.filter((run) => !this.counted.has(run));
    await this.keep(unread.map((run) => ({ tenantId: this.scope.tenantId, run, hours: [], passedAt: null })));
    await this.keep(await this.tables.windows.find(this.scope, this.reader, unread));
    return runs.flatMap((run) => this.counted.get(run) ?? []);
  }

  keep(windows: readonly DeprovisioningWindow[]): Promise<void> {
    for (const window of windows) this.counted.set(window.run, window);
    return Promise.resolve();
  }

  activePeople(): Promise<number> {
    return this.countActive();
  }

  hold(asked: readonly Asked[]): Promise<HoldIds> {
    for (const { userId } of asked) this.held.set(userId, null);
    return Promise.resolve(new Map(asked.map(({ userId }) => [userId, null])));
  }

  withdraw(userIds: readonly string[]): Promise<void> {
    for (const userId of userIds) {
      this.held.delete(userId);
      this.withdrawn.add(userId);
    }
    return Promise.resolve();
  }
}

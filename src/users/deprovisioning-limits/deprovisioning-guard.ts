import { Injectable, Logger } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Warning } from '../../http/answers.js';
import { InTransaction } from '../../events/fact.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { GUARD_MODES, type GuardMode } from '../../tenancy/tenant-settings.js';
import { Directory } from '../matching/candidate-index.js';
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
import { askedBy, JudgedBatch, overThreshold, saidActive, withdrawn } from './judged-batch.js';
import { type GuardTables, type HoldIds, type Ledger, RehearsedLedger, StoredLedger } from './ledger.js';
import { NOTHING, weigh, type Weighed } from './weigh.js';
import type { Passing } from '../model/outcome.js';

type People = readonly SentPerson[];

/** What becomes of one person whose status is to be set. */
export interface Verdict {
  /** Set when the person stays active, and an administrator decides. */
  readonly holdId: string | null | undefined;
  readonly warnings: readonly Warning[];
  readonly over: number;
  readonly passed: readonly Passing[];
}

const NO_HOLDS: HoldIds = new Map<string, string>();

/** IDs for newcomers of a plan that is only looked at. */
function placeholderIds(): TakeId {
  let count = 0;
  return (prefix) => `${prefix}?${(count += 1)}`;
}

function isCaller({ actor }: Scope): boolean {
  return actor.startsWith('key:');
}

/**
 * Whether the guard has anything to do with this tenant's calls: there is something to weigh, or people may be held
 * since there was. Any other tenant pays nothing for it.
 */
function isWatched({ tenant }: Scope): boolean {
  return isOn(tenant.deprovisioningGuard) || tenant.mayHaveHolds;
}

/**
 * Stands between a caller's mistake and a thousand people without access (docs/decisions, 32). It judges whom callers of
 * the API de-provision, in the transaction that does it, when the tenant has set a threshold. It closes what it held,
 * also when nothing is set any more. A tenant that never had such a threshold pays nothing for it.
 */
@Injectable()
export class DeprovisioningGuard {
  private readonly logger = new Logger('guard');
  private readonly tables: GuardTables;
  private readonly totals = new Map<GuardMode, number>(GUARD_MODES.map((mode) => [mode, 0]));

  constructor(
    windows: DeprovisioningWindowsRepository,
    private readonly holds: HeldRequestsRepository,
    people: PeopleCounter,
    users: UsersRepository,
    private readonly events: TransactionEvents,
  ) {
    this.tables = { windows, holds, people, users };
  }

  /** Whoever has lost access needs no decision any more. */
  @InTransaction(USER_DEPROVISIONED)
  async closeHolds(scope: Scope, transaction: Transaction, gone: readonly User[]): Promise<number> {
    if (isCaller(scope) && !isWatched(scope)) return 0;
    const closing = { status: 'released', at: new Date(), by: scope.actor } as const;
    const ids = gone.map(({ id }) => id);
    await this.holds.closeOf(scope, transaction, ids, closing);
    return 0;
  }

  /** How many de-provisionings were beyond a threshold since the process started, by what was done about them. */
  get overThreshold(): ReadonlyMap<GuardMode, number> {
    return this.totals;
  }

  /**
   * What a dry run remembers of the guard.
   * @param addedActive how many more people are active than are stored as such, by what was rehearsed until then
   */
  rehearsal(scope: Scope, reader: Reader, addedActive: () => Promise<number>): Ledger {
    return new RehearsedLedger(scope, reader, this.tables, addedActive);
  }

  /** Whether a batch that changes nobody withdraws something all the same. */
  async isAsked(scope: Scope, people: People, outcomes: readonly Outcome[]): Promise<boolean> {
    if (!this.watches(scope)) return false;
    const active = saidActive(people, { outcomes });
    return (await this.holds.open(scope, active)).length > 0;
  }

  /** Judges a batch in the transaction that applies it; `stored` are its people, locked. */
  async judge(
    scope: Scope,
    transaction: Transaction,
    people: People,
    stored: readonly User[],
  ): Promise<JudgedBatch> {
    if (!this.watches(scope)) return new JudgedBatch(people, { outcomes: [] }, NOTHING, NO_HOLDS);
    const ledger = new StoredLedger(scope, transaction, this.tables);
    const { batch, weighed } = await this.judgeWith(ledger, scope, people, stored);
    await this.tell(scope, transaction, weighed);
    return batch;
  }

  /** Says what {@link judge} would do, by whichever scope: what is rehearsed is what a caller is going to send. */
  async foresee(scope: Scope, ledger: Ledger, people: People, stored: readonly User[]): Promise<JudgedBatch> {
    if (!isWatched(scope)) return new JudgedBatch(people, { outcomes: [] }, NOTHING, NO_HOLDS);
    return (await this.judgeWith(ledger, scope, people, stored)).batch;
  }

  /** Judges one person, who is locked, in the transaction that sets the status. */
  async judgeOne(
    scope: Scope,
    transaction: Transaction,
    { id, accountStatus }: User,
    wanted: AccountStatus,
  ): Promise<Verdict> {
    const nothing = { holdId: undefined, warnings: [], over: 0, passed: [] };
    if (!this.watches(scope) || accountStatus === 'inactive') return nothing;
    const ledger = new StoredLedger(scope, transaction, this.tables);
    if (wanted === 'active') {
      const holds = await this.withdraw(ledger, [id]);
      return { ...nothing, warnings: [...holds.values()].map(withdrawn) };
    }
    const { deprovisioningGuard } = scope.tenant;
    const { requestId } = scope;
    const weighed = await weigh(ledger, deprovisioningGuard, scope.run, [{ userId: id, requestId }]);
    await this.tell(scope, transaction, weighed);
    const warnings = weighed.warned.has(id) ? [overThreshold()] : [];
    const { over, passed } = weighed;
    return { holdId: weighed.held.get(id), warnings, over, passed };
  }

  /** To be called once the transaction is committed: what is run again must not be counted and logged again. */
  count({ tenant, tenantId, requestId }: Scope, { over, passed }: Pick<Weighed, 'over' | 'passed'>): void {
    const { mode } = tenant.deprovisioningGuard;
    if (over > 0) this.totals.set(mode, (this.totals.get(mode) ?? 0) + over);
    const msg = 'a threshold of de-provisionings was passed';
    for (const { run, people } of passed) this.logger.warn({ msg, tenantId, requestId, run, people, mode });
  }

  /** Nobody else than a caller of the API is guarded against. */
  private watches(scope: Scope): boolean {
    return isCaller(scope) && isWatched(scope);
  }

  private async judgeWith(
    ledger: Ledger,
    scope: Scope,
    people: People,
    stored: readonly User[],
  ): Promise<{ batch: JudgedBatch; weighed: Weighed }> {
    const foreseen = planBatch(scope, people, new Directory(stored), placeholderIds(), new Date());
    const asked = askedBy(people, foreseen, scope.requestId);
    const weighed = await weigh(ledger, scope.tenant.deprovisioningGuard, scope.run, asked);
    const holds = await this.withdraw(ledger, saidActive(people, foreseen));
    return { batch: new JudgedBatch(people, foreseen, weighed, holds), weighed };
  }

  private async withdraw(ledger: Ledger, userIds: readonly string[]): Promise<HoldIds> {
    if (userIds.length === 0) return NO_HOLDS;
    const open = await ledger.open(userIds);
    await ledger.withdraw([...open.keys()], new Date());
    return open;
  }

  private async tell(scope: Scope, transaction: Transaction, { passed }: Weighed): Promise<void> {
    const { mode } = scope.tenant.deprovisioningGuard;
    if (passed.length > 0) await this.events.announce(scope, transaction, LIMITS_PASSED, { mode, passed });
  }
}

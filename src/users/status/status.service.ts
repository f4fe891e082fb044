import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { success, type Success, type Warning } from '../../http/answers.js';
import type { Day } from '../../tenancy/time/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { DeprovisioningLimits, type Verdict } from '../deprovisioning-limits/deprovisioning-limits.js';
import type { Approval } from '../model/awaiting-source/awaited-field.js';
import { type CommitteeImpact, CommitteeImpacts, impactIn } from '../model/committee-impacts.js';
import { type UserSummaryDto, summariseUser } from '../model/dto/user.dto.js';
import { keepActiveEnded, keptActiveBy } from '../model/keep-active/keep-active.js';
import { KeepActiveService } from '../model/keep-active/keep-active.service.js';
import { StatusChanges } from '../model/status-changes.js';
import type { User } from '../model/user.entity.js';
import type { AccountStatus } from '../model/account.js';
import { OutcomeAccount } from '../statistics/outcome-account.js';
import { NamedUsers } from './named-users.js';

/** The answer of a status call; 202 when the change is held. */
export interface StatusSet {
  readonly status: 200 | 202;
  readonly answer: Success<UserSummaryDto>;
}

/** What is asked of a status call besides the status. */
export interface StatusOptions {
  /** `hold`: a de-provisioning that takes a member from committees is held. */
  readonly ifImpact?: 'hold' | undefined;
  /** Of an administrator; the status then awaits its source. */
  readonly approval?: Approval;
  /** Of an administrator who sets the person to active: the last day of the rule that keeps them so; null ends it. */
  readonly keepActiveUntil?: Day | null | undefined;
}

/** What a status call did to the person. */
interface Done {
  readonly user: User;
  readonly result: 'changed' | 'unchanged' | 'held' | 'rejected';
  readonly previousStatus: AccountStatus;
  readonly sessionsEnded: number;
  readonly holdId?: string | null;
  readonly impact: CommitteeImpact | undefined;
  readonly warnings: readonly Warning[];
}

const MESSAGES = { held: 'DEPROVISIONING HELD', rejected: 'NO CHANGE', unchanged: 'NO CHANGE' } as const;

/** De-provisions and restores single people (contract, 2.5). */
@Injectable()
export class StatusService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly named: NamedUsers,
    private readonly statuses: StatusChanges,
    private readonly limits: DeprovisioningLimits,
    private readonly keepActive: KeepActiveService,
    private readonly impacts: CommitteeImpacts,
    private readonly account: OutcomeAccount,
  ) {}

  /**
   * Changes the account status and nothing else, unless the change is held or was rejected. Sessions end in the same
   * transaction, so they are invalid when the answer arrives. An ID from a caller means whom it means in a post: an
   * administrator may have decided that it was given to another person.
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {Erased} when the user was erased
   * @throws {RunFinished} when the run of the call was finished
   */
  async set(
    scope: Scope,
    idOrLegacyNumber: string,
    accountStatus: AccountStatus,
    options: StatusOptions = {},
  ): Promise<StatusSet> {
    const { keepActiveUntil, approval } = options;
    if (typeof keepActiveUntil === 'string') this.keepActive.check(scope, keepActiveUntil);
    const done = await this.named.during(scope, idOrLegacyNumber, () =>
      this.unitOfWork.run(async (transaction) => {
        const isCaller = approval === undefined;
        const { user, warnings } = await this.named.lock(scope, transaction, idOrLegacyNumber, isCaller);
        const applied = await this.apply(scope, transaction, user, accountStatus, options);
        return { ...applied, warnings: [...warnings, ...applied.warnings] };
      }),
    );
    this.count(scope, done);
    return { status: done.result === 'held' ? 202 : 200, answer: answerOf(done) };
  }

  private async apply(
    scope: Scope,
    transaction: Transaction,
    user: User,
    accountStatus: AccountStatus,
    options: StatusOptions,
  ): Promise<Done> {
    const isDeparture = user.accountStatus === 'active' && accountStatus === 'inactive';
    const impact = (await this.impacts.of(scope, transaction, isDeparture ? [user] : [])).get(user.id);
    const { holdId, isRejected, warnings } = await this.verdict(scope, transaction, user, accountStatus, {
      isHeld: options.ifImpact === 'hold' && (impact?.students ?? 0) > 0,
    });
    const stays = { user, previousStatus: user.accountStatus, sessionsEnded: 0, impact, warnings };
    if (holdId !== undefined) return { ...stays, result: 'held', holdId };
    if (isRejected) return { ...stays, result: 'rejected' };
    const { approval, keepActiveUntil } = options;
    const rule = accountStatus === 'inactive' ? keptActiveBy(scope, user, nowOf(scope)) : null;
    const { after, sessionsEnded } = await this.statuses.change(scope, transaction, [user], accountStatus, {
      approval,
    });
    if (keepActiveUntil !== undefined) await this.keepActive.set(scope, transaction, user, keepActiveUntil);
    const allWarnings = rule === null ? warnings : [...warnings, keepActiveEnded(rule)];
    const [changed] = after;
    return changed === undefined
      ? { ...stays, result: 'unchanged', sessionsEnded, warnings: allWarnings }
      : { ...stays, result: 'changed', user: changed, sessionsEnded, warnings: allWarnings };
  }

  private verdict(
    scope: Scope,
    transaction: Transaction,
    user: User,
    accountStatus: AccountStatus,
    { isHeld }: { readonly isHeld: boolean },
  ): Promise<Verdict> {
    return isHeld
      ? this.limits.hold(scope, transaction, user)
      : this.limits.applyToOne(scope, transaction, user, accountStatus);
  }

  private count(scope: Scope, { result, user }: Done): void {
    const isChanged = result === 'changed';
    const isActive = user.accountStatus === 'active';
    const counts = {
      deprovisioned: isChanged && !isActive ? 1 : 0,
      restored: isChanged && isActive ? 1 : 0,
      keptActive: result === 'rejected' ? 1 : 0,
    };
    this.account.accountRun(scope, [{ kind: isChanged ? 'updated' : 'unchanged', counts }], 1);
  }
}

function answerOf(done: Done): Success<UserSummaryDto> {
  const { user, result, previousStatus, sessionsEnded, holdId, impact, warnings } = done;
  const isChanged = result === 'changed';
  const changedTo = user.accountStatus === 'inactive' ? 'USER DEPROVISIONED' : 'USER RESTORED';
  const meta = {
    changed: isChanged ? ['accountStatus'] : [],
    previousStatus,
    sessionsEnded,
    ...(result === 'held' ? { holdId: holdId ?? null } : {}),
    ...(isChanged || result === 'held' ? impactIn(impact) : {}),
  };
  const message = isChanged ? changedTo : MESSAGES[result];
  return success(summariseUser(user), { message, meta, warnings });
}

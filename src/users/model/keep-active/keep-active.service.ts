import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../../database/transaction/transaction.js';
import { problemIn } from '../../../errors/refusal.js';
import { ValidationFailed } from '../../../errors/request.errors.js';
import { TransactionEvents } from '../../../events/transaction-events.js';
import { addDays, type Day, dayIn } from '../../../tenancy/time/calendar.js';
import { sentence } from '../../../texts/sentence.js';
import type { KeepActive } from './keep-active-decision.js';
import type { Scope } from '../../../tenancy/scope.js';
import { nowOf } from '../../../tenancy/time/tenant-clock.js';
import { keptActiveBy, LONGEST_KEEP_DAYS } from './keep-active.js';
import { KEEP_ACTIVE_SET } from '../user-facts.js';
import type { User } from '../user.entity.js';
import { UserWritesRepository } from '../user-writes.repository.js';

/** A person, and the rule that the person gets. */
export interface RuleOfUser {
  readonly user: User;
  readonly rule: KeepActive | null;
}

/** Sets and takes away the rules that keep people active (docs/decisions/0054). */
@Injectable()
export class KeepActiveService {
  constructor(
    private readonly users: UserWritesRepository,
    private readonly events: TransactionEvents,
  ) {}

  /**
   * Checks the last day of a rule.
   * @throws {ValidationFailed} when it is over, or more than a year ahead
   */
  check({ tenant }: Pick<Scope, 'tenant'>, until: Day): void {
    const today = dayIn(tenant.timeZone, nowOf({ tenant }));
    const latest = addDays(today, LONGEST_KEEP_DAYS);
    if (until >= today && until <= latest) return;
    const rule = sentence('must be a day from {today} to {latest}', { today, latest });
    throw new ValidationFailed([problemIn('keepActiveUntil', 'isInRange', rule)]);
  }

  /**
   * Sets the rule of a person, who is locked and active, or takes it away with null. The same rule again changes
   * nothing.
   */
  async set(scope: Scope, transaction: Transaction, user: User, until: Day | null): Promise<void> {
    const before = user.keepActive;
    if ((before?.until ?? null) === until) return;
    const since = nowOf(scope).toISOString();
    const after = until === null ? null : { until, since, actor: scope.actor };
    await this.replaceAll(scope, transaction, [{ user, rule: after }]);
  }

  /**
   * Sets the rule of people who are locked, with what an administrator has just decided about them. Inactive people are
   * left out, and those who are kept active until a later day.
   * @param since when it was decided
   */
  async setAll(
    scope: Scope,
    transaction: Transaction,
    users: readonly User[],
    until: Day,
    since: Date,
  ): Promise<void> {
    const kept = users.filter((user) => {
      const rule = keptActiveBy(scope, user, since);
      return user.accountStatus === 'active' && (rule === null || rule.until < until);
    });
    const rule = { until, since: since.toISOString(), actor: scope.actor };
    await this.replaceAll(
      scope,
      transaction,
      kept.map((user) => ({ user, rule })),
    );
  }

  /** Gives people who are locked these rules in place of theirs; null takes a rule away. */
  async replaceAll(scope: Scope, transaction: Transaction, rules: readonly RuleOfUser[]): Promise<void> {
    if (rules.length === 0) return;
    await this.users.storeKeepActive(
      transaction,
      rules.map(({ user, rule }) => ({ ...user, keepActive: rule })),
    );
    for (const { user, rule: after } of rules) {
      const { id: userId, keepActive: before } = user;
      await this.events.announce(scope, transaction, KEEP_ACTIVE_SET, { userId, before, after });
    }
  }
}

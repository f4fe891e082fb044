import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../../database/transaction/transaction.js';
import { problemIn } from '../../../errors/refusal.js';
import { ValidationFailed } from '../../../errors/request.errors.js';
import { TransactionEvents } from '../../../events/transaction-events.js';
import { addDays, type Day, dayIn } from '../../../tenancy/time/calendar.js';
import { sentence } from '../../../texts/sentence.js';
import type { Scope } from '../../../tenancy/scope.js';
import { nowOf } from '../../../tenancy/time/tenant-clock.js';
import { LONGEST_KEEP_DAYS } from './keep-active.js';
import { KEEP_ACTIVE_SET } from '../user-facts.js';
import type { User } from '../user.entity.js';
import { UserWritesRepository } from '../user-writes.repository.js';

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
    await this.users.storeKeepActive(transaction, [{ ...user, keepActive: after }]);
    await this.events.announce(scope, transaction, KEEP_ACTIVE_SET, { userId: user.id, before, after });
  }
}

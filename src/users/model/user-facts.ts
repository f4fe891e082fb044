import type { Transaction } from '../../database/transaction/transaction.js';
import { fact } from '../../events/fact.js';
import type { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import type { UserChange } from './outcome.js';
import type { User } from './user.entity.js';

/** People were created, or say something else. */
export const USER_CHANGED = fact<Scope, readonly UserChange[]>('user.changed');

/** People were active and are not any more. A handler answers how many sessions it ended. */
export const USER_DEPROVISIONED = fact<Scope, readonly User[], number>('user.deprovisioned');

/**
 * Announces what was written of people: first `user.changed`, then `user.deprovisioned` of those who lost their access.
 * @returns how many sessions ended
 */
export async function announceChanges(
  events: TransactionEvents,
  scope: Scope,
  transaction: Transaction,
  changes: readonly UserChange[],
): Promise<number> {
  await events.announce(scope, transaction, USER_CHANGED, changes);
  const gone = changes
    .filter(({ before, after }) => before?.accountStatus === 'active' && after.accountStatus === 'inactive')
    .map(({ after }) => after);
  if (gone.length === 0) return 0;
  const ended = await events.announce(scope, transaction, USER_DEPROVISIONED, gone);
  return ended.reduce((sum, sessions) => sum + sessions, 0);
}

import type { Transaction } from '../../database/transaction/transaction.js';
import { fact } from '../../events/fact.js';
import type { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import type { NamedAwaitedField } from './awaiting-source/awaited-field.js';
import type { KeepActive } from './keep-active/keep-active-decision.js';
import type { UserChange } from './outcome.js';
import type { User } from './user.entity.js';

/** People were created or changed. */
export const USER_CHANGED = fact<Scope, readonly UserChange[]>('user.changed');

/** People who were active became inactive. A handler returns how many sessions it ended. */
export const USER_DEPROVISIONED = fact<Scope, readonly User[], number>('user.deprovisioned');

/** An approved value that a source has replaced by the former one. */
export interface PutBack {
  readonly userId: string;
  readonly awaited: NamedAwaitedField;
  /** The request, where requests share a batch; otherwise that of the scope applies. */
  readonly requestId?: string;
}

/** Sources have replaced approved values by the former ones. */
export const APPROVALS_PUT_BACK = fact<Scope, readonly PutBack[]>('user.approvals-put-back');

/** A rule that keeps a person active was set, or taken away. */
export interface KeepActiveSet {
  readonly userId: string;
  readonly before: KeepActive | null;
  readonly after: KeepActive | null;
}

/** An administrator has decided until when a person is kept active. */
export const KEEP_ACTIVE_SET = fact<Scope, KeepActiveSet>('user.keep-active-set');

/**
 * Announces written changes: first `user.changed`, then `user.deprovisioned` for the people who became inactive.
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

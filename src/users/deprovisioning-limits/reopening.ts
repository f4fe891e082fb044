import {
  AnotherHoldOpen,
  DecidedTooLongAgo,
  HoldNotFound,
  HoldWithdrawn,
  KeptActiveSince,
  NotReleasedByDecision,
  StatusChangedSince,
} from '../../errors/users.errors.js';
import type { UserHistoryEntry } from '../history/user-change.entity.js';
import type { User } from '../model/user.entity.js';
import type { HeldRequest } from './held-request.entity.js';

/** Why the decision about a hold cannot be taken back. */
export type NotReopened =
  | AnotherHoldOpen
  | DecidedTooLongAgo
  | HoldNotFound
  | HoldWithdrawn
  | KeptActiveSince
  | NotReleasedByDecision
  | StatusChangedSince;

/** What is known of the person of a hold that was decided. */
export interface PersonOfHold {
  /** Undefined: not stored any more. */
  readonly user: Pick<User, 'accountStatus' | 'inactiveCause'> | undefined;
  readonly hasOpenHold: boolean;
  /** Whether an administrator keeps the person active today. */
  readonly isKeptActive: boolean;
  /** Of the status, those before the decision included or not. */
  readonly changes: readonly StatusChange[];
}

export type StatusChange = Pick<UserHistoryEntry, 'id' | 'at'>;

type DecidedHold = Pick<HeldRequest, 'status' | 'decidedAt' | 'lastChange' | 'cause'>;

/** A row that changes nothing leaves no trace, so older decisions may not be what the sources say any more. */
export const LONGEST_REOPENED_DAYS = 7;
const DAY_MS = 86_400_000;

/** A release is a change of the status itself; a rejection is none. */
const CHANGES = { released: 1, rejected: 0 } as const;

/** By the numbers of the history: the clocks of two processes differ. */
function changesSince(
  { decidedAt, lastChange }: DecidedHold,
  changes: readonly StatusChange[],
): readonly StatusChange[] {
  if (lastChange !== null) return changes.filter(({ id }) => id > lastChange);
  // A rejection of before this was stored.
  return changes.filter(({ at }) => decidedAt !== null && at >= decidedAt);
}

/**
 * Why the decision about a hold cannot be taken back; undefined when it can. Of a release the person must still be
 * inactive for its cause, of a rejection still active, and nothing else may have changed the status since.
 */
export function refusalOf(
  hold: DecidedHold,
  { user, hasOpenHold, isKeptActive, changes }: PersonOfHold,
  now: Date,
): NotReopened | undefined {
  const { status, decidedAt, lastChange, cause } = hold;
  if (status === 'withdrawn') return new HoldWithdrawn();
  if (status === 'held' || decidedAt === null) return undefined;
  if (user === undefined) return new HoldNotFound();
  if (hasOpenHold) return new AnotherHoldOpen();
  if (isKeptActive) return new KeptActiveSince();
  if (now.getTime() - decidedAt.getTime() > LONGEST_REOPENED_DAYS * DAY_MS)
    return new DecidedTooLongAgo(LONGEST_REOPENED_DAYS);
  const since = changesSince(hold, changes);
  // Who de-provisions a person in another way closes the hold, too, which is then `released`. Nor is the change of the
  // release known any more once the history has forgotten it.
  if (status === 'released' && (lastChange === null || since.length === 0))
    return new NotReleasedByDecision();
  const isAsLeft =
    status === 'released'
      ? user.accountStatus === 'inactive' && user.inactiveCause === cause
      : user.accountStatus === 'active';
  return isAsLeft && since.length === CHANGES[status] ? undefined : new StatusChangedSince();
}

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

export type StatusChange = Pick<UserHistoryEntry, 'at' | 'actor' | 'run'>;

type DecidedHold = Pick<HeldRequest, 'status' | 'decidedAt' | 'decidedBy' | 'run' | 'cause'>;

/** A row that changes nothing leaves no trace, so older decisions may not be what the sources say any more. */
export const LONGEST_REOPENED_DAYS = 7;
const DAY_MS = 86_400_000;

/** A release is a change of the status itself; a rejection is none. */
const CHANGES = { released: 1, rejected: 0 } as const;

/**
 * Who de-provisions a person in another way closes the hold, too, which is then `released`. The change of a release is
 * of the administrator who decided, in the run of the hold.
 */
function isReleasedByDecision({ decidedBy, run }: DecidedHold, [change]: readonly StatusChange[]): boolean {
  const isOfAdministrator = decidedBy?.startsWith('admin:') === true;
  return isOfAdministrator && change?.actor === decidedBy && change.run === run;
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
  const { status, decidedAt, cause } = hold;
  if (status === 'withdrawn') return new HoldWithdrawn();
  if (status === 'held' || decidedAt === null) return undefined;
  if (user === undefined) return new HoldNotFound();
  if (hasOpenHold) return new AnotherHoldOpen();
  if (isKeptActive) return new KeptActiveSince();
  if (now.getTime() - decidedAt.getTime() > LONGEST_REOPENED_DAYS * DAY_MS)
    return new DecidedTooLongAgo(LONGEST_REOPENED_DAYS);
  const since = changes.filter(({ at }) => at >= decidedAt);
  if (status === 'released' && !isReleasedByDecision(hold, since)) return new NotReleasedByDecision();
  const isAsLeft =
    status === 'released'
      ? user.accountStatus === 'inactive' && user.inactiveCause === cause
      : user.accountStatus === 'active';
  return isAsLeft && since.length === CHANGES[status] ? undefined : new StatusChangedSince();
}

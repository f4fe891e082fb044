import type { Warning } from '../../http/answers.js';
import { dayIn } from '../../tenancy/time/calendar.js';
import { hourOf, HOURS } from './allowance.js';
import type { HeldRequest } from './held-request.entity.js';

/** When a hold was asked for and rejected. */
type Rejection = Pick<HeldRequest, 'requestedAt' | 'decidedAt'>;

/** By user: the warning that an administrator has rejected the de-provisioning. */
export type Rejections = ReadonlyMap<string, Warning>;

export const NO_REJECTIONS: Rejections = new Map<string, Warning>();

/** No rejection that was made earlier stands: days have up to 25 hours. */
export const LONGEST_STANDING_MS = 2 * 86_400_000;

/**
 * Whether a rejection still answers the calls of its run: while the calls of the hour of the request count for the run,
 * and until the day of the decision is over by the tenant's calendar. So a run may be sent again after its holds were
 * decided, and a name that is used every night asks again the next night.
 */
export function stands({ requestedAt, decidedAt }: Rejection, timeZone: string, now: Date): boolean {
  if (decidedAt === null) return false;
  const ofThisRun = hourOf(requestedAt) > hourOf(now) - HOURS;
  return ofThisRun || dayIn(timeZone, decidedAt) >= dayIn(timeZone, now);
}

export function rejectedBefore(holdId: string, run: string | undefined): Warning {
  const calls = run === undefined ? 'calls without a run' : `the run ${run}`;
  const message = `accountStatus stays active: an administrator rejected ${holdId}, the de-provisioning by ${calls}`;
  return { field: 'accountStatus', code: 'DEPROVISIONING_REJECTED', message };
}

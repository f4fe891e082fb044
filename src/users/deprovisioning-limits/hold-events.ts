import type { Change } from '../../change-feed/change.js';
import type { HeldRequest } from './held-request.entity.js';

type Hold = Pick<HeldRequest, 'id' | 'userId' | 'run' | 'status'>;

/** A hold that was opened, or that has the status of its end now. */
export function eventOf({ id: holdId, userId: subject, run, status }: Hold): Change {
  return status === 'held'
    ? { type: 'user.hold-opened.v1', subject, data: { holdId, decision: null, run }, part: holdId }
    : { type: 'user.hold-decided.v1', subject, data: { holdId, decision: status, run }, part: holdId };
}

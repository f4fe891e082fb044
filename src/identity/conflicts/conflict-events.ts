import type { Change } from '../../change-feed/change.js';
import type { IdentityConflictEntry } from './identity-conflict.entity.js';

/** A conflict that was opened, decided or taken back. */
export function eventOf(conflict: IdentityConflictEntry): Change {
  const { id: subject, status, decision, userId, ownerId, newUserId } = conflict;
  const userIds = [...new Set([userId, ownerId, newUserId].filter((one) => one !== null))];
  if (status === 'open') return { type: 'conflict.opened.v1', subject, data: { userIds, decision: null } };
  const decided = status === 'taken_back' ? status : decision;
  return { type: 'conflict.decided.v1', subject, data: { userIds, decision: decided } };
}

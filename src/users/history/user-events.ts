import type { Change } from '../../change-feed/change.js';
import type { UserHistoryEntry } from './user-change.entity.js';

/** The events of an entry of the history; a change of the status is an event of its own. */
export function eventsOf({
  userId: subject,
  kind,
  fields,
  run,
  actor,
}: Pick<UserHistoryEntry, 'userId' | 'kind' | 'fields' | 'run' | 'actor'>): Change[] {
  const data = { changed: [], run, actor };
  if (kind === 'inserted') return [{ type: 'user.created.v1', subject, data }];
  const names = (fields ?? []).map(({ field }) => field);
  const status = fields?.find(({ field }) => field === 'accountStatus');
  const ofStatus = status === undefined ? [] : ['accountStatus', 'inactiveCause'];
  const changed = names.filter((name) => !ofStatus.includes(name));
  const events: Change[] = [];
  if (changed.length > 0) events.push({ type: 'user.updated.v1', subject, data: { ...data, changed } });
  if (status !== undefined) {
    const type = status.after === 'active' ? 'user.restored.v1' : 'user.deprovisioned.v1';
    events.push({ type, subject, data });
  }
  return events;
}

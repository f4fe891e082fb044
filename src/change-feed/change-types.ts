import type { AccessScope } from '../http/access-scopes.js';

/** The types of events (contract, section 14), and the scope that a credential needs to read them. */
export const CHANGE_TYPES = {
  'user.created.v1': 'users',
  'user.updated.v1': 'users',
  'user.deprovisioned.v1': 'users',
  'user.restored.v1': 'users',
  'user.erased.v1': 'users',
  'user.hold-opened.v1': 'users',
  'user.hold-decided.v1': 'users',
  'conflict.opened.v1': 'users',
  'conflict.decided.v1': 'users',
  'run.finished.v1': 'users',
  'progress.changed.v1': 'progress',
  'progress.removed.v1': 'progress',
  'submission.status-changed.v1': 'sync',
  'sync.item-changed.v1': 'sync',
} as const satisfies Readonly<Record<string, AccessScope>>;

export type ChangeType = keyof typeof CHANGE_TYPES;
export type FeedScope = (typeof CHANGE_TYPES)[ChangeType];

export const TYPE_NAMES = Object.keys(CHANGE_TYPES) as readonly ChangeType[];
export const FEED_SCOPES = [...new Set(Object.values(CHANGE_TYPES))] as readonly FeedScope[];

const FAMILY = /^(\w+)\.\*$/;

/** The types of a name: itself, or all of a family for `user.*`; none for a name that is unknown. */
export function typesNamed(name: string): ChangeType[] {
  const family = FAMILY.exec(name)?.[1];
  return TYPE_NAMES.filter(
    (type) => type === name || (family !== undefined && type.startsWith(`${family}.`)),
  );
}

import { createHash } from 'node:crypto';

import { emailKeyOf } from '../../users/model/user-ids.js';
import type { AuditEvent } from '../audit-event.entity.js';

/** What stands where the name or the address of an erased person stood. */
export const ERASED = 'erased';
/** What stands there when the server key is not the one under which it was written. */
export const UNREADABLE = 'unreadable';

/** The part of an entry in which people may be named. */
export type Naming = Pick<AuditEvent, 'action' | 'actor' | 'target' | 'address' | 'before' | 'after'>;

/** A value that names a person, and whose it is. */
export interface PersonalValue {
  /** A user's ID, or {@link ownerOfAddress}. */
  readonly owner: string;
  /** Members and indexes: `['after', 'recipients', '0']`. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Members of `before` and `after` that name the user in the target. Each new action is looked through for them. */
const OF_TARGET: Readonly<Record<string, readonly string[]>> = {
  'admin.invited': ['email'],
  'admin.passkey-added': ['name'],
  'admin.passkey-removed': ['name'],
  'conflict.decided': ['externalId'],
  'conflict.taken-back': ['externalId'],
  // Free text, in which an administrator may name the person.
  'user.legal-hold-removed': ['reason'],
  'user.legal-hold-set': ['reason'],
};

/** The addresses in these are of people who need not be users. */
const WITH_RECIPIENTS: ReadonlySet<string> = new Set(['alerts.changed', 'alerts.test-sent']);

/** Owns what is about an e-mail address instead of a user. */
export function ownerOfAddress(email: string): string {
  const digest = createHash('sha256').update(emailKeyOf(email.trim())).digest('hex');
  return `mail:${digest.slice(0, 40)}`;
}

/** Whether the owner is a user, whose ID is never given to another person. */
export function isUser(owner: string): boolean {
  return !owner.startsWith('mail:');
}

function userIn(text: string, prefix: 'admin:' | 'user:'): string | undefined {
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}

function valuesOfTarget({ action, target, before, after }: Naming): PersonalValue[] {
  const owner = userIn(target, 'user:');
  const members = OF_TARGET[action] ?? [];
  if (owner === undefined || members.length === 0) return [];
  return Object.entries({ before, after }).flatMap(([side, values]) =>
    members
      .filter((member) => values?.[member] !== undefined && values[member] !== null)
      .map((member) => ({ owner, path: [side, member], value: values?.[member] })),
  );
}

/** Every text in a list `recipients`, at any depth. */
function recipientsIn(value: unknown, path: readonly string[], isRecipients = false): PersonalValue[] {
  if (typeof value === 'string') return isRecipients ? [{ owner: ownerOfAddress(value), path, value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    recipientsIn(member, [...path, name], name === 'recipients' || (isRecipients && Array.isArray(value))),
  );
}

/**
 * What names people in an entry. The client's address is an administrator's; that of a key is of a server of the
 * university, and stays in the entry.
 */
export function personalValuesOf(event: Naming): PersonalValue[] {
  const { action, actor, address, before, after } = event;
  const administrator = userIn(actor, 'admin:');
  return [
    ...(administrator === undefined || address === null
      ? []
      : [{ owner: administrator, path: ['address'], value: address }]),
    ...valuesOfTarget(event),
    ...(WITH_RECIPIENTS.has(action) ? recipientsIn({ before, after }, []) : []),
  ];
}

/** The part of an entry in which people may be named, with other values at these paths. */
export function withValues(
  { address, before, after }: Pick<Naming, 'address' | 'before' | 'after'>,
  changes: readonly (readonly [readonly string[], unknown])[],
): Pick<Naming, 'address' | 'before' | 'after'> {
  const copy = structuredClone({ address, before, after });
  for (const [path, changed] of changes) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), copy);
    const last = path.at(-1);
    if (isRecord(parent) && last !== undefined) parent[last] = changed;
  }
  return copy;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

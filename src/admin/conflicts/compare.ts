import { isDeepStrictEqual } from 'node:util';

import { changedSince, type Identity, identityOf } from '../../identity/conflicts/identity.js';
import type { IdentityConflictEntry } from '../../identity/conflicts/identity-conflict.entity.js';
import type { AppliedChanges } from '../../identity/conflicts/applied-rows.js';
import { asSuccessor, isDecidable } from '../../identity/conflicts/rows-of-decision.js';
import type { FieldChange } from '../../users/model/fields/field-changes.js';
import { fieldValue } from '../../users/model/fields/field-values.js';
import type { User } from '../../users/model/user.entity.js';
import type { ChangedPersonDto, ComparedFieldDto } from './conflicts.dto.js';

/** What distinguishes people comes first. */
const COMPARED = [
  'email',
  'firstName',
  'lastName',
  'accountType',
  'role',
  'legacyNumber',
  'monthOfEntry',
  'yearOfEntry',
  'programId',
  'schoolProgram',
  'degree',
  'accountStatus',
] as const;

type Values = Readonly<Record<string, unknown>>;

/** Of a person who is not stored any more, what was seen when the question was asked. */
function valuesOf(user: User | undefined, seen: object | null | undefined): Values {
  return { ...(user === undefined ? seen : { ...identityOf(user), ...user }) };
}

/**
 * What was sent last beside what is stored now; rows that were applied nevertheless beside what was stored before.
 * @param applied what such rows have changed; null where none was applied
 */
export function comparedFields(
  conflict: IdentityConflictEntry,
  user: User | undefined,
  owner: User | undefined,
  applied: AppliedChanges | null,
): ComparedFieldDto[] {
  const { sent, seen, ownerId } = conflict;
  if (sent === null) return [];
  const { person } = sent;
  const { externalId, ...values } =
    user === undefined || applied === null ? person : asSuccessor(conflict, person, user, applied);
  const wanted: Values = { ...values, legacyNumber: externalId };
  const before = Object.fromEntries((applied?.changes ?? []).map(({ field, before: was }) => [field, was]));
  const stored: Values = { ...valuesOf(user, seen?.user), ...before };
  const other: Values = ownerId === null ? {} : valuesOf(owner, seen?.owner);
  return COMPARED.map((field) => {
    const [is, was] = [wanted[field] ?? null, stored[field] ?? null];
    const differs = wanted[field] !== undefined && !isDeepStrictEqual(is, was);
    return { field, sent: is, stored: was, owner: other[field] ?? null, differs };
  });
}

/** @param later what the history has of them since */
function changesOf(
  seen: Identity,
  user: User | undefined,
  later: readonly FieldChange[],
): ChangedPersonDto[] {
  if (user === undefined) return [{ userId: seen.id, field: null, before: null, now: null }];
  const before = new Map<string, unknown>(later.map((change) => [change.field, change.before]));
  const ofIdentity = changedSince(seen, user).map((name) => name.slice(seen.id.length + 1));
  return [...new Set([...ofIdentity, ...before.keys()])].map((field) => {
    const was: unknown = before.has(field) ? before.get(field) : Reflect.get(seen, field);
    return { userId: seen.id, field, before: was ?? null, now: fieldValue(user, field) };
  });
}

/**
 * What of the people has changed since they were seen last, so that the next decision but `ignore` is refused once.
 * @param later what has changed since of a user whose row was applied nevertheless
 */
export function changedSinceSeen(
  conflict: IdentityConflictEntry,
  user: User | undefined,
  owner: User | undefined,
  later: readonly FieldChange[],
): ChangedPersonDto[] {
  const { seen } = conflict;
  if (seen === null || !isDecidable(conflict)) return [];
  return [
    ...changesOf(seen.user, user, later),
    ...(seen.owner === null ? [] : changesOf(seen.owner, owner, [])),
  ];
}

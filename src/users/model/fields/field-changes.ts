import { isDeepStrictEqual } from 'node:util';

import type { AwaitedField } from '../awaiting-source/awaited-field.js';
import { PROFILE } from './field-values.js';
import type { User } from '../user.entity.js';

/** A field that has another value now. Null means "not set": the default applies, if there is one. */
export interface FieldChange {
  /** As a caller writes it: `degree`, `facultyProfile.leaveUntil`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** In a history: the approval that this change has ended or replaced. */
  readonly awaited?: AwaitedField;
}

/** Fields that a caller cannot change, and the profile, which is compared field by field. */
const NOT_COMPARED = new Set<string>([
  'tenantId',
  'id',
  'emailKey',
  'bodyHash',
  'awaitingSource',
  'keepActive',
  'nameKey',
  'createdAt',
  'updatedAt',
  'changedAt',
  'facultyProfile',
] satisfies (keyof User)[]);

/** Called for every row of a nightly upload, so it creates no objects but the differences. */
function differences<T extends object>(before: T, after: T, prefix = ''): FieldChange[] {
  const changes: FieldChange[] = [];
  const compare = (name: keyof T & string): void => {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    if (!isDeepStrictEqual(was, is)) changes.push({ field: `${prefix}${name}`, before: was, after: is });
  };
  for (const name in after) if (prefix !== '' || !NOT_COMPARED.has(name)) compare(name);
  for (const name in before) if (!(name in after)) compare(name);
  return changes;
}

/** The fields that differ between two states of a person; the faculty profile field by field. A pure function. */
export function fieldChanges(before: User, after: User): FieldChange[] {
  const changes = differences(before, after);
  if (before.facultyProfile === after.facultyProfile) return changes;
  const profile = differences(before.facultyProfile ?? {}, after.facultyProfile ?? {}, PROFILE);
  return [...changes, ...profile];
}

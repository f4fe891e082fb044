import { isDeepStrictEqual } from 'node:util';

import type { AwaitedField } from '../awaiting-source/awaited-field.js';
import type { CreateUpdateUserDto } from '../dto/create-update-user.dto.js';
import type { FieldChange } from './field-changes.js';
import { fieldValue, PROFILE, sameAs } from './field-values.js';
import type { SentPerson } from '../outcome.js';
import { INACTIVE_CAUSES } from '../inactive-cause.js';
import type { User } from '../user.entity.js';

const CAUSE = 'inactiveCause';

/** A row with other values of these fields. */
export function withValues(
  person: CreateUpdateUserDto,
  fields: readonly { readonly field: string; readonly value: unknown }[],
): CreateUpdateUserDto {
  const values: Record<string, unknown> = { ...person };
  const profile: Record<string, unknown> = { ...person.facultyProfile };
  for (const { field, value } of fields)
    if (field === 'legacyNumber') values['externalId'] = value;
    else if (field.startsWith(PROFILE)) profile[field.slice(PROFILE.length)] = value;
    else values[field] = value;
  if (Object.keys(profile).length > 0) values['facultyProfile'] = profile;
  return values as unknown as CreateUpdateUserDto;
}

/** The values that these fields had before, as a row that names its user. */
export function rowBefore(user: User, changes: readonly FieldChange[]): SentPerson {
  const awaited: Record<string, AwaitedField> = {};
  for (const { field, awaited: approved } of changes) if (approved !== undefined) awaited[field] = approved;
  const earlier = changes.find(({ field }) => field === CAUSE)?.before;
  const cause = INACTIVE_CAUSES.find((one) => one === earlier) ?? null;
  const before = changes
    .filter(({ field }) => field !== CAUSE)
    .map((change) => ({ field: change.field, value: change.before }));
  const intent = { kind: 'restoration', awaited, inactiveCause: cause } as const;
  return { person: withValues(sameAs(user), before), userId: user.id, intent };
}

/** The fields that have another value than these changes gave them, as `950000001.firstName`. */
export function overwritten(user: User, changes: readonly FieldChange[]): string[] {
  return changes
    .filter(({ field, after }) => !isDeepStrictEqual(fieldValue(user, field), after))
    .map(({ field }) => `${user.id}.${field}`);
}

/** An address at which no mail arrives (RFC 6761), for a user whose address was given to another one. */
function formerAddress({ id }: User): string {
  return `${id}@former.invalid`;
}

/** The row with which a user gives the address up. */
export function withoutAddress(user: User, changes: readonly FieldChange[] = []): SentPerson {
  const row = rowBefore(user, changes);
  return { ...row, person: { ...row.person, email: formerAddress(user) } };
}

/** The row with which a user gives the number up. */
export function withoutNumber(user: User, changes: readonly FieldChange[] = []): SentPerson {
  const row = rowBefore(
    user,
    changes.filter(({ field }) => field !== 'legacyNumber'),
  );
  return { ...row, person: { ...row.person, externalId: null } };
}

import type { CreateUpdateUserDto } from '../dto/create-update-user.dto.js';
import type { User } from '../user.entity.js';
import { emailKeyOf } from '../user-ids.js';

/** What the names of the fields of a faculty profile begin with. */
export const PROFILE = 'facultyProfile.';

/** The stored value of a field, by its name in {@link FieldChange}; null when it is not set. */
export function fieldValue(user: User, field: string): unknown {
  const isOfProfile = field.startsWith(PROFILE);
  const holder: object = isOfProfile ? (user.facultyProfile ?? {}) : user;
  const value: unknown = Reflect.get(holder, isOfProfile ? field.slice(PROFILE.length) : field);
  return value ?? null;
}

/** The fields that every row has, as they are. */
export function sameAs({ email, firstName, lastName, accountType }: User): CreateUpdateUserDto {
  return { email, firstName, lastName, accountType };
}

/** A copy of the person with these values; null clears a field. The e-mail key follows the address. */
export function withFields(
  user: User,
  fields: readonly { readonly field: string; readonly value: unknown }[],
): User {
  const values: Record<string, unknown> = {};
  const profile: Record<string, unknown> = { ...user.facultyProfile };
  for (const { field, value } of fields) {
    const part = field.slice(PROFILE.length);
    if (!field.startsWith(PROFILE)) values[field] = value;
    else if (value === null) Reflect.deleteProperty(profile, part);
    else profile[part] = value;
  }
  const facultyProfile = Object.keys(profile).length === 0 ? null : profile;
  const after: User = Object.assign({ ...user }, values, { facultyProfile });
  after.emailKey = emailKeyOf(after.email);
  return after;
}

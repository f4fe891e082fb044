import { defaultName, effectiveRole } from '../../users/model/user-defaults.js';
import type { User } from '../../users/model/user.entity.js';
import type { WrittenFields } from '../links/written-fields.js';
import { isObject, type Resource, without } from '../schema/resource.js';
import { ENTERPRISE } from '../schema/urns.js';
import { chosenEmail, listIn, objectIn } from '../schema/resource-values.js';

export function writtenFieldsOf(user: User): WrittenFields {
  const { email, firstName, lastName, middleInitial, accountType, legacyNumber, schoolProgram } = user;
  const name = user.name ?? defaultName(user);
  const role = effectiveRole(user);
  return { email, firstName, lastName, middleInitial, name, accountType, role, legacyNumber, schoolProgram };
}

/** The e-mail addresses that were sent, with the person's own as it is now. */
export function withEmail(emails: readonly Resource[], email: string | null): Resource[] {
  const index = chosenEmail(emails);
  if (index < 0) return [...emails, { value: email, type: 'work', primary: true }];
  return emails.map((one, place) => (place === index ? { ...one, value: email } : one));
}

/** What the connection sent, without the values that another source has changed since. */
export function stillValid(kept: Resource, writtenFields: WrittenFields, now: WrittenFields): Resource {
  const differs = (...fields: (keyof WrittenFields)[]): boolean =>
    fields.some((field) => writtenFields[field] !== now[field]);
  const gone = (pairs: readonly (readonly [boolean, string])[]): string[] =>
    pairs.filter(([isGone]) => isGone).map(([, name]) => name);

  const valid = without(
    kept,
    gone([
      [differs('accountType'), 'userType'],
      [differs('role'), 'roles'],
      [differs('name'), 'displayName'],
    ]),
  );
  if (isObject(kept['name'])) {
    const parts = gone([
      [differs('firstName', 'lastName', 'middleInitial'), 'formatted'],
      [differs('middleInitial'), 'middleName'],
    ]);
    valid['name'] = without(kept['name'], parts);
  }
  if (isObject(kept[ENTERPRISE])) {
    const parts = gone([
      [differs('legacyNumber'), 'employeeNumber'],
      [differs('schoolProgram'), 'department'],
    ]);
    valid[ENTERPRISE] = without(objectIn(kept, ENTERPRISE), parts);
  }
  const emails = listIn(kept, 'emails');
  if (differs('email') && emails.length > 0) valid['emails'] = withEmail(emails, now.email);
  return valid;
}

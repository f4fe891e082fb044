import { isDeepStrictEqual } from 'node:util';

import { defaultName, effectiveRole } from '../../users/model/user-defaults.js';
import type { User } from '../../users/model/user.entity.js';
import type { WrittenFields } from '../links/scim-link.entity.js';
import { keptOf, keptPart } from '../schema/kept.js';
import {
  isObject,
  type Resource,
  without,
  setIn,
  chosenEmail,
  listIn,
  objectIn,
} from '../schema/resource.js';
import { ENTERPRISE } from '../schema/urns.js';

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

/** What differs between the resource before and after, and else what the connection had sent. */
function overlaid(kept: Resource, before: Resource, after: Resource): Resource {
  const result: Resource = { ...kept };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is, own] = [before[name], after[name], kept[name]];
    if (isDeepStrictEqual(was, is)) continue;
    if (is === undefined) Reflect.deleteProperty(result, name);
    else if (isObject(is) && (isObject(was) || was === undefined))
      setIn(result, name, overlaid(isObject(own) ? own : {}, isObject(was) ? was : {}, is));
    else setIn(result, name, is);
  }
  return result;
}

/**
 * What a connection has sent after a PATCH: what the operations changed, and what it had sent and is still valid after
 * the write, which may change a field that no operation names. What it only saw is not its own.
 * @param own what it had sent, valid for the fields of `writtenFields`
 * @throws {InvalidValue} when it is larger than 64 KiB
 */
export function keptAfterPatch(
  own: Resource,
  writtenFields: WrittenFields,
  before: Resource,
  after: Resource,
): (written: WrittenFields) => Resource {
  const kept = keptOf(overlaid(own, before, after));
  return (written) =>
    isDeepStrictEqual(written, writtenFields)
      ? kept
      : keptPart(overlaid(stillValid(own, writtenFields, written), before, after));
}

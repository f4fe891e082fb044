import { isDeepStrictEqual } from 'node:util';

import { ValidationFailed } from '../../errors/request.errors.js';
import { InvalidValue } from '../../errors/scim.errors.js';
import { isEmailAddress } from '../../http/fields/formats.js';
import { repeatedKey } from '../../http/json/repeated-key.js';
import { validated } from '../../http/validation/validate.js';
import { type ConnectionSettings, DEFAULT_CONNECTION } from '../../tenancy/connection.js';
import { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import { administrationRoleOf, effectiveRole } from '../../users/model/user-defaults.js';
import type { User } from '../../users/model/user.entity.js';
import { ACCOUNT_TYPES, type AccountType } from '../../users/model/account.js';
import {
  isObject,
  type Resource,
  valueIn,
  chosenEmail,
  chosenRole,
  listIn,
  objectIn,
  textIn,
} from '../schema/resource.js';
import { ENTERPRISE, EXTENSION } from '../schema/urns.js';
import { inScimWords, OWN_FIELDS, PROFILE_FIELDS } from './mapped-fields.js';
import {
  isSoftDeleted,
  type Names,
  namesFrom,
  namesOfAddress,
  type SentName,
  storedNames,
  withoutDeletion,
} from './names.js';

/** What a connection wants a person to be. */
export interface PersonRequest {
  /** The resource, with the names and types of its schemas. */
  readonly after: Resource;
  /** What the connection had sent before, or sees before a PATCH; empty for a new person. */
  readonly before: Resource;
  /** Whether only what differs from `before` was asked for. */
  readonly isPatch: boolean;
  /** The stored person, when there is one. */
  readonly user: User | undefined;
  /** The userName that is the address of the stored person as well, as the connection has sent no other address. */
  readonly addressName?: string | undefined;
  readonly settings: ConnectionSettings;
}

type Get = (resource: Resource) => unknown;

/** A value that was sent; null for one that was sent before and is gone; undefined where nothing was asked for. */
function asked({ after, before, isPatch }: PersonRequest, get: Get): unknown {
  const [value, earlier] = [get(after), get(before)];
  if (isPatch && isDeepStrictEqual(value, earlier)) return undefined;
  return value ?? (earlier === undefined ? undefined : null);
}

function within(schema: string, name: string): Get {
  return (resource) => objectIn(resource, schema)[name];
}

/** The address among those that were sent. */
function sentAddress({ after, before, isPatch }: PersonRequest): string | undefined {
  if (isPatch && isDeepStrictEqual(after['emails'], before['emails'])) return undefined;
  const emails = listIn(after, 'emails');
  return textIn(emails[chosenEmail(emails)], 'value');
}

/** The name or address that is sent, or that of before when it is a deleted user's, which is no one's address. */
function undeleted(request: PersonRequest, text: string, isCreated: boolean): string {
  const { before, user } = request;
  const own = [user?.email, textIn(before, 'userName')].filter((one) => one !== undefined);
  const hasLeft = (statusOf(request, isCreated) ?? user?.accountStatus) === 'inactive';
  return isSoftDeleted(text, own, hasLeft) ? (user?.email ?? withoutDeletion(text)) : text;
}

function requireAddress(userName: string): string {
  if (isEmailAddress(userName)) return userName;
  throw new InvalidValue('emails must have an address, unless userName is one');
}

/** An address that was sent, else that of the stored person. One that came from the userName follows it. */
function emailOf(request: PersonRequest, isCreated: boolean): string {
  const { after, user, addressName } = request;
  const sent = sentAddress(request);
  if (sent !== undefined) return undeleted(request, sent, isCreated);
  const userName = undeleted(request, textIn(after, 'userName') ?? '', isCreated);
  const isRenamed = addressName !== undefined && addressName !== userName;
  if (user !== undefined && !(isRenamed && isEmailAddress(userName))) return user.email;
  return requireAddress(userName);
}

/** The attributes that have a whole name, the better one first. */
const WHOLE_NAMES: readonly ((resource: Resource) => string | undefined)[] = [
  (resource) => textIn(objectIn(resource, 'name'), 'formatted'),
  (resource) => textIn(resource, 'displayName'),
];

/** @param before what was sent before stands in the stored names already, where another source may have corrected it */
function nameIn(after: Resource, before: Resource): SentName {
  const name = objectIn(after, 'name');
  return {
    givenName: textIn(name, 'givenName'),
    familyName: textIn(name, 'familyName'),
    whole: WHOLE_NAMES.filter((get) => get(after) !== get(before))
      .map((get) => get(after))
      .find((text) => text !== undefined),
  };
}

/** The names that were sent of a new person; undefined when none was. */
export function sentNamesOf(after: Resource): Names | undefined {
  return namesFrom(nameIn(after, {}));
}

/**
 * First and last name, and the whole one. Only where no name is sent at all is a new person's taken from the address,
 * since a user needs one (contract, section 10).
 */
function namesOf(request: PersonRequest, email: string): Resource {
  const { after, before, isPatch, user } = request;
  const stored = user === undefined ? undefined : storedNames(user);
  const found = stored === undefined ? sentNamesOf(after) : namesFrom(nameIn(after, before), stored, isPatch);
  const { firstName, lastName, isOne } = found ?? namesOfAddress(email);
  const displayName = asked(request, (one) => one['displayName']);
  // The only name is stored like a displayName, so that it must be cleared when there are two.
  const whole = stored?.isOne === true ? null : displayName;
  return { firstName, lastName, name: displayName ?? (isOne ? firstName : whole) };
}

function accountTypeOf({ after, before, isPatch, user, settings }: PersonRequest): AccountType {
  const text = textIn(after, 'userType');
  const isSame = isPatch && textIn(before, 'userType') === text;
  const named = ACCOUNT_TYPES.find((type) => type.toLowerCase() === text?.toLowerCase());
  const type = (isSame ? undefined : named) ?? user?.accountType ?? settings.defaultAccountType;
  if (type === null)
    throw new InvalidValue(
      `userType must be one of ${ACCOUNT_TYPES.join(', ')}, as this connection has no default account type`,
    );
  return type;
}

/** The first letter; a name that begins with none gives no initial. */
function initialOf(middleName: unknown): unknown {
  if (typeof middleName !== 'string') return middleName;
  const [letter = ''] = middleName.trim();
  return /^\p{L}$/u.test(letter) ? letter : null;
}

function roleOf(request: PersonRequest): unknown {
  const role = asked(request, (resource) => chosenRole(listIn(resource, 'roles')));
  const { user, settings } = request;
  const isNew = user === undefined || effectiveRole(user) !== role;
  const administers = typeof role === 'string' && administrationRoleOf(role) !== undefined;
  if (administers && isNew && !settings.mayAdminister)
    throw new InvalidValue(`roles must not have ${role}, which this connection may not give`);
  return role;
}

function customFieldsOf(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    const parsed: unknown = text.trim() === '' ? null : JSON.parse(text);
    if ((parsed === null || isObject(parsed)) && repeatedKey(text, parsed) === undefined) return parsed;
  } catch {
    // Refused below.
  }
  throw new InvalidValue('customFields must be a JSON object as text, with each key once');
}

/** `employeeNumber`; the person's own ID is no number of another system. */
function numberOf(request: PersonRequest, isCreated: boolean): unknown {
  const number = asked(request, within(ENTERPRISE, 'employeeNumber'));
  return !isCreated && number === request.user?.id ? undefined : number;
}

function statusOf({ after, user, isPatch }: PersonRequest, isCreated: boolean): string | undefined {
  const active = valueIn(after, 'active');
  if (active === false) return 'inactive';
  const isSilent = active === undefined && (user !== undefined || isPatch) && !isCreated;
  return isSilent ? undefined : 'active';
}

function profileOf(request: PersonRequest): Resource | undefined {
  const sent = PROFILE_FIELDS.map((field) => [field, asked(request, within(EXTENSION, field))] as const);
  const given = sent.filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** @throws {InvalidValue} for the fields that are not valid, under the names of their attributes */
function checked(person: Resource): CreateUpdateUserDto {
  try {
    const given = Object.entries(person).filter(([, value]) => value !== undefined);
    return validated(CreateUpdateUserDto, Object.fromEntries(given));
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const messages = error.details.slice(0, 10).map(({ field, message }) => inScimWords(field, message));
    throw new InvalidValue(messages.join('; ').replace(/\.$/, ''));
  }
}

/**
 * What provisioning gets of a person. `externalId` is the legacyNumber that the person shall have; it finds a person
 * when a resource is created.
 * @param isCreated whether the resource is created: a person without `active` is active then
 * @throws {InvalidValue} when an attribute is not valid, or one is missing that has no default
 */
export function personOf(request: PersonRequest, isCreated: boolean): CreateUpdateUserDto {
  const email = emailOf(request, isCreated);
  const own = Object.fromEntries(
    OWN_FIELDS.map((field) => [field, asked(request, within(EXTENSION, field))]),
  );
  return checked({
    ...own,
    email,
    ...namesOf(request, email),
    accountType: accountTypeOf(request),
    accountStatus: statusOf(request, isCreated),
    externalId: numberOf(request, isCreated),
    middleInitial: initialOf(asked(request, (one) => objectIn(one, 'name')['middleName'])),
    role: roleOf(request),
    schoolProgram: asked(request, within(ENTERPRISE, 'department')),
    customFields: customFieldsOf(asked(request, within(EXTENSION, 'customFields'))),
    facultyProfile: profileOf(request),
  });
}

/** The identifiers of a resource that is created. */
export interface Identity {
  readonly emails: readonly string[];
  readonly externalId: string | undefined;
}

/**
 * The identifiers by which provisioning would find the person of a resource that is created. The address comes first as
 * it was sent, then as it was before a deletion.
 */
export function identityOf(after: Resource): Identity {
  const settings = DEFAULT_CONNECTION;
  const sent = sentAddress({ after, before: {}, isPatch: false, user: undefined, settings });
  const email = sent ?? requireAddress(textIn(after, 'userName') ?? '');
  return {
    emails: [...new Set([email, withoutDeletion(email)])],
    externalId: textIn(objectIn(after, ENTERPRISE), 'employeeNumber'),
  };
}

import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import type { Scope } from '../../tenancy/scope.js';
import { PROFILE_FIELDS } from '../../users/model/fields/faculty-profile.js';
import { effectiveDomain, usesFacultyProfile } from '../../users/model/user-defaults.js';
import type { User } from '../../users/model/user.entity.js';
import type { WrittenFields } from '../links/scim-link.entity.js';
import { type Presented, presented, versionOf } from '../protocol/presented.js';
import { scimAddress } from '../protocol/scim-controller.js';
import { canonicalJson } from '../../http/json/canonical-json.js';
import {
  isUnassigned,
  type Resource,
  chosenEmail,
  chosenRole,
  listIn,
  objectIn,
} from '../schema/resource.js';
import { ENTERPRISE, EXTENSION, USER } from '../schema/urns.js';
import { USER_TYPE } from '../schema/user.type.js';
import { OWN_FIELDS } from './mapped-fields.js';
import type { Seen } from './people.repository.js';
import { writtenFieldsOf, stillValid, withEmail } from './still-valid.js';

/** A person as the connection sees them. */
export type PresentedPerson = Presented;

/** Presents people with `meta`. */
@Injectable()
export class PeoplePresenter {
  constructor(private readonly publicUrl: PublicUrl) {}

  present(scope: Scope, { user, link }: Seen): PresentedPerson {
    const linked = link === undefined || link.forgottenAt !== null ? undefined : link;
    const person = presentPerson(scope, user, linked);
    const version = versionOf(person);
    const updatedAt = new Date(Math.max(user.updatedAt.getTime(), linked?.updatedAt.getTime() ?? 0));
    const { createdAt } = user;
    return presented(scimAddress(this.publicUrl), USER_TYPE, person, { createdAt, updatedAt, version });
  }
}

/** What a connection calls a person, and what it sent beyond our fields. */
export interface Linked {
  readonly userName: string;
  readonly externalId: string | null;
  /** The resource as it was sent, but for what has a place of its own here. */
  readonly kept: Resource;
  readonly writtenFields: WrittenFields;
}

function assigned(resource: Resource): Resource {
  return Object.fromEntries(Object.entries(resource).filter(([, value]) => !isUnassigned(value)));
}

function nameOf(kept: Resource, { firstName, lastName, middleInitial, name }: WrittenFields): Resource {
  const sent = assigned(objectIn(kept, 'name'));
  return assigned({
    formatted: name,
    ...sent,
    givenName: firstName,
    familyName: lastName,
    middleName: sent['middleName'] ?? middleInitial,
  });
}

/** What was sent, with the person's own address where it has none. */
function emailsOf(kept: Resource, { email }: WrittenFields): Resource[] {
  const sent = listIn(kept, 'emails');
  return chosenEmail(sent) < 0 ? withEmail(sent, email) : sent;
}

/** What was sent, with the person's own role where it has none. */
function rolesOf(kept: Resource, { role }: WrittenFields): Resource[] {
  const sent = listIn(kept, 'roles');
  return chosenRole(sent) === undefined ? [...sent, { value: role, primary: true }] : sent;
}

function enterpriseOf(kept: Resource, { legacyNumber, schoolProgram }: WrittenFields): Resource {
  const sent = assigned(objectIn(kept, ENTERPRISE));
  return assigned({
    ...sent,
    employeeNumber: sent['employeeNumber'] ?? legacyNumber,
    department: sent['department'] ?? schoolProgram,
  });
}

/** Only fields that were set: a default that is sent back would no longer follow what it depends on. */
function extensionOf(kept: Resource, scope: Scope, user: User): Resource {
  const own = Object.fromEntries(OWN_FIELDS.map((field) => [field, user[field]]));
  const domain = effectiveDomain(scope, user);
  const { facultyProfile, customFields } = user;
  const profile: Resource = { ...(usesFacultyProfile(user) ? facultyProfile : undefined) };
  const sent = objectIn(kept, EXTENSION);
  const echoed = usesFacultyProfile(user)
    ? Object.fromEntries(Object.entries(sent).filter(([name]) => !isProfileField(name)))
    : sent;
  const customText = customFields === null ? undefined : canonicalJson(customFields);
  return assigned({ ...echoed, ...own, domain, ...profile, customFields: customText });
}

function isProfileField(name: string): boolean {
  return Object.hasOwn(PROFILE_FIELDS, name);
}

function schemasOf(resource: Resource, kept: Resource): string[] {
  const sent: unknown[] = Array.isArray(kept['schemas']) ? kept['schemas'] : [];
  const used = Object.keys(resource).filter((name) => name.toLowerCase().startsWith('urn:'));
  const others = sent.filter((one): one is string => typeof one === 'string');
  const known = [USER, ENTERPRISE, EXTENSION].filter((urn) => urn === USER || used.includes(urn));
  // In an order of their own, as MySQL changes that of the names in what is kept.
  const unknown = [...used, ...others].sort();
  const all = new Map([...unknown, ...known].map((urn) => [urn.toLowerCase(), urn]));
  return [...known, ...[...all.values()].filter((urn) => !known.includes(urn))];
}

/**
 * A person as a connection sees them, but for `meta` and `groups`.
 * @param linked absent for a person whom the connection has no link to
 */
export function presentPerson(scope: Scope, user: User, linked: Linked | undefined): Resource {
  const now = writtenFieldsOf(user);
  const kept = linked === undefined ? {} : assigned(stillValid(linked.kept, linked.writtenFields, now));
  const resource = assigned({
    ...kept,
    schemas: undefined,
    id: user.id,
    externalId: linked?.externalId,
    userName: linked?.userName ?? user.email,
    name: nameOf(kept, now),
    displayName: kept['displayName'] ?? now.name,
    userType: kept['userType'] ?? now.accountType,
    active: user.accountStatus === 'active',
    emails: emailsOf(kept, now),
    roles: rolesOf(kept, now),
    [ENTERPRISE]: enterpriseOf(kept, now),
    [EXTENSION]: extensionOf(kept, scope, user),
  });
  if (Object.keys(objectIn(resource, ENTERPRISE)).length === 0) Reflect.deleteProperty(resource, ENTERPRISE);
  return { schemas: schemasOf(resource, kept), ...resource };
}

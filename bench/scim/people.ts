import { ENTERPRISE, USER } from '../../src/scim/schema/urns.js';
import { personOf } from '../users/people.js';

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A person as Entra ID sends them. */
export interface ScimPerson {
  readonly userName: string;
  readonly [attribute: string]: unknown;
}

/** The attribute in which the editions of a person differ. */
export const titleOf = (edition: number): string => `Candidate ${edition}`;

export function scimPersonOf(set: string, index: number): ScimPerson {
  const { email, externalId, firstName, lastName, schoolProgram } = personOf(set, index);
  const displayName = `${String(firstName)} ${String(lastName)}`;
  return {
    schemas: [USER, ENTERPRISE],
    userName: email,
    externalId: `object-${externalId}`,
    active: true,
    displayName,
    emails: [{ primary: true, type: 'work', value: email }],
    name: { formatted: displayName, familyName: lastName, givenName: firstName },
    title: titleOf(1),
    [ENTERPRISE]: { employeeNumber: externalId, department: schoolProgram },
  };
}

export function scimPeopleOf(set: string, count: number): ScimPerson[] {
  return Array.from({ length: count }, (_, index) => scimPersonOf(set, index));
}

/** What Entra ID sends of a person whose title and department have changed. */
export function patchOf(edition: number): object {
  return {
    schemas: [PATCH_OP],
    Operations: [
      { op: 'Replace', path: 'title', value: titleOf(edition) },
      { op: 'Replace', path: `${ENTERPRISE}:department`, value: `Department ${edition}` },
    ],
  };
}

import { randomUUID } from 'node:crypto';

import { ENTERPRISE, type ScimAnswer, type ScimBody, type ScimClient, USER } from '../support/scim.js';

/** A person as an identity provider sends them, with names and addresses of their own. */
export function scimPerson(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const mark = randomUUID().slice(0, 13);
  return {
    schemas: [USER],
    userName: `user.${mark}@test.example.edu`,
    externalId: `ext-${mark}`,
    name: { givenName: 'Ann', familyName: 'Lee' },
    emails: [{ value: `ann.${mark}@test.example.edu`, type: 'work', primary: true }],
    active: true,
    ...overrides,
  };
}

/** Sends such a person; the answer is that of the service. */
export function storedPerson(scim: ScimClient, overrides: Record<string, unknown> = {}): Promise<ScimBody> {
  return scim.create('/Users', scimPerson(overrides));
}

/** Stores so many people. @returns the IDs */
export async function storedPeople(scim: ScimClient, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await storedPerson(scim)).id);
  return ids;
}

/** The members of the enterprise extension. */
export function enterprise(values: Record<string, unknown>): Record<string, unknown> {
  return { [ENTERPRISE]: values };
}

/** One address, at work. */
export const atWork = (value: unknown): object[] => [{ value, type: 'work', primary: true }];

/** What a provider sends when a person has left. */
export const deactivate = (scim: ScimClient, id: string): Promise<ScimAnswer> =>
  scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);

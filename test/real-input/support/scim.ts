import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ScimUser {
  schemas?: string[];
  externalId?: string;
  userName?: string;
  displayName?: string;
  active?: boolean;
  userType?: string;
  name?: { givenName?: string; middleName?: string; familyName?: string };
  emails?: { value: string; primary?: boolean }[];
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'?: { department?: string };
}

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Every payload of a directory, by file name. */
export async function scimPayloads(directory: string): Promise<Map<string, unknown>> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  return new Map(names.map((name, index) => [name, JSON.parse(texts[index] ?? '')]));
}

export function isScimUser(payload: unknown): payload is ScimUser {
  return ((payload as ScimUser).schemas ?? []).includes(CORE);
}

/** A SCIM user as a connector would send them to the service; missing attributes are omitted. */
export function scimToUser(user: ScimUser): Record<string, unknown> {
  const address = user.emails?.find(({ primary }) => primary === true) ?? user.emails?.[0];
  const login = user.userName?.includes('@') === true ? user.userName : undefined;
  return {
    externalId: user.externalId,
    email: address?.value ?? login,
    firstName: user.name?.givenName,
    middleInitial: user.name?.middleName?.slice(0, 1),
    lastName: user.name?.familyName,
    name: user.displayName,
    accountType: user.userType === 'Employee' ? 'Staff' : 'Student',
    accountStatus: user.active === false ? 'inactive' : 'active',
    schoolProgram: user[ENTERPRISE]?.department,
  };
}

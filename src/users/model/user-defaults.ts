import type { Scope } from '../../tenancy/scope.js';
import type { User } from './user.entity.js';
import type { AccountType } from './account.js';

const DEFAULT_ROLES: Readonly<Record<AccountType, string>> = {
  Student: 'student',
  Faculty: 'faculty',
  Staff: 'staff',
};

/** The role that opens the whole administration area (contract, section 7). */
export const ADMINISTRATOR = 'application_admin';

/** The roles that open the administration area or a part of it. */
export const ADMINISTRATION_ROLES = {
  administrator: ADMINISTRATOR,
  operator: 'application_operator',
  auditor: 'application_auditor',
} as const;
export type AdministrationRole = keyof typeof ADMINISTRATION_ROLES;
export const ADMINISTRATION_ROLE_NAMES = Object.keys(ADMINISTRATION_ROLES) as readonly AdministrationRole[];

/** What a user's role opens; undefined when it opens nothing. */
export function administrationRoleOf(role: string): AdministrationRole | undefined {
  return ADMINISTRATION_ROLE_NAMES.find((name) => ADMINISTRATION_ROLES[name] === role);
}

type NameParts = Pick<User, 'firstName' | 'middleInitial' | 'lastName'>;

/** "First M. Last", or "First Last" without an initial (contract, 2.1). */
export function defaultName({ firstName, middleInitial, lastName }: NameParts): string {
  return [firstName, middleInitial === null ? '' : `${middleInitial}.`, lastName].filter(Boolean).join(' ');
}

export function defaultRole(accountType: AccountType): string {
  return DEFAULT_ROLES[accountType];
}

/** The override of the role, otherwise the default of the account type. */
export function effectiveRole(user: Pick<User, 'role' | 'accountType'>): string {
  return user.role ?? defaultRole(user.accountType);
}

/** The override of the domain, otherwise that of the tenant's e-mail addresses. */
export function effectiveDomain({ tenant }: Pick<Scope, 'tenant'>, { domain }: Pick<User, 'domain'>): string {
  return domain ?? tenant.emailDomain;
}

/** Whether the faculty profile of this user is used (contract, 2.2). */
export function usesFacultyProfile(user: Pick<User, 'role' | 'accountType'>): boolean {
  return user.accountType === 'Faculty' || effectiveRole(user) === 'chair';
}

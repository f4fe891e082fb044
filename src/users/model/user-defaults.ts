import type { AccountType, User } from './user.entity.js';

const DEFAULT_ROLES: Readonly<Record<AccountType, string>> = {
  Student: 'student',
  Faculty: 'faculty',
  Staff: 'staff',
};

/** The role that opens the administration area (contract, section 7). */
export const ADMINISTRATOR = 'application_admin';

type NameParts = Pick<User, 'firstName' | 'middleInitial' | 'lastName'>;

/** "First M. Last", or "First Last" without an initial. */
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

/** Whether the faculty profile of this user is used (contract, 2.2). */
export function usesFacultyProfile(user: Pick<User, 'role' | 'accountType'>): boolean {
  return user.accountType === 'Faculty' || effectiveRole(user) === 'chair';
}

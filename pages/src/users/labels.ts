import type { UserDto } from '../api/openapi';

export const ACCOUNT_TYPES: Readonly<Record<UserDto['accountType'], string>> = {
  Student: 'Student',
  Faculty: 'Faculty',
  Staff: 'Staff',
};

export const ACCOUNT_STATUSES: Readonly<Record<UserDto['accountStatus'], string>> = {
  active: 'Active',
  inactive: 'Inactive',
};

/** The roles to filter by; the SIS may use others. */
export const USUAL_ROLES = {
  student: 'Student',
  faculty: 'Faculty',
  chair: 'Chair',
  staff: 'Staff',
  department_chair: 'Department chair',
  application_admin: 'Application admin',
} as const;

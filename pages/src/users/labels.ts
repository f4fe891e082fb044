import { t } from '@lingui/core/macro';

import type { UserDto } from '../api/openapi';

export const ACCOUNT_STATUSES: Readonly<Record<UserDto['accountStatus'], string>> = {
  active: t`Active`,
  inactive: t`Inactive`,
};

/** The roles to filter by; the SIS may use others. */
export const USUAL_ROLES = {
  student: t`Student`,
  faculty: t`Faculty`,
  chair: t`Chair`,
  staff: t`Staff`,
  department_chair: t`Department chair`,
  application_admin: t`Application admin`,
  application_operator: t`Application operator`,
  application_auditor: t`Application auditor`,
} as const;

import { t } from '@lingui/core/macro';

import type { UserDto } from '../api/openapi';

export const ACCOUNT_TYPES: Readonly<Record<UserDto['accountType'], string>> = {
  Student: t`Student`,
  Faculty: t`Faculty`,
  Staff: t`Staff`,
};

import { t } from '@lingui/core/macro';

import type { DisclosureDto } from '../api/openapi';

/** In which way data about people was handed out. */
export const DISCLOSURE_KINDS: Readonly<Record<DisclosureDto['kind'], string>> = {
  export: t`Progress export`,
  list: t`List of users`,
  read: t`User by ID`,
  envelope: t`Envelope`,
  scim: t`SCIM`,
  'person-export': t`All data of a user`,
  download: t`File from these pages`,
};

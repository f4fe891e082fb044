import { t } from '@lingui/core/macro';

import type { MappingMetaDto } from '../api/openapi';
import { FORM_FIELDS } from '../ui/declared-fields';
import { entryOf } from '../ui/options';
import { fieldWords } from '../ui/words';

type RecordField = MappingMetaDto['recordFields'][number];
type PlainField = (typeof FORM_FIELDS)[number];

const PLAIN = Object.fromEntries(FORM_FIELDS.map((field) => [field, fieldWords(field)])) as Record<
  PlainField,
  string
>;

/** The fields of a record to which a form field can be linked. */
export const RECORD_FIELDS: Readonly<Record<RecordField, string>> = {
  email: t`E-mail`,
  firstName: t`First name`,
  lastName: t`Last name`,
  name: t`Full name`,
  legacyNumber: t`Legacy number`,
  role: t`Role`,
  ...PLAIN,
};

/** A record field in words; a field that these pages do not know is derived from its name. */
export function fieldInWords(field: string): string {
  return entryOf(RECORD_FIELDS, field) ?? fieldWords(field);
}

import { t } from '@lingui/core/macro';

import type { MappingMetaDto } from '../api/openapi';
import { entryOf } from '../ui/options';
import { fieldWords } from '../ui/words';

type RecordField = MappingMetaDto['recordFields'][number];

/** The fields of a record to which a form field can be linked. */
export const RECORD_FIELDS: Readonly<Record<RecordField, string>> = {
  email: t`E-mail`,
  firstName: t`First name`,
  lastName: t`Last name`,
  middleInitial: t`Middle initial`,
  name: t`Full name`,
  legacyNumber: t`Legacy number`,
  schoolProgram: t`School program`,
  programId: t`Program ID`,
  degree: t`Degree`,
  role: t`Role`,
  genderPronoun: t`Gender pronoun`,
  monthOfEntry: t`Month of entry`,
  yearOfEntry: t`Year of entry`,
  monthOfGraduation: t`Month of graduation`,
  yearOfGraduation: t`Year of graduation`,
};

/** A record field in words; a field that these pages do not know is derived from its name. */
export function fieldInWords(field: string): string {
  return entryOf(RECORD_FIELDS, field) ?? fieldWords(field);
}

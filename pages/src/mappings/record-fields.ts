import type { MappingMetaDto } from '../api/openapi';
import { entryOf } from '../ui/options';
import { fieldWords } from '../ui/words';

type RecordField = MappingMetaDto['recordFields'][number];

/** The fields of a record to which a form field can be linked. */
export const RECORD_FIELDS: Readonly<Record<RecordField, string>> = {
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  middleInitial: 'Middle initial',
  name: 'Full name',
  legacyNumber: 'Legacy number',
  schoolProgram: 'School program',
  programId: 'Program ID',
  degree: 'Degree',
  role: 'Role',
  genderPronoun: 'Gender pronoun',
  monthOfEntry: 'Month of entry',
  yearOfEntry: 'Year of entry',
  monthOfGraduation: 'Month of graduation',
  yearOfGraduation: 'Year of graduation',
};

/** A record field in words; a field that these pages do not know is derived from its name. */
export function fieldInWords(field: string): string {
  return entryOf(RECORD_FIELDS, field) ?? fieldWords(field);
}

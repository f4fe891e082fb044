import { words } from '../ui/status-chip';

/** What a form field may mean; a mapping's answer carries the service's own list. */
export const RECORD_FIELDS: readonly string[] = [
  'email',
  'firstName',
  'lastName',
  'middleInitial',
  'name',
  'legacyNumber',
  'schoolProgram',
  'programId',
  'degree',
  'role',
  'genderPronoun',
  'monthOfEntry',
  'yearOfEntry',
  'monthOfGraduation',
  'yearOfGraduation',
];

const NAMES: Readonly<Record<string, string>> = {
  email: 'E-mail',
  programId: 'Program ID',
  name: 'Full name',
};

/** `firstName` as "First name". */
export function fieldInWords(field: string): string {
  return NAMES[field] ?? words(field.replaceAll(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`));
}

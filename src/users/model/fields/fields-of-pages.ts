import type { DeclaredField } from './declared-field.js';
import { PROFILE_FIELDS } from './faculty-profile.js';
import { FORM_FIELDS, PLAIN_FIELDS } from './plain-fields.js';

function inWords(fields: Readonly<Record<string, DeclaredField>>): string[] {
  return Object.entries(fields).map(([name, { words }]) => `  ${name}: t\`${words}\`,`);
}

/** The module by which pages know the declared fields of people: pages/src/ui/declared-fields.ts. */
export function fieldsOfPages(): string {
  return [
    '// Written by npm run fields from src/users/model/fields; not to be edited.',
    "import { t } from '@lingui/core/macro';",
    '',
    'export const PLAIN_FIELDS = {',
    ...inWords(PLAIN_FIELDS),
    '};',
    '',
    'export const FORM_FIELDS = [',
    ...FORM_FIELDS.map((name) => `  '${name}',`),
    '] as const;',
    '',
    'export const PROFILE_FIELDS = {',
    ...inWords(PROFILE_FIELDS),
    '};',
    '',
  ].join('\n');
}

import { PLAIN, type PlainField } from '../../users/model/fields/plain-fields.js';

/** Fields that our extension has under their own names, but for `customFields`, which is text there. */
export const OWN_FIELDS: readonly (PlainField | 'domain')[] = [
  ...PLAIN.filter(([, { kind, scim }]) => typeof scim === 'string' && kind !== 'object').map(
    ([name]) => name,
  ),
  'domain',
];

/** Attributes of standard schemas, by plain field. */
const STANDARD: Readonly<Record<string, string>> = Object.fromEntries(
  PLAIN.flatMap(([name, { scim }]) => (typeof scim === 'string' ? [] : [[name, scim.is]])),
);

/** What SCIM calls a field, for messages. */
const LABELS: Readonly<Record<string, string>> = {
  email: 'emails',
  firstName: 'name.givenName',
  lastName: 'name.familyName',
  name: 'displayName',
  accountType: 'userType',
  accountStatus: 'active',
  role: 'roles',
  externalId: 'employeeNumber',
  ...STANDARD,
};

/** A message about a field as a message about its attribute. */
export function inScimWords(field: string, message: string): string {
  const plain = field.replace(/^facultyProfile\./, '');
  const [first = '', ...rest] = plain.split('.');
  const label = [LABELS[first] ?? first, ...rest].join('.');
  for (const name of [field, plain]) if (message.startsWith(name)) return label + message.slice(name.length);
  return `${label}: ${message}`;
}

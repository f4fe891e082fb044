import canonicalize from 'canonicalize';

import { composed } from '../../http/fields/text-rules.js';
import { FORM_FIELDS, PLAIN_FIELDS } from '../../users/model/fields/plain-fields.js';
import { defaultName, effectiveRole } from '../../users/model/user-defaults.js';
import type { User } from '../../users/model/user.entity.js';

/** Record fields that a form field may mean, each with its value; null when it is not set. */
const READ: Readonly<Record<string, (user: User) => string | number | null>> = {
  email: (user) => user.email,
  firstName: (user) => user.firstName,
  lastName: (user) => user.lastName,
  name: (user) => user.name ?? defaultName(user),
  legacyNumber: (user) => user.legacyNumber,
  role: effectiveRole,
  ...Object.fromEntries(FORM_FIELDS.map((field) => [field, (user: User) => user[field]])),
};

const NUMBERS = new Set<string>(FORM_FIELDS.filter((field) => PLAIN_FIELDS[field].kind === 'integer'));

export const RECORD_FIELDS: readonly string[] = Object.keys(READ);

/** The default mapping: form fields that mean the record field of the same name. */
export const DEFAULT_MAPPING: readonly FieldLink[] = [
  'email',
  'firstName',
  'lastName',
  'degree',
  'schoolProgram',
  'programId',
  'legacyNumber',
].map((field) => ({ formField: field, target: field }));

/** A form field and the record field that it means. */
export interface FieldLink {
  readonly formField: string;
  readonly target: string;
}

export function readRecord(user: User, field: string): string | null {
  const value = READ[field]?.(user) ?? null;
  return value === null ? null : String(value);
}

/** The submitted value of a field; inherited properties such as `toString` are not fields. */
export function submittedValue(fields: Readonly<Record<string, unknown>>, formField: string): unknown {
  return Object.hasOwn(fields, formField) ? fields[formField] : undefined;
}

/** A submitted value as text; null when it is blank. Objects are written canonically, since servers reorder keys. */
export function submittedText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value.trim() : (canonicalize(value) ?? '');
  return text === '' ? null : text;
}

/** A text in the form in which the record stores it, so that an accepted value does not differ again. */
function comparable(field: string, text: string): string {
  if (NUMBERS.has(field)) return text.replace(/^0+(?=\d)/, '');
  if (field === 'middleInitial') return text.replace(/\.$/, '');
  const whole = composed(text);
  return field === 'email' ? whole.toLowerCase() : whole;
}

/** Whether both are equal: addresses in any case, numbers with leading zeros, letters composed or not. */
export function sameValue(field: string, submitted: string, recorded: string | null): boolean {
  return recorded !== null && comparable(field, submitted) === comparable(field, recorded);
}

/** A submitted text in the type of the record field; what is no number stays text, which validation refuses. */
export function recordValue(field: string, submitted: string): unknown {
  return NUMBERS.has(field) && /^\d{1,9}$/.test(submitted) ? Number(submitted) : submitted;
}

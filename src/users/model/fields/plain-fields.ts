import type { User } from '../user.entity.js';
import type { DeclaredField, FieldKind } from './declared-field.js';

/** Columns with rules of their own, which stand by hand in each list that has them. */
type WithOwnRule =
  | 'tenantId'
  | 'id'
  | 'legacyNumber'
  | 'email'
  | 'emailKey'
  | 'firstName'
  | 'lastName'
  | 'name'
  | 'accountType'
  | 'accountStatus'
  | 'inactiveCause'
  | 'role'
  | 'domain'
  | 'facultyProfile'
  | 'bodyHash'
  | 'awaitingSource'
  | 'keepActive'
  | 'nameKey'
  | 'createdAt'
  | 'updatedAt'
  | 'changedAt';

/** A field that is stored as it was sent, and that null clears to one value. */
export type PlainField = Exclude<keyof User, WithOwnRule>;

type KindOf<Value> = Value extends string
  ? 'text'
  : Value extends number
    ? 'integer'
    : Value extends boolean
      ? 'boolean'
      : Value extends readonly unknown[]
        ? 'list'
        : 'object';

/** For a column that is never null, the value to which null clears it is declared. */
type DeclaredAs<Value> = DeclaredField & { readonly kind: KindOf<NonNullable<Value>> } & (null extends Value
    ? { readonly cleared?: never }
    : { readonly cleared: Value });

/**
 * The plain fields of a person, in the order of answers. Their cleared value, answer, file mapping, form mapping,
 * attribute of SCIM, words and row on the person's page follow from this; their rules stand in `CreateUpdateUserDto`.
 */
export const PLAIN_FIELDS = {
  middleInitial: { kind: 'text', words: 'middle initial', scim: { is: 'name.middleName' } },
  schoolProgram: { kind: 'text', words: 'school program', scim: { is: 'department' } },
  degree: { kind: 'text', words: 'degree', scim: 'Degree' },
  programId: { kind: 'text', words: 'program ID', scim: 'The ID of the degree program', isExact: true },
  monthOfEntry: { kind: 'integer', words: 'month of entry', scim: '1 to 12' },
  yearOfEntry: { kind: 'integer', words: 'year of entry', scim: 'Four digits' },
  monthOfGraduation: { kind: 'integer', words: 'month of graduation', scim: '1 to 12' },
  yearOfGraduation: { kind: 'integer', words: 'year of graduation', scim: 'Four digits' },
  isAffiliatedWithUniversity: {
    kind: 'boolean',
    words: 'affiliated with the university',
    scim: 'The default is true',
    cleared: true,
  },
  hideProfilePage: {
    kind: 'boolean',
    words: 'profile page hidden',
    scim: 'The default is false',
    cleared: false,
  },
  unsubscribeAllGroupEmails: {
    kind: 'boolean',
    words: 'group e-mails switched off',
    scim: 'The default is false',
    cleared: false,
  },
  genderPronoun: { kind: 'text', words: 'gender pronoun', scim: 'Pronoun' },
  userTags: { kind: 'list', words: 'tags', scim: 'Tags' },
  nationalities: { kind: 'list', words: 'nationalities', scim: 'Nationalities' },
  careerInterests: { kind: 'list', words: 'career interests', scim: 'Career interests' },
  languages: { kind: 'list', words: 'languages', scim: 'Languages' },
  customFields: { kind: 'object', words: 'custom fields', scim: 'A JSON object as text', isExact: true },
} as const satisfies { readonly [Field in PlainField]: DeclaredAs<User[Field]> };

/** Plain fields as they are stored. */
export type StoredPlainFields = Pick<User, PlainField>;

/** Plain fields as they are answered: a list or an object is empty where nothing is stored. */
export type AnsweredPlainFields = {
  [Field in PlainField]: NonNullable<User[Field]> extends object ? NonNullable<User[Field]> : User[Field];
};

export type PlainKind = (typeof PLAIN_FIELDS)[PlainField]['kind'];

/** The same, one after the other. */
export const PLAIN = Object.entries(PLAIN_FIELDS) as readonly [PlainField, DeclaredField][];

type FormField = {
  [Field in PlainField]: (typeof PLAIN_FIELDS)[Field]['kind'] extends 'text' | 'integer' ? Field : never;
}[PlainField];

/** Those that a field of a form may mean, which is compared as text. */
export const FORM_FIELDS = PLAIN.filter(([, { kind }]) => kind === 'text' || kind === 'integer').map(
  ([name]) => name,
) as readonly FormField[];

/** The values to which null clears the plain fields. */
export const CLEARED_PLAIN_FIELDS = Object.fromEntries(
  PLAIN.map(([name, { cleared = null }]) => [name, cleared]),
) as StoredPlainFields;

const EMPTY: Readonly<Partial<Record<FieldKind, () => object>>> = { list: () => [], object: () => ({}) };

export function answeredPlainFields(user: StoredPlainFields): AnsweredPlainFields {
  const values: Record<string, unknown> = {};
  for (const [name, { kind }] of PLAIN) values[name] = user[name] ?? EMPTY[kind]?.() ?? null;
  return values as AnsweredPlainFields;
}

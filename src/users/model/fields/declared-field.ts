/** What a field holds. */
export type FieldKind = 'text' | 'integer' | 'boolean' | 'list' | 'object' | 'date';

/** What is the same in every list that has the field. */
export interface DeclaredField {
  readonly kind: FieldKind;
  /** What pages call it, as a part of a line. */
  readonly words: string;
  /**
   * What its attribute of our SCIM schema means, by the name of the field; or the attribute of a standard schema that
   * the field is, for which `scim/people` has a rule.
   */
  readonly scim: string | { readonly is: string };
  /** Whether case distinguishes values. */
  readonly isExact?: true;
  /** All that it may be, or have as an item. */
  readonly values?: readonly string[];
  /** To which value null clears it; absent where nothing is stored then. */
  readonly cleared?: boolean;
}

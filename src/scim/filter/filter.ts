/** The name of an attribute as a filter or a path writes it, in any letter case. */
export interface AttributeName {
  /** The schema, where the name is written with one. */
  readonly urn?: string;
  /** Absent where a path names a schema alone. */
  readonly name?: string;
  /** The part of a complex attribute. */
  readonly sub?: string;
}

export const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof OPERATORS)[number];

export type FilterValue = string | number | boolean | null;

/** A condition on one attribute; in a list of values, one of them must meet it. */
export interface Comparison {
  readonly kind: 'compare';
  readonly attribute: AttributeName;
  readonly operator: Operator;
  readonly value: FilterValue;
}

/** A filter as a tree (RFC 7644, 3.4.2.2). */
export type Filter =
  | Comparison
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'present'; readonly attribute: AttributeName }
  /** One value of the list must meet all of the conditions on its parts. */
  | { readonly kind: 'some'; readonly attribute: AttributeName; readonly of: Filter };

/** The target of a PATCH operation (RFC 7644, 3.5.2). */
export interface Path {
  readonly attribute: AttributeName;
  /** Which values of the list are meant; all of them when absent. */
  readonly of?: Filter;
  /** The part of these values. */
  readonly sub?: string;
}

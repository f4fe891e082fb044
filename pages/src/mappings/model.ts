export interface FieldLink {
  readonly formField: string;
  readonly target: string;
}

export interface Mapping {
  readonly id: string;
  readonly formType: string;
  readonly links: readonly FieldLink[];
  readonly isDefault: boolean;
}

/** What an answer says of mappings in general. */
export interface MappingMeta {
  readonly recordFields?: readonly string[];
  readonly defaultLinks?: readonly FieldLink[];
}

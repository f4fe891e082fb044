import type { JsonValue } from './fields.js';
import type { Terms } from './terms.js';
import type { TransformName } from './transforms.js';

/** Where the cells of one column go. Several fields only with a transform that yields several values. */
export interface Target {
  fields: string[];
  transform?: TransformName;
  /** For `monthYear` and `date`, such as `M/D/YYYY`; see `dates.ts`. `YYYY-M-D` when not given. */
  dateFormat?: string;
  /** Text put before the value. */
  prefix?: string;
  /** What separates the items of a list; when not given a semicolon where the cell has one, else a comma. */
  separator?: string;
}

/** A side file, read into memory, whose columns are joined to every row. */
export interface Lookup {
  /** The name of a file in the directory of the fed file. */
  file: string;
  /** The column of the side file that is compared with `on`, a column of the fed file. */
  key: string;
  on: string;
  /** The columns of the side file that the mapping can then use. */
  take: string[];
  /** Among several lines of one key the first that has one of these values, else the first of all. */
  prefer: Map<string, Set<string>>;
}

/** How records become User rows. Columns are named in lower case here; see docs/feed-mapping.md for the file. */
export interface Mapping {
  /** In order: where two columns fill one field, the first with a value wins. No targets: ignored on purpose. */
  columns: Map<string, Target[]>;
  /** Values of a field when the record has none. */
  defaults: Map<string, JsonValue>;
  /** Texts with `{field}` or `{column}` for a field without a value, used when all of them have one. */
  templates: Map<string, string>;
  /** Per field, from a text in lower case to the value to send; null for none. */
  values: Map<string, Map<string, JsonValue>>;
  /** Columns and the texts that a record must or must not have, compared without case. */
  only: Map<string, Set<string>>;
  skip: Map<string, Set<string>>;
  /** The field of which every value is sent once: further records of the same person are skipped. */
  unique?: string;
  /** When the terms of the transform `term` begin. */
  terms: Terms;
  lookup?: Lookup;
  delimiter?: string;
}

export function emptyMapping(): Mapping {
  return {
    columns: new Map(),
    defaults: new Map(),
    templates: new Map(),
    values: new Map(),
    only: new Map(),
    skip: new Map(),
    terms: new Map(),
  };
}

/** Column names are compared without case and outer blanks. */
export function columnKey(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * The operator's mapping over the default one. A column or a field that the operator maps loses its default columns;
 * of two rules for one default, template, value, term or condition the operator's wins.
 */
export function mergeMappings(own: Mapping, base: Mapping): Mapping {
  const taken = new Set([...own.columns.values()].flat().flatMap((target) => target.fields));
  const columns = new Map(own.columns);
  for (const [column, targets] of base.columns) {
    const free = targets.filter((target) => !target.fields.some((field) => taken.has(field)));
    if (!columns.has(column) && free.length > 0) columns.set(column, free);
  }
  const values = new Map(base.values);
  for (const [field, table] of own.values)
    values.set(field, new Map([...(values.get(field) ?? []), ...table]));
  return {
    ...own,
    columns,
    values,
    defaults: new Map([...base.defaults, ...own.defaults]),
    templates: new Map([...base.templates, ...own.templates]),
    only: new Map([...base.only, ...own.only]),
    skip: new Map([...base.skip, ...own.skip]),
    terms: new Map([...base.terms, ...own.terms]),
  };
}

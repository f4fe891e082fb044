import type { Target } from '../mapping/mapping.js';

/** A rule of a mapping file for one column. */
export type ColumnRule = string | Readonly<Record<string, unknown>> | readonly ColumnRule[];

/** The rule with which a mapping file says where the cells of a column go. */
export function ruleOf(targets: readonly Target[]): ColumnRule {
  const [first, ...others] = targets.map(oneRule);
  return first !== undefined && others.length === 0 ? first : targets.map(oneRule);
}

function oneRule({ fields, ...how }: Target): ColumnRule {
  const [name = '', ...others] = fields;
  if (others.length > 0) return { fields, ...how };
  return Object.keys(how).length === 0 ? name : { field: name, ...how };
}

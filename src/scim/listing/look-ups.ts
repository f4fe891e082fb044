import type { AttributeName, Filter } from '../filter/filter.js';

/** A condition that an index answers with few resources. */
export interface LookUp<Kind extends string> {
  readonly kind: Kind;
  readonly value: string;
}

/** The attributes of one type of resources that an index finds. */
export interface Indexed<Kind extends string> {
  /** The URN of their schema. */
  readonly schema: string;
  /** By dotted names in lower case. */
  readonly kinds: Readonly<Record<string, Kind>>;
  /** How many resources a look-up may find, compared with others. */
  readonly weights: Readonly<Record<Kind, number>>;
}

/** The dotted name of an attribute, in lower case; undefined for one of another schema. */
export function dottedName(schema: string, { urn, name, sub }: AttributeName): string | undefined {
  if (urn !== undefined && urn.toLowerCase() !== schema.toLowerCase()) return undefined;
  return [name, sub].filter(Boolean).join('.').toLowerCase();
}

/** What the `value` of one entry of a list must equal to meet these conditions. */
export function wantedValue(conditions: Filter): string | undefined {
  if (conditions.kind === 'and') return conditions.of.map(wantedValue).find((one) => one !== undefined);
  if (conditions.kind !== 'compare' || conditions.operator !== 'eq') return undefined;
  const { attribute, value } = conditions;
  const isValue = attribute.name?.toLowerCase() === 'value' && attribute.sub === undefined;
  return isValue && typeof value === 'string' ? value : undefined;
}

/**
 * Look-ups that together find every resource that meets the filter; undefined when there are none. Of the conditions of
 * an `and` those of one are enough, of an `or` those of all are needed.
 */
export function lookUpsIn<Kind extends string>(
  filter: Filter,
  indexed: Indexed<Kind>,
): readonly LookUp<Kind>[] | undefined {
  const { schema, kinds, weights } = indexed;
  const one = (name = '', value: unknown): LookUp<Kind>[] | undefined => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    return kind === undefined || typeof value !== 'string' ? undefined : [{ kind, value }];
  };
  switch (filter.kind) {
    case 'compare':
      return filter.operator === 'eq' ? one(dottedName(schema, filter.attribute), filter.value) : undefined;
    case 'some':
      return one(`${dottedName(schema, filter.attribute)}.value`, wantedValue(filter.of));
    case 'and': {
      const weightOf = (some: readonly LookUp<Kind>[]): number =>
        some.reduce((sum, { kind }) => sum + weights[kind], 0);
      const all = filter.of.map((part) => lookUpsIn(part, indexed)).filter((some) => some !== undefined);
      return all.sort((some, others) => weightOf(some) - weightOf(others))[0];
    }
    case 'or': {
      const all = filter.of.map((part) => lookUpsIn(part, indexed));
      return all.every((some) => some !== undefined) ? all.flat() : undefined;
    }
    default:
      return undefined;
  }
}

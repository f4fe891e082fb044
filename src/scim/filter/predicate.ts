import { InvalidFilter } from '../../errors/scim.errors.js';
import { composed } from '../../http/fields/text-rules.js';
import {
  type Attribute,
  attributeOf,
  extensionAttributeOf,
  extensionOf,
  type ResourceType,
  subAttributeOf,
} from '../schema/attribute.js';
import { asBoolean, isObject, isUnassigned, valueIn } from '../schema/resource.js';
import type { AttributeName, Comparison, Filter, FilterValue, Operator } from './filter.js';

export type Predicate = (resource: object) => boolean;

type Comparable = string | number;

const ORDERED: Readonly<Partial<Record<Operator, (one: Comparable, other: Comparable) => boolean>>> = {
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};
const TEXTUAL: Readonly<Partial<Record<Operator, (text: string, part: string) => boolean>>> = {
  co: (text, part) => text.includes(part),
  sw: (text, part) => text.startsWith(part),
  ew: (text, part) => text.endsWith(part),
};

/** The texts of an attribute are compared without case unless its schema says otherwise (RFC 7643, 2.2). */
function folded(text: string, attribute: Attribute | undefined): string {
  const whole = composed(text);
  return attribute?.caseExact === true ? whole : whole.toLowerCase();
}

/** How a name is resolved against a type, or within a list against its attribute. */
interface Context {
  readonly type: ResourceType;
  readonly parent?: Attribute | undefined;
  readonly isWithin?: boolean;
}

/** An attribute with the way to its values. */
interface Found {
  readonly attribute: Attribute | undefined;
  readonly steps: readonly string[];
}

function find({ urn, name = '', sub }: AttributeName, { type, parent, isWithin = false }: Context): Found {
  const extension =
    urn === undefined || urn.toLowerCase() === type.core.id.toLowerCase()
      ? undefined
      : (extensionOf(type, urn)?.id ?? urn);
  const outer =
    extension === undefined
      ? isWithin
        ? subAttributeOf(parent, name)
        : attributeOf(type, name)
      : extensionAttributeOf(extensionOf(type, extension), name);
  const steps = [...(extension === undefined ? [] : [extension]), ...(name === '' ? [] : [name])];
  if (sub !== undefined) return { attribute: subAttributeOf(outer, sub), steps: [...steps, sub] };
  // A comparison with a complex attribute is one with its value (RFC 7643, 2.4).
  return outer?.type === 'complex'
    ? { attribute: subAttributeOf(outer, 'value') ?? outer, steps }
    : { attribute: outer, steps };
}

/** All values at the end of these steps; a list on the way is taken apart. */
function valuesAt(value: unknown, steps: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => valuesAt(one, steps));
  const [step, ...rest] = steps;
  if (step === undefined) return isUnassigned(value) ? [] : [value];
  return isObject(value) ? valuesAt(valueIn(value, step), rest) : [];
}

function plain(value: unknown): unknown {
  return isObject(value) ? valueIn(value, 'value') : value;
}

function comparableOf(value: unknown, attribute: Attribute | undefined): Comparable | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (attribute?.type !== 'dateTime') return folded(value, attribute);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

/** Whether one value meets the comparison with an operator other than `ne`. */
function meeting(
  operator: Operator,
  wanted: FilterValue,
  attribute: Attribute | undefined,
): (value: unknown) => boolean {
  // Folded once: it may be as long as a body, and is compared with the values of 10,000 people.
  const other = comparableOf(wanted, attribute);
  const ordered = ORDERED[operator];
  return (value) => {
    const own = plain(value);
    if (typeof own === 'boolean' || typeof wanted === 'boolean')
      return operator === 'eq' && asBoolean(own) === wanted;
    const one = comparableOf(own, attribute);
    if (one === undefined || other === undefined) return false;
    if (operator === 'eq') return one === other;
    if (ordered !== undefined) return typeof one === typeof other && ordered(one, other);
    return TEXTUAL[operator]?.(String(one), String(other)) ?? false;
  };
}

/**
 * The value of a comparison in the type of its attribute.
 * @throws {InvalidFilter} when the operator or the value does not fit the attribute
 */
export function wantedBy(
  { attribute, operator, value }: Comparison,
  known: Attribute | undefined,
): FilterValue {
  const label = [attribute.name, attribute.sub].filter(Boolean).join('.');
  if (known?.type === 'boolean') {
    const flag = asBoolean(value);
    if (flag !== null && typeof flag !== 'boolean')
      throw new InvalidFilter(`${label} is true or false, and is compared with something else`);
    if (operator !== 'eq' && operator !== 'ne')
      throw new InvalidFilter(`${label} is true or false, and ${operator} does not fit it`);
    return flag;
  }
  if (known?.type === 'dateTime' && value !== null) {
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value)))
      throw new InvalidFilter(`${label} is compared with a text that is no date`);
  }
  if (value === null && operator !== 'eq' && operator !== 'ne')
    throw new InvalidFilter(`${operator} does not fit null`);
  return value;
}

function comparing(comparison: Comparison, context: Context): Predicate {
  const { attribute, steps } = find(comparison.attribute, context);
  const { operator } = comparison;
  const wanted = wantedBy(comparison, attribute);
  if (wanted === null) {
    const isAbsent = operator === 'eq';
    return (resource) => (valuesAt(resource, steps).length === 0) === isAbsent;
  }
  const meets = meeting(operator === 'ne' ? 'eq' : operator, wanted, attribute);
  if (operator === 'ne') return (resource) => !valuesAt(resource, steps).some(meets);
  return (resource) => valuesAt(resource, steps).some(meets);
}

function compile(filter: Filter, context: Context): Predicate {
  switch (filter.kind) {
    case 'and': {
      const all = filter.of.map((one) => compile(one, context));
      return (resource) => all.every((one) => one(resource));
    }
    case 'or': {
      const all = filter.of.map((one) => compile(one, context));
      return (resource) => all.some((one) => one(resource));
    }
    case 'not': {
      const one = compile(filter.of, context);
      return (resource) => !one(resource);
    }
    case 'present': {
      const { steps } = find(filter.attribute, context);
      return (resource) => valuesAt(resource, steps).length > 0;
    }
    case 'some': {
      const { urn, name = '' } = filter.attribute;
      const parent =
        urn === undefined || urn === context.type.core.id
          ? attributeOf(context.type, name)
          : extensionAttributeOf(extensionOf(context.type, urn), name);
      const one = compile(filter.of, { type: context.type, parent, isWithin: true });
      const { steps } = find(filter.attribute, context);
      // A value without parts counts as one with a `value` (RFC 7643, 2.4).
      return (resource) =>
        valuesAt(resource, steps).some((value) => one(isObject(value) ? value : { value }));
    }
    default:
      return comparing(filter, context);
  }
}

/**
 * A function that says whether a resource meets the filter.
 * @throws {InvalidFilter} when an operator or a value does not fit its attribute
 */
export function predicateOf(filter: Filter, type: ResourceType): Predicate {
  return compile(filter, { type });
}

/**
 * The same for the values of a list, such as those that a PATCH operation names.
 * @throws {InvalidFilter} when an operator or a value does not fit its attribute
 */
export function valuePredicateOf(
  filter: Filter,
  type: ResourceType,
  parent: Attribute | undefined,
): Predicate {
  return compile(filter, { type, parent, isWithin: true });
}

import { InvalidSyntax, InvalidValue } from '../../errors/scim.errors.js';
import { encodingProblem } from '../../http/fields/text-rules.js';
import {
  type Attribute,
  attributeOf,
  extensionAttributes,
  type ResourceType,
  valuePartOf,
} from './attribute.js';
import { asBoolean, isObject, isUnassigned, keyIn, type Resource, setIn, valueIn } from './resource.js';

/** Levels of objects and lists within a resource; deeper ones would exhaust the stack of what reads them. */
const DEEPEST = 20;
/** Values of one list other than the members of a group; comparing them with each other stays cheap. */
export const MOST_VALUES = 1000;
const WHOLE_NUMBER = /^-?\d{1,15}$/;

/** Directories of Windows send addresses with a carriage return, which does no harm in a text that is kept. */
function refuseUnreadable(text: string, what: string): void {
  const problem = encodingProblem(text.replaceAll('\r', ''));
  if (problem !== undefined) throw new InvalidValue(`${what} ${problem}`);
}

/**
 * Checks that a value may be read by functions that call themselves.
 * @throws {InvalidSyntax} when it nests too deep
 */
export function refuseDeep(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST) throw new InvalidSyntax(`it has more than ${DEEPEST} levels`);
  for (const inner of Object.values(value)) refuseDeep(inner, depth + 1);
}

/**
 * Checks what every part of a resource must be.
 * @throws {InvalidSyntax} when it nests too deep
 * @throws {InvalidValue} when it has a text that cannot be stored
 */
export function refuseUnusable(value: unknown, name = 'The value', depth = 0): void {
  if (typeof value === 'string') refuseUnreadable(value, name);
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST) throw new InvalidSyntax(`it has more than ${DEEPEST} levels`);
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    if (!isList) refuseUnreadable(key, 'The name of an attribute');
    refuseUnusable(inner, isList ? name : key.slice(0, 64), depth + 1);
  }
}

function refused(label: string, expected: string): InvalidValue {
  return new InvalidValue(`${label} must be ${expected}`);
}

function single(value: unknown, attribute: Attribute, label: string): unknown {
  switch (attribute.type) {
    case 'complex':
      if (!isObject(value)) throw refused(label, 'an object');
      return partsOf(value, attribute, label);
    case 'boolean': {
      const flag = asBoolean(value);
      if (typeof flag !== 'boolean') throw refused(label, 'true or false');
      return flag;
    }
    case 'integer': {
      const number = typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value;
      if (!Number.isSafeInteger(number)) throw refused(label, 'a whole number');
      return number;
    }
    case 'decimal':
      if (typeof value !== 'number') throw refused(label, 'a number');
      return value;
    default:
      if (typeof value !== 'string') throw refused(label, 'a text');
      return value;
  }
}

/** Whether a complex value is sent whose `value` is unassigned, as templates with blanks do: it is none itself. */
export function isWithoutValue(sent: unknown, attribute: Attribute | undefined): boolean {
  const part = valuePartOf(attribute);
  return (
    part !== undefined &&
    isObject(sent) &&
    keyIn(sent, part.name) !== undefined &&
    isUnassigned(valueIn(sent, part.name))
  );
}

/** A value alone stands for a list of one, and a text alone for an object with a `value`. */
function listOf(value: unknown, attribute: Attribute, label: string): unknown[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  if (all.length > MOST_VALUES && attribute.name !== 'members')
    throw refused(label, `a list of at most ${MOST_VALUES} values`);
  const isComplex = attribute.type === 'complex';
  return all
    .filter((one) => !isUnassigned(one) && !isWithoutValue(one, attribute))
    .map((one) => single(isComplex && typeof one === 'string' ? { value: one } : one, attribute, label));
}

/**
 * A value in the type of its attribute; undefined when it is unassigned.
 * @param label the attribute, for messages
 * @throws {InvalidValue} when it has another type
 */
export function typedValue(value: unknown, attribute: Attribute, label: string): unknown {
  // A blank flag is a mistake: it must not leave a person active who shall leave.
  if (attribute.type === 'boolean' && typeof value === 'string') return single(value, attribute, label);
  if (isUnassigned(value)) return undefined;
  if (attribute.multiValued) {
    const list = listOf(value, attribute, label);
    return list.length === 0 ? undefined : list;
  }
  // Entra ID sends a manager as an ID alone, or as a list of one.
  const isComplex = attribute.type === 'complex';
  const sent: unknown = isComplex && Array.isArray(value) && value.length === 1 ? value[0] : value;
  const hasValue = attribute.subAttributes?.some(({ name }) => name === 'value') === true;
  const isValue = isComplex && hasValue && typeof sent === 'string';
  if (isWithoutValue(sent, attribute)) return undefined;
  const typed = single(isValue ? { value: sent } : sent, attribute, label);
  return isObject(typed) && Object.keys(typed).length === 0 ? undefined : typed;
}

function namedBy(attributes: readonly Attribute[]): (name: string) => Attribute | undefined {
  return (name) => attributes.find((one) => one.name.toLowerCase() === name.toLowerCase());
}

function members(source: Resource, find: (name: string) => Attribute | undefined, prefix: string): Resource {
  const typed: Resource = {};
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(source)) {
    const lower = name.toLowerCase();
    if (seen.has(lower)) throw new InvalidSyntax(`${prefix}${name.slice(0, 64)} stands in it twice`);
    seen.add(lower);
    const attribute = find(name);
    const kept = attribute === undefined ? value : typedValue(value, attribute, `${prefix}${attribute.name}`);
    if (!isUnassigned(kept)) setIn(typed, attribute?.name ?? name, kept);
  }
  return typed;
}

function partsOf(value: Resource, { subAttributes = [] }: Attribute, label: string): Resource {
  return members(value, namedBy(subAttributes), `${label}.`);
}

/**
 * A resource with the names and types of its schemas; what is unassigned is left out, and attributes that no schema
 * here knows stay as they are.
 * @throws {InvalidSyntax} when it is no object, names an attribute twice or nests too deep
 * @throws {InvalidValue} when an attribute has another type
 */
export function normalise(source: unknown, type: ResourceType): Resource {
  if (!isObject(source)) throw new InvalidSyntax('it must be a JSON object');
  refuseUnusable(source);
  const ofExtension = namedBy(extensionAttributes(type));
  return members(source, (name) => ofExtension(name) ?? attributeOf(type, name), '');
}

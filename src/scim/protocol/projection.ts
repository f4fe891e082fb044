import { InvalidPath, InvalidSyntax } from '../../errors/scim.errors.js';
import { attributeNameOf, schemaOf } from '../filter/attribute-name.js';
import type { AttributeName } from '../filter/filter.js';
import type { ResourceType } from '../schema/attribute.js';
import { isObject, keyIn, type Resource, setIn } from '../schema/resource.js';

/** Which attributes an answer has (RFC 7644, 3.9). */
export interface Projection {
  readonly attributes?: readonly AttributeName[];
  readonly excluded?: readonly AttributeName[];
}

const ALWAYS = ['schemas', 'id'];
const MOST_NAMES = 200;

/** Some clients ask for `emails[type eq "work"]`, which means the attribute. */
function withoutCondition(name: string): string {
  const [from, to] = [name.indexOf('['), name.lastIndexOf(']')];
  return from < 0 || to < from ? name : name.slice(0, from) + name.slice(to + 1);
}

/** What is no name is left out, like an attribute that there is not. */
function namesOf(names: readonly string[]): AttributeName[] | undefined {
  const given = names.map((name) => withoutCondition(name).trim()).filter(Boolean);
  if (given.length > MOST_NAMES) throw new InvalidPath(`more than ${MOST_NAMES} attributes are named`);
  return given.length === 0 ? undefined : given.flatMap((name) => attributeNameOf(name) ?? []);
}

/** A query's text with commas, or a list in the body of a search. */
function listOf(value: unknown, name: string): string[] {
  if (value === undefined || value === null) return [];
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (!texts.every((text): text is string => typeof text === 'string'))
    throw new InvalidSyntax(`${name} must be names of attributes`);
  return texts.flatMap((text) => text.split(','));
}

/**
 * Reads `attributes` and `excludedAttributes` of a query or of the body of a search.
 * @throws {InvalidPath} when there are too many
 * @throws {InvalidSyntax} when they are no names
 */
export function projectionOf(query: Readonly<Record<string, unknown>>): Projection {
  const attributes = namesOf(listOf(query['attributes'], 'attributes'));
  const excluded = namesOf(listOf(query['excludedAttributes'], 'excludedAttributes'));
  return {
    ...(attributes === undefined ? {} : { attributes }),
    ...(excluded === undefined ? {} : { excluded }),
  };
}

/** The names of the objects and members on the way to an attribute, or to a schema that is not known here. */
function stepsOf(resource: Resource, attribute: AttributeName, { core }: ResourceType): string[] {
  const { urn, name, sub } = attribute;
  const schema = schemaOf(attribute);
  if (schema !== undefined && keyIn(resource, schema) !== undefined) return [schema];
  const isCore = urn === undefined || urn.toLowerCase() === core.id.toLowerCase();
  return [
    ...(isCore ? [] : [urn]),
    ...(name === undefined ? [] : [name]),
    ...(sub === undefined ? [] : [sub]),
  ];
}

function copyAt(from: unknown, to: Resource, steps: readonly string[]): void {
  const [step, ...rest] = steps;
  const key = step === undefined || !isObject(from) ? undefined : keyIn(from, step);
  if (key === undefined || !isObject(from)) return;
  const value = from[key];
  if (rest.length === 0) setIn(to, key, value);
  else if (Array.isArray(value)) {
    const earlier: unknown[] = Array.isArray(to[key]) ? to[key] : value.map(() => ({}));
    value.forEach((one: unknown, index) => {
      const target = earlier[index];
      if (isObject(target)) copyAt(one, target, rest);
    });
    setIn(to, key, earlier);
  } else {
    const earlier = to[key];
    const target = isObject(earlier) ? earlier : {};
    copyAt(value, target, rest);
    if (Object.keys(target).length > 0) setIn(to, key, target);
  }
}

function dropAt(from: unknown, steps: readonly string[]): void {
  if (Array.isArray(from)) {
    for (const one of from) dropAt(one, steps);
    return;
  }
  const [step, ...rest] = steps;
  if (step === undefined || !isObject(from)) return;
  const key = keyIn(from, step);
  if (key === undefined) return;
  if (rest.length === 0) Reflect.deleteProperty(from, key);
  else dropAt(from[key], rest);
}

/** The resource with the attributes that were asked for; `schemas` and `id` are always among them. */
export function projected(
  resource: Resource,
  { attributes, excluded }: Projection,
  type: ResourceType,
): Resource {
  if (attributes !== undefined) {
    const chosen: Resource = {};
    for (const name of ALWAYS) copyAt(resource, chosen, [name]);
    for (const name of attributes) copyAt(resource, chosen, stepsOf(resource, name, type));
    return chosen;
  }
  if (excluded === undefined) return resource;
  const left = structuredClone(resource);
  for (const name of excluded) {
    const steps = stepsOf(resource, name, type);
    if (!ALWAYS.includes((steps[0] ?? '').toLowerCase())) dropAt(left, steps);
  }
  return left;
}

/** Whether an answer will have this attribute, so that it need not be read otherwise. */
export function includes({ attributes, excluded = [] }: Projection, name: string): boolean {
  const isNamed = (one: AttributeName): boolean => one.name?.toLowerCase() === name.toLowerCase();
  if (attributes !== undefined) return attributes.some(isNamed);
  return !excluded.some((one) => isNamed(one) && one.sub === undefined);
}

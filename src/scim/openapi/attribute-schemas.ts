import { type Attribute, COMMON, type ResourceType, type Schema } from '../schema/attribute.js';

/** A schema of OpenAPI 3.0. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Whether a schema is of what the service answers, or of what a provider sends. */
export type Direction = 'answer' | 'request';

const TYPES: Readonly<Record<Attribute['type'], JsonSchema>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  dateTime: { type: 'string', format: 'date-time' },
  reference: { type: 'string' },
  binary: { type: 'string' },
  complex: { type: 'object' },
};

/** Words about an attribute that OpenAPI has no keyword for. */
function wordsOn({ description, canonicalValues, uniqueness }: Attribute): string {
  const usual = canonicalValues === undefined ? [] : [`Usual values: ${canonicalValues.join(', ')}`];
  const unique = uniqueness === 'none' ? [] : ['Unique'];
  return [description, ...usual, ...unique].join('. ');
}

/** Many readers of OpenAPI follow every member of this name, wherever it stands. */
const REFERENCE = '$ref';

function isPart({ name, mutability, returned }: Attribute, direction: Direction): boolean {
  if (name === REFERENCE) return false;
  return direction === 'answer' ? returned !== 'never' : mutability !== 'readOnly';
}

function oneValue(attribute: Attribute, direction: Direction): JsonSchema {
  if (attribute.type !== 'complex') return TYPES[attribute.type];
  return objectOf(attribute.subAttributes ?? [], direction);
}

/** A provider may send more than is known here; in a request null and a blank text are no values. */
function objectOf(attributes: readonly Attribute[], direction: Direction): JsonSchema {
  const parts = attributes.filter((one) => isPart(one, direction));
  return {
    type: 'object',
    properties: Object.fromEntries(parts.map((one) => [one.name, schemaOfAttribute(one, direction)])),
    additionalProperties: true,
  };
}

export function schemaOfAttribute(attribute: Attribute, direction: Direction): JsonSchema {
  const value = oneValue(attribute, direction);
  return {
    ...(attribute.multiValued ? { type: 'array', items: value } : value),
    description: wordsOn(attribute),
    ...(direction === 'request' && !attribute.required ? { nullable: true } : {}),
  };
}

function extensionSchema(extension: Schema, direction: Direction): JsonSchema {
  const { name, description, attributes } = extension;
  return { ...objectOf(attributes, direction), description: `${name}: ${description}` };
}

/**
 * The schema of a resource. An answer always has `schemas` and `id`, and others unless they were left out on request;
 * a request must have what the attributes require.
 */
export function schemaOfResource(type: ResourceType, direction: Direction): JsonSchema {
  const attributes = [...COMMON, ...type.core.attributes];
  const { properties, ...rest } = objectOf(attributes, direction);
  const extensions = type.extensions.map((one) => [one.id, extensionSchema(one, direction)] as const);
  const required = attributes.filter((one) =>
    direction === 'answer' ? one.returned === 'always' : one.required,
  );
  return {
    ...rest,
    description: type.description,
    required: required.map(({ name }) => name),
    properties: { ...(properties as object), ...Object.fromEntries(extensions) },
  };
}

import { type Attribute, COMMON, extensionAttributes, type ResourceType } from '../schema/attribute.js';

/** A schema of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;
/** Schemas by name. */
export type Members = Readonly<Record<string, JsonSchema>>;

/** Whether a schema is of what the service answers, or of what a provider sends. */
export type Direction = 'answer' | 'request';

const TYPES: Readonly<Record<Exclude<Attribute['type'], 'complex'>, JsonSchema>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  dateTime: { type: 'string', format: 'date-time' },
  reference: { type: 'string' },
  binary: { type: 'string' },
};

/** Many readers of OpenAPI follow every member of this name, wherever it stands. */
const REFERENCE = '$ref';

function isPart({ name, mutability, returned }: Attribute, direction: Direction): boolean {
  if (name === REFERENCE) return false;
  return direction === 'answer' ? returned !== 'never' : mutability !== 'readOnly';
}

/** Words about an attribute that OpenAPI has no keyword for. */
function wordsOn({ description, canonicalValues, uniqueness }: Attribute): string {
  const usual = canonicalValues === undefined ? [] : [`Usual values: ${canonicalValues.join(', ')}`];
  const unique = uniqueness === 'none' ? [] : ['Unique'];
  return [description, ...usual, ...unique].join('. ');
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

function schemaOfAttribute(attribute: Attribute, direction: Direction): JsonSchema {
  const { type, multiValued, required, subAttributes = [] } = attribute;
  const one = type === 'complex' ? objectOf(subAttributes, direction) : TYPES[type];
  const value = multiValued ? { type: 'array', items: one } : one;
  return {
    ...value,
    ...(direction === 'request' && !required ? { type: [value['type'], 'null'] } : {}),
    description: wordsOn(attribute),
  };
}

/**
 * The schema of a resource. An answer always has `schemas` and `id`, and others unless they were left out on request;
 * a request must have what the attributes require.
 */
export function schemaOfResource(type: ResourceType, direction: Direction): JsonSchema {
  const attributes = [...COMMON, ...type.core.attributes, ...extensionAttributes(type)];
  const required = attributes.filter((one) =>
    direction === 'answer' ? one.returned === 'always' : one.required,
  );
  return {
    ...objectOf(attributes, direction),
    description: type.description,
    required: required.map(({ name }) => name),
  };
}

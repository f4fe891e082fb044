export const TYPES = [
  'string',
  'boolean',
  'integer',
  'decimal',
  'dateTime',
  'reference',
  'binary',
  'complex',
] as const;
export const MUTABILITIES = ['readOnly', 'readWrite', 'immutable', 'writeOnly'] as const;
export const RETURNS = ['always', 'never', 'default', 'request'] as const;
export const UNIQUENESSES = ['none', 'server', 'global'] as const;

/** An attribute of a schema (RFC 7643, section 7). */
export interface Attribute {
  readonly name: string;
  readonly type: (typeof TYPES)[number];
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: (typeof MUTABILITIES)[number];
  readonly returned: (typeof RETURNS)[number];
  readonly uniqueness: (typeof UNIQUENESSES)[number];
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

/** What differs from an optional, single text that a provider may read and write. */
export type Different = Partial<Omit<Attribute, 'name' | 'description'>>;

const USUAL = {
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
} as const;

export function attribute(name: string, description: string, different: Different = {}): Attribute {
  return { name, description, ...USUAL, ...different };
}

/** One value with parts. */
export function complex(
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  different: Different = {},
): Attribute {
  return attribute(name, description, { type: 'complex', subAttributes, ...different });
}

/** A list of values with `value`, `display`, `type` and `primary` (RFC 7643, 2.4). */
export function plural(
  name: string,
  description: string,
  types: readonly string[] = [],
  value: Different = {},
): Attribute {
  const type = attribute('type', 'What the value is for', {
    ...(types.length === 0 ? {} : { canonicalValues: types }),
  });
  const parts = [
    attribute('value', `A value of ${name}`, value),
    attribute('display', 'The value in words'),
    type,
    attribute('primary', 'Whether it is the preferred one; of at most one value', { type: 'boolean' }),
  ];
  return complex(name, description, parts, { multiValued: true });
}

/** A schema with its URN (RFC 7643, section 7). */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** A type of resource: its schema, those that extend it, and the attributes that every resource has. */
export interface ResourceType {
  readonly name: 'User' | 'Group';
  readonly endpoint: string;
  readonly description: string;
  readonly core: Schema;
  readonly extensions: readonly Schema[];
}

/** The attributes of every resource (RFC 7643, 3.1); they are part of no schema. */
export const COMMON: readonly Attribute[] = [
  attribute('schemas', 'The schemas of the resource', {
    type: 'reference',
    multiValued: true,
    caseExact: true,
    returned: 'always',
  }),
  attribute('id', 'The ID of the resource here', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', "The provider's own ID of the resource", { caseExact: true }),
  complex(
    'meta',
    'About the resource',
    [
      attribute('resourceType', 'The type', { caseExact: true, mutability: 'readOnly' }),
      attribute('created', 'When it was created', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('lastModified', 'When it was last changed', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('location', 'Its address', { type: 'reference', caseExact: true, mutability: 'readOnly' }),
      attribute('version', 'Its version, as in the header ETag', { caseExact: true, mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
];

function named(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const lower = name.toLowerCase();
  return attributes.find((one) => one.name.toLowerCase() === lower);
}

/** The attribute of this name, ignoring case, of the core schema. */
export function attributeOf(type: ResourceType, name: string): Attribute | undefined {
  return named(type.core.attributes, name) ?? named(COMMON, name);
}

export function subAttributeOf(parent: Attribute | undefined, name: string): Attribute | undefined {
  return named(parent?.subAttributes ?? [], name);
}

/** The `value` of a list's entry or of a reference, without which it is none; undefined for other attributes. */
export function valuePartOf(parent: Attribute | undefined): Attribute | undefined {
  const value = subAttributeOf(parent, 'value');
  return value?.required === false ? value : undefined;
}

/** The extensions as attributes: each is an object under its URN. */
export function extensionAttributes({ extensions }: ResourceType): Attribute[] {
  return extensions.map(({ id, name, description, attributes }) =>
    complex(id, `${name}: ${description}`, attributes),
  );
}

export function extensionOf(type: ResourceType, urn: string): Schema | undefined {
  const lower = urn.toLowerCase();
  return type.extensions.find(({ id }) => id.toLowerCase() === lower);
}

export function extensionAttributeOf(schema: Schema | undefined, name: string): Attribute | undefined {
  return named(schema?.attributes ?? [], name);
}

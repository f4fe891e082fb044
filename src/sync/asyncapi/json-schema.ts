type Schema = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same for every schema in it. */
function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return isSchema(value) ? jsonSchemaOf(value) : value;
}

/**
 * The JSON Schema of a schema of OpenAPI 3.0, which says `nullable` and `example` where JSON Schema says that null is a
 * type and that there are `examples`.
 */
export function jsonSchemaOf({ nullable, example, properties, ...schema }: Schema): Schema {
  const others = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, inside(value)]));
  const { type, enum: values } = others;
  const named = isSchema(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inside(value)]))
    : undefined;
  const whole: Schema = {
    ...others,
    ...(named === undefined ? {} : { properties: named }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
  if (nullable !== true) return whole;
  if (typeof type !== 'string') return { anyOf: [whole, { type: 'null' }] };
  return {
    ...whole,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

type Schema = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same for every schema in it. */
function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return isSchema(value) ? jsonSchemaOf(value) : value;
}

function insideEach(all: Schema): Schema {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, inside(value)]));
}

/** The JSON Schema of a schema of OpenAPI 3.1, which says `example` where JSON Schema has `examples`. */
export function jsonSchemaOf({ example, properties, ...schema }: Schema): Schema {
  return {
    ...insideEach(schema),
    ...(isSchema(properties) ? { properties: insideEach(properties) } : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

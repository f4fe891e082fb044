interface Part {
  readonly contentSchema?: unknown;
  readonly type?: unknown;
  readonly description?: unknown;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A part of the document as the viewer shows it best. It knows no `contentSchema`, so that it gets the schema of a line
 * in place of that of the text. Of a list or an object that may be null it shows the parts without a name, so that it
 * gets an alternative, as beside a reference.
 */
export function viewed(part: unknown): unknown {
  if (!isPart(part)) return part;
  const { contentSchema, type, description, ...others } = part;
  if (contentSchema !== undefined) return contentSchema;
  const kinds: readonly unknown[] = Array.isArray(type) ? type : [];
  const kind = ['array', 'object'].find((one) => kinds.includes(one));
  return kind === undefined ? part : { description, anyOf: [{ type: kind, ...others }, { type: 'null' }] };
}

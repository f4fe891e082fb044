import type { ApiClient } from './api-client.js';

/** The part of JSON Schema that the OpenAPI document of the service uses. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  /** Of one line of a text. */
  readonly contentSchema?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface Parameter {
  readonly description?: string;
  readonly in: string;
  readonly name: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface DocumentedOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { description?: string; content?: Readonly<Record<string, Media>>; headers?: object }>
  >;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** The texts of an example, each with its path. */
export function textsIn(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => textsIn(child, `${path}.${key}`));
}

/** One documented call, with its schemas resolved. */
export interface Operation {
  readonly method: string;
  /** With parameters as `:name`, as in the route table. */
  readonly path: string;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly mediaType: string | undefined;
  readonly schema: Schema | undefined;
  /** A body, or a line of it, that is valid except for its identifiers. */
  readonly example: unknown;
  /** The names of its security schemes; none for a public call. */
  readonly security: readonly string[];
}

const isNull = ({ type }: Schema): boolean => type === 'null';

/** The schema to which the others of a list add nothing but null. */
function onlyOf({ allOf: [first] = [], anyOf = [] }: Schema): Schema | undefined {
  const [one, ...others] = anyOf.filter((schema) => !isNull(schema));
  return first ?? (others.length === 0 ? one : undefined);
}

/** The schema with its references resolved; it no longer says whether the value may be null. */
export function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const only = onlyOf(schema);
  const { $ref, allOf: _, anyOf, type, ...own } = schema;
  if (only !== undefined) return { ...resolve(only, schemas), ...own };
  if ($ref !== undefined) return resolve(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  const [plainType] = [type].flat().filter((one) => one !== 'null');
  const { items, properties, additionalProperties } = own;
  return {
    ...own,
    ...(anyOf === undefined ? {} : { anyOf }),
    ...(plainType === undefined ? {} : { type: plainType }),
    ...(items === undefined ? {} : { items: resolve(items, schemas) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: resolve(additionalProperties, schemas) }
      : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, resolve(property, schemas)]),
          ),
        }),
  };
}

/** The whole document, as the service publishes it. */
export async function documentOf(root: ApiClient): Promise<OpenApiDocument> {
  return (await root.get('/docs/openapi.json')).body as unknown as OpenApiDocument;
}

/** Every call of the OpenAPI document. */
export async function operationsOf(root: ApiClient): Promise<Operation[]> {
  const { paths, components } = await documentOf(root);
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([verb, { parameters = [], security = [], requestBody }]) => {
      const [method, path] = [verb.toUpperCase(), template.replace(/\{(\w+)\}/g, ':$1')];
      const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const { contentSchema: line, ...whole } = content?.schema ?? {};
      const example: unknown = line === undefined ? content?.example : JSON.parse(String(content?.example));
      return {
        method,
        path,
        mediaType,
        name: `${method} ${path}`,
        example,
        parameters: parameters.map((one) => ({ ...one, schema: resolve(one.schema, components.schemas) })),
        schema: content?.schema === undefined ? undefined : resolve(line ?? whole, components.schemas),
        security: security.flatMap((one) => Object.keys(one)),
      };
    }),
  );
}

/** A value that this schema allows: its example, or the smallest of its type. */
export function sampleOf(schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'array') return schema.items === undefined ? [] : [sampleOf(schema.items)];
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema;
    return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]));
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'date') return '2026-02-20';
  if (schema.format === 'date-time') return '2026-02-20T09:30:00.000Z';
  return 'text';
}

/** A place in a body: names of members, and `0` for the first item of a list. */
export type Place = readonly string[];

/** Every place of a body that holds one value. */
export function placesIn(schema: Schema): { place: Place; schema: Schema }[] {
  if (schema.items !== undefined)
    return placesIn(schema.items).map((found) => ({ ...found, place: ['0', ...found.place] }));
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return [{ place: [], schema }];
  return properties.flatMap(([name, property]) =>
    placesIn(property).map((found) => ({ ...found, place: [name, ...found.place] })),
  );
}

/** @returns the body with another value at this place; missing parents are samples */
export function withValue(schema: Schema, body: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const inner = schema.items ?? schema.properties?.[name] ?? {};
  if (schema.items !== undefined) {
    const first: unknown = Array.isArray(body) && body.length > 0 ? body[0] : sampleOf(inner);
    return [withValue(inner, first, rest, value)];
  }
  const members = body as Record<string, unknown>;
  return { ...members, [name]: withValue(inner, members[name] ?? sampleOf(inner), rest, value) };
}

import type { OpenAPIObject } from '@nestjs/swagger';

import { FIELDS, pathParameter } from './usual-examples.js';

type Document = OpenAPIObject;
type Operation = NonNullable<Document['paths'][string]['get']>;

/** As much of a schema as an example needs. */
interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly items?: Schema;
  /** Of one line of a text. */
  readonly contentSchema?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Fields that every answer may have and most do not. */
const RARE = new Set(['warnings', 'meta']);
const SCALARS: Readonly<Record<string, unknown>> = { string: '', boolean: false, array: [], object: {} };
const FORMATS: Readonly<Record<string, unknown>> = {
  'date-time': '2026-11-19T22:10:04.120Z',
  date: '2026-11-19',
};

/** Whether the schema has null beside another type. */
function allowsNull({ type, anyOf = [] }: Schema): boolean {
  return [type].flat().includes('null') || anyOf.some((one) => one.type === 'null');
}

/** Whether an example has this field. */
type Choice = (field: Schema, isRequired: boolean, name: string) => boolean;

/** Builds examples from those of the fields, so that "Try it out" sends a request that works. */
class ExampleBuilder {
  constructor(private readonly document: Document) {}

  /** The required fields, and the optional ones that have an example. */
  ofRequest(schema: Schema): unknown {
    return this.of(schema, (field, isRequired) => isRequired || field.example !== undefined);
  }

  /** Nearly every field, and one item of each list of objects; a field that may be null and has no example is. */
  ofAnswer(schema: Schema): unknown {
    return this.of(schema, (_, isRequired, name) => isRequired || !RARE.has(name));
  }

  resolve(schema: Schema): Schema {
    const reference = schema.$ref ?? schema.allOf?.[0]?.$ref ?? (schema.anyOf ?? schema.oneOf)?.[0]?.$ref;
    if (reference === undefined) return schema;
    return this.document.components?.schemas?.[reference.split('/').at(-1) ?? ''] ?? {};
  }

  private of(schema: Schema, wants: Choice, name = ''): unknown {
    if (schema.example !== undefined) return schema.example;
    if (allowsNull(schema)) return null;
    const { properties, required = [], ...plain } = this.resolve(schema);
    if (properties === undefined) return this.ofPlain(plain, wants, name);
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([key, field]) => wants(field, required.includes(key), key))
        .map(([key, field]) => [key, this.of(field, wants, key)]),
    );
  }

  private ofPlain(schema: Schema, wants: Choice, name: string): unknown {
    const { example, enum: values, format, type, minimum, items } = schema;
    if (example !== undefined) return example;
    if (values !== undefined) return values[0];
    if (type === 'integer' || type === 'number') return minimum ?? 1;
    if (items !== undefined && this.resolve(items).properties !== undefined) return [this.of(items, wants)];
    const usual = type === 'string' ? FIELDS[name] : undefined;
    return usual ?? FORMATS[format ?? ''] ?? SCALARS[typeof type === 'string' ? type : 'object'] ?? null;
  }
}

type Content = Record<string, { schema?: Schema; example?: unknown; examples?: object }>;

function fillIn(content: Content, exampleOf: (schema: Schema) => unknown): void {
  for (const media of Object.values(content)) {
    if (media.schema === undefined || media.example !== undefined || media.examples !== undefined) continue;
    const { contentSchema: line } = media.schema;
    media.example = line === undefined ? exampleOf(media.schema) : `${JSON.stringify(exampleOf(line))}\n`;
  }
}

function completeRequest(operation: Operation, builder: ExampleBuilder): void {
  const body = operation.requestBody;
  if (body === undefined || '$ref' in body) return;
  fillIn(body.content, (schema) => builder.ofRequest(schema));
  // A body without required fields may be omitted.
  const schema = body.content['application/json']?.schema as Schema | undefined;
  if (schema !== undefined && (builder.resolve(schema).required ?? []).length === 0) body.required = false;
}

function completeAnswers(operation: Operation, builder: ExampleBuilder): void {
  for (const answer of Object.values(operation.responses)) {
    if (answer !== undefined && !('$ref' in answer) && answer.content !== undefined)
      fillIn(answer.content, (schema) => builder.ofAnswer(schema));
  }
}

/** Describes what each parameter of the address names, where the call does not. */
function completeParameters(path: string, operation: Operation): void {
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter || parameter.in !== 'path') continue;
    const usual = pathParameter(path, parameter.name);
    parameter.example ??= usual?.example;
    parameter.description ??= usual?.description ?? '';
  }
}

/** Adds an example to every body, answer and parameter of an address that has none. */
export function addExamples(document: Document): void {
  const builder = new ExampleBuilder(document);
  for (const [address, path] of Object.entries(document.paths)) {
    for (const operation of [path.get, path.post, path.put, path.patch, path.delete]) {
      if (operation === undefined) continue;
      completeParameters(address, operation);
      completeRequest(operation, builder);
      completeAnswers(operation, builder);
    }
  }
}

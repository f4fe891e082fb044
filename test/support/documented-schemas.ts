import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

import type { OpenApiDocument } from './operations.js';

const DOCUMENT = 'https://service.example.edu/openapi';

/** Validates by schemas of the document, as {@link jsonSchemaOf} gives them. */
export function ajvOf({ components }: OpenApiDocument): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: DOCUMENT, components: { schemas: jsonSchemaOf(components.schemas) } });
  return ajv;
}

/** The schema of OpenAPI 3.0 as JSON Schema, which has no `nullable`; its references are to the whole document. */
export function jsonSchemaOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(jsonSchemaOf);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _, $ref, ...rest } = schema as Record<string, unknown>;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, jsonSchemaOf(value)]));
  const whole = typeof $ref === 'string' ? { ...plain, $ref: DOCUMENT + $ref } : plain;
  return nullable === true ? { anyOf: [whole, { type: 'null' }] } : whole;
}

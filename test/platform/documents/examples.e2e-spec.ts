import { jest } from '@jest/globals';
import type { Ajv } from 'ajv';

import { describeApplication } from '../../../src/bootstrap.js';
import {
  type DocumentedOperation,
  type Media,
  type OpenApiDocument,
  textsIn,
} from '../../support/operations.js';
import { jsonLines } from '../../support/answers.js';
import { ajvOf, jsonSchemaOf } from '../../support/documented-schemas.js';

// Compiles a schema for each example of the reference: 22 s on two cores that two other runs kept busy.
jest.setTimeout(90_000);

/** An example with the schema that it must follow, and the call that shows it. */
interface Shown {
  readonly place: string;
  readonly schema: object;
  readonly value: unknown;
}

/** Texts that stand for one that is still to be written. */
const PLACEHOLDER = /^(text|string|value|example|foo|bar|.*lorem.*|\W*)$/i;

let ajv: Ajv;
let operations: { name: string; operation: DocumentedOperation }[];

beforeAll(async () => {
  const document = JSON.parse(JSON.stringify(await describeApplication())) as OpenApiDocument;
  const { paths } = document;
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  ajv = ajvOf(document);
});

function shownBy(place: string, type: string, { schema = {}, example, examples = {} }: Media): Shown[] {
  const values = [example, ...Object.values(examples).map(({ value }) => value)];
  const isLines = type === 'application/x-ndjson' && '$ref' in schema;
  return values
    .filter((value) => value !== undefined)
    .flatMap((value) => (isLines && typeof value === 'string' ? jsonLines(value) : [value]))
    .map((value) => ({ place, schema, value }));
}

/** Every example of every body and answer. */
function allShown(): Shown[] {
  return operations.flatMap(({ name, operation: { requestBody, responses } }) =>
    [
      ['body', requestBody?.content ?? {}] as const,
      ...Object.entries(responses).map(([status, { content = {} }]) => [status, content] as const),
    ].flatMap(([part, content]) =>
      Object.entries(content).flatMap(([type, media]) => shownBy(`${name} ${part}`, type, media)),
    ),
  );
}

describe('every example of the reference', () => {
  it('follows the schema of its body or answer', () => {
    const shown = allShown();
    expect(shown.length).toBeGreaterThan(500);
    const wrong = shown.flatMap(({ place, schema, value }) => {
      const validate = ajv.compile(jsonSchemaOf(schema) as object);
      return validate(value) ? [] : [[place, ajv.errorsText(validate.errors)]];
    });
    expect(wrong).toEqual([]);
  });

  it('has no text that stands for another', () => {
    const found = allShown().flatMap(({ place, value }) =>
      textsIn(value)
        .filter(([path, text]) => PLACEHOLDER.test(text) && !path.endsWith('.delimiter'))
        .map(([path, text]) => [place, path, text]),
    );
    expect(found).toEqual([]);
  });

  it('of a list of objects has an item', () => {
    const empty = allShown().filter(
      ({ place, value }) =>
        / 200$/.test(place) &&
        Array.isArray((value as { data?: unknown }).data) &&
        textsIn(value).length === 0,
    );
    expect(empty.map(({ place }) => place)).toEqual([]);
  });

  it('of a parameter of an address is there, with what it names', () => {
    const parameters = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? []).map((parameter) => ({ place: `${name} ${parameter.name}`, parameter })),
    );
    const bare = parameters.filter(
      ({ parameter: { in: part, example, description = '' } }) =>
        part === 'path' && (example === undefined || description.length < 10),
    );
    expect(parameters.length).toBeGreaterThan(100);
    expect(bare.map(({ place }) => place)).toEqual([]);
  });
});

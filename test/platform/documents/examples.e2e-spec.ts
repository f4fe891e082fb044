import { jest } from '@jest/globals';

import { describeApplication } from '../../../src/bootstrap.js';
import { jsonLines } from '../../support/answers.js';
import { DocumentedSchemas } from '../../support/documented-schemas.js';
import { type Media, type OpenApiDocument, type Schema, textsIn } from '../../support/operations.js';

// Compiles a schema for each example of the reference: 34 s for all on two cores that other runs kept busy.
jest.setTimeout(90_000);

/** An example, with the names that lead to what shows it and to the schema that it must follow. */
interface Shown {
  readonly at: readonly string[];
  readonly schema: readonly string[];
  readonly value: unknown;
}

/** Texts that stand for one that is still to be written. */
const PLACEHOLDER = /^(text|string|value|example|foo|bar|.*lorem.*|\W*)$/i;

const document = JSON.parse(JSON.stringify(await describeApplication())) as OpenApiDocument;
const schemas = new DocumentedSchemas(document);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: ['paths', path, method], operation })),
);

/** The examples of a parameter, or of a body or an answer in one media type. */
function shownBy(at: readonly string[], { schema, example, examples = {} }: Media): Shown[] {
  const values = [example, ...Object.values(examples).map(({ value }) => value)];
  const shown = values.filter((value) => value !== undefined);
  const texts = schema?.contentSchema === undefined ? [] : shown.filter((value) => typeof value === 'string');
  return [
    ...shown.map((value) => ({ at, schema: [...at, 'schema'], value })),
    ...texts
      .flatMap((text) => jsonLines(text))
      .map((value) => ({ at, schema: [...at, 'schema', 'contentSchema'], value })),
  ];
}

function shownIn(at: readonly string[], content: Readonly<Record<string, Media>> = {}): Shown[] {
  return Object.entries(content).flatMap(([type, media]) => shownBy([...at, 'content', type], media));
}

/** Every example of every body and answer. */
const ofContents = operations.flatMap(({ at, operation: { requestBody, responses } }) => [
  ...shownIn([...at, 'requestBody'], requestBody?.content),
  ...Object.entries(responses).flatMap(([status, { content }]) =>
    shownIn([...at, 'responses', status], content),
  ),
]);
const ofParameters = operations.flatMap(({ at, operation: { parameters = [] } }) =>
  parameters.flatMap((parameter, index) => shownBy([...at, 'parameters', `${index}`], parameter)),
);

/** The examples of a schema and of those in it. */
function shownInSchema(at: readonly string[], schema: Schema): Shown[] {
  const { example, items, properties = {}, additionalProperties } = schema;
  const lists = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((key) =>
    (schema[key] ?? []).map((one, index) => [[key, `${index}`], one] as const),
  );
  const inner: (readonly [readonly string[], Schema])[] = [
    ...lists,
    ...Object.entries(properties).map(([name, one]) => [['properties', name], one] as const),
    ...(items === undefined ? [] : [[['items'], items] as const]),
    ...(typeof additionalProperties === 'object'
      ? [[['additionalProperties'], additionalProperties] as const]
      : []),
  ];
  const own = example === undefined ? [] : [{ at, schema: at, value: example }];
  return [...own, ...inner.flatMap(([place, one]) => shownInSchema([...at, ...place], one))];
}

const ofFields = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    shownInSchema(['components', 'schemas', name], schema),
  ),
  ...operations.flatMap(({ at, operation: { parameters = [] } }) =>
    parameters.flatMap(({ schema }, index) =>
      shownInSchema([...at, 'parameters', `${index}`, 'schema'], schema),
    ),
  ),
];

describe('every example of the reference', () => {
  it.each([
    ['body or answer', ofContents, 500],
    ['parameter', ofParameters, 50],
    ['field', ofFields, 500],
  ])('of a %s follows its schema', (_, shown, least) => {
    expect(shown.length).toBeGreaterThan(least);
    const wrong = shown.flatMap(({ at, schema, value }) => {
      const problems = schemas.problemsOf(schema, value);
      return problems.length === 0 ? [] : [[at.join(' '), value, ...problems]];
    });
    expect(wrong).toEqual([]);
  });

  it('has no text that stands for another', () => {
    const found = ofContents.flatMap(({ at, value }) =>
      textsIn(value)
        .filter(([path, text]) => PLACEHOLDER.test(text) && !path.endsWith('.delimiter'))
        .map(([path, text]) => [at.join(' '), path, text]),
    );
    expect(found).toEqual([]);
  });

  it('of a list of objects has an item', () => {
    const empty = ofContents.filter(
      ({ at, value }) =>
        at.includes('200') &&
        Array.isArray((value as { data?: unknown }).data) &&
        textsIn(value).length === 0,
    );
    expect(empty.map(({ at }) => at.join(' '))).toEqual([]);
  });

  it('of a parameter of an address is there, with what it names', () => {
    const inAddresses = operations.flatMap(({ at, operation: { parameters = [] } }) =>
      parameters.filter((parameter) => parameter.in === 'path').map((parameter) => ({ at, parameter })),
    );
    const bare = inAddresses.filter(
      ({ parameter: { example, description = '' } }) => example === undefined || description.length < 10,
    );
    expect(inAddresses.length).toBeGreaterThan(50);
    expect(bare.map(({ at, parameter: { name } }) => [...at, name].join(' '))).toEqual([]);
  });
});

it('a field that may be null has null in all that is said of its values', () => {
  const said: unknown[] = [];
  JSON.stringify(document, (key, part: unknown) => {
    const { type, enum: values, nullable } = Object(part) as Schema & { readonly nullable?: unknown };
    const allowsNull = Array.isArray(type) && type.includes('null');
    if (nullable !== undefined || (values !== undefined && values.includes(null) !== allowsNull))
      said.push([key, part]);
    return part;
  });
  expect(said).toEqual([]);
});

import { describeApplication } from '../../src/bootstrap.js';
import { ajvOf, jsonSchemaOf } from '../support/documented-schemas.js';
import type { DocumentedOperation, OpenApiDocument } from '../support/operations.js';
import { readCases } from './cases/case.js';

interface Recorded {
  readonly name: string;
  readonly call: string;
  readonly status: number;
  readonly json: unknown;
}

/** A person with the sources of fields is a person too, so that both alternatives of that call fit. */
const document = JSON.parse(
  JSON.stringify(await describeApplication()).replaceAll('"oneOf":', '"anyOf":'),
) as OpenApiDocument;
const cases = readCases().flatMap(([, some]) => some);
/** Paths without parameters come first: `users/bulk` is not a `users/{id}`. */
const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  .sort((one, other) => one.call.split('{').length - other.call.split('{').length);

/** A case may put the service below another path. */
function operationOf(call: string): DocumentedOperation | undefined {
  const plain = call.replace(' /sis/', ' /');
  return operations.find((one) => new RegExp(`^${one.call.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain))
    ?.operation;
}

/** The answers of the service; those of others are marked. */
const recorded: Recorded[] = cases.flatMap(({ name, exchanges }) =>
  exchanges.flatMap(({ request, answer: { status = 200, json, foreign } }) =>
    request === undefined || json === undefined || foreign === true
      ? []
      : [{ name, call: request.call, status, json }],
  ),
);

it('each name of a case is a sentence of its own', () => {
  const names = cases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^\S+( \S+){2,}$/.test(name))).toEqual([]);
});

it('each recorded request is a call of the service', () => {
  const calls = cases.flatMap(({ exchanges }) => exchanges.map(({ request }) => request?.call ?? ''));
  const unknown = calls.filter((call) => call !== '' && operationOf(call) === undefined);
  expect(calls.length).toBeGreaterThan(200);
  expect(unknown).toEqual([]);
});

it('every call of the three APIs is made by a case', () => {
  const made = new Set(
    cases.flatMap(({ exchanges }) => exchanges.map(({ request }) => operationOf(request?.call ?? ''))),
  );
  const documented = operations.filter(({ call }) =>
    / \/api\/v1\/(?:integration|workflow|sandbox)(?:\/|$)/.test(call),
  );
  expect(documented.length).toBeGreaterThan(20);
  expect(documented.filter(({ operation }) => !made.has(operation)).map(({ call }) => call)).toEqual([]);
});

it('each recorded answer follows the schema of its call', () => {
  const ajv = ajvOf(document);
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  const wrong = recorded.flatMap(({ name, call, status, json }) => {
    const content = operationOf(call)?.responses[status]?.content ?? {};
    const [media = { schema: { $ref: '#/components/schemas/Failure' } }] = Object.values(content);
    const key = JSON.stringify(media.schema);
    const validate = validators.get(key) ?? ajv.compile(jsonSchemaOf(media.schema) as object);
    validators.set(key, validate);
    return validate(json) ? [] : [[name, status, ajv.errorsText(validate.errors)]];
  });
  expect(recorded.length).toBeGreaterThan(150);
  expect(wrong).toEqual([]);
});

import { describeApplication } from '../../src/bootstrap.js';
import { DocumentedSchemas } from '../support/documented-schemas.js';
import type { OpenApiDocument } from '../support/operations.js';
import { readCases } from './cases/case.js';

interface Recorded {
  readonly name: string;
  readonly call: string;
  readonly status: number;
  readonly json: unknown;
}

const document = JSON.parse(JSON.stringify(await describeApplication())) as OpenApiDocument;
const schemas = new DocumentedSchemas(document);
const cases = readCases().flatMap(([, some]) => some);
/** Paths without parameters come first: `users/bulk` is not a `users/{id}`. */
const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      at: ['paths', path, method],
      operation,
    })),
  )
  .sort((one, other) => one.call.split('{').length - other.call.split('{').length);

/** A case may put the service below another path. */
function documentedAs(call: string): (typeof operations)[number] | undefined {
  const plain = call.replace(' /sis/', ' /');
  return operations.find((one) => new RegExp(`^${one.call.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain));
}

/** The names that lead to the schema of an answer. */
function schemaOf(call: string, status: number): string[] {
  const { at = [], operation } = documentedAs(call) ?? {};
  const [type] = Object.keys(operation?.responses[status]?.content ?? {});
  return type === undefined
    ? ['components', 'schemas', 'Failure']
    : [...at, 'responses', `${status}`, 'content', type, 'schema'];
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
  const unknown = calls.filter((call) => call !== '' && documentedAs(call) === undefined);
  expect(calls.length).toBeGreaterThan(200);
  expect(unknown).toEqual([]);
});

it('every call of the three APIs is made by a case', () => {
  const made = new Set(
    cases.flatMap(({ exchanges }) => exchanges.map(({ request }) => documentedAs(request?.call ?? ''))),
  );
  const documented = operations.filter(({ call }) =>
    / \/api\/v1\/(?:integration|workflow|sandbox)(?:\/|$)/.test(call),
  );
  expect(documented.length).toBeGreaterThan(20);
  expect(documented.filter((one) => !made.has(one)).map(({ call }) => call)).toEqual([]);
});

it('each recorded answer follows the schema of its call', () => {
  const wrong = recorded.flatMap(({ name, call, status, json }) => {
    const problems = schemas.problemsOf(schemaOf(call, status), json);
    return problems.length === 0 ? [] : [[name, status, ...problems]];
  });
  expect(recorded.length).toBeGreaterThan(150);
  expect(wrong).toEqual([]);
});

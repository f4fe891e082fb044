import type { OpenAPIObject } from '@nestjs/swagger';

import { KEY_SCHEME, SECRET_SCHEME } from './openapi.decorators.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>;

/** A value with a name, as Postman has it of variables, headers and queries; one that is disabled is not sent. */
interface Value {
  readonly key: string;
  readonly value: string;
  readonly description?: string;
  readonly disabled?: boolean;
}

interface Body {
  readonly mode: 'raw';
  readonly raw: string;
  readonly options: { readonly raw: { readonly language: 'json' | 'text' } };
}

interface Request {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly description: string;
    readonly header: readonly Value[];
    readonly url: {
      readonly raw: string;
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly query: readonly Value[];
      readonly variable: readonly Value[];
    };
    readonly body?: Body;
  };
}

export interface PostmanCollection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string };
  readonly variable: readonly Value[];
  readonly item: readonly {
    readonly name: string;
    readonly description: string;
    readonly item: readonly Request[];
  }[];
}

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const BASE = '{{baseUrl}}';

/** The headers of the credentials; a scheme has the name of its header. */
const CREDENTIALS: readonly Value[] = [
  { key: KEY_SCHEME, value: '{{apiKey}}' },
  { key: SECRET_SCHEME, value: '{{apiSecret}}' },
];
const INTRODUCTION =
  'Before the first call, fill in the variables `apiKey` and `apiSecret` of this collection. Keep the secret in the ' +
  'current value, which stays on your machine. Queries and headers that a call does not need are switched off.';

/** An example as the text that is sent; empty where the document has none. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function exampleOf({ example, schema }: Parameter): string {
  if (example !== undefined || schema === undefined || '$ref' in schema) return textOf(example);
  const values: readonly unknown[] = [schema.example, schema.default, schema.enum?.[0]];
  return textOf(values.find((value) => value !== undefined && value !== null));
}

function valueOf(parameter: Parameter): Value {
  const { name, description = '', required = false, in: place } = parameter;
  const value = { key: name, value: exampleOf(parameter), description };
  return required || place === 'path' ? value : { ...value, disabled: true };
}

/** The body with its media type; the lines of NDJSON stay as they are. */
function bodyOf({ requestBody }: Operation): { readonly type: string; readonly body: Body } | undefined {
  if (requestBody === undefined || '$ref' in requestBody) return undefined;
  const [[type, { example, examples = {} }] = ['', {}]] = Object.entries(requestBody.content);
  const [first] = Object.values(examples);
  const shown: unknown = example ?? (first !== undefined && 'value' in first ? first.value : undefined);
  const isText = typeof shown === 'string';
  const raw = isText ? shown : JSON.stringify(shown ?? {}, null, 2);
  return { type, body: { mode: 'raw', raw, options: { raw: { language: isText ? 'text' : 'json' } } } };
}

function requestOf(path: string, method: string, operation: Operation): Request {
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => !('$ref' in one));
  const valuesIn = (place: string): Value[] => parameters.filter((one) => one.in === place).map(valueOf);
  const schemes = (operation.security ?? []).flatMap((needed) => Object.keys(needed));
  const { type, body } = bodyOf(operation) ?? {};
  const address = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const query = valuesIn('query');
  const sent = query.filter(({ disabled }) => disabled !== true).map(({ key, value }) => `${key}=${value}`);
  return {
    name: operation.summary ?? `${method.toUpperCase()} ${path}`,
    request: {
      method: method.toUpperCase(),
      description: operation.description ?? '',
      header: [
        ...CREDENTIALS.filter(({ key }) => schemes.includes(key)),
        ...(type === undefined ? [] : [{ key: 'Content-Type', value: type }]),
        ...valuesIn('header'),
      ],
      url: {
        raw: `${BASE}${address}${sent.length === 0 ? '' : `?${sent.join('&')}`}`,
        host: [BASE],
        path: address.split('/').slice(1),
        query,
        variable: valuesIn('path'),
      },
      ...(body === undefined ? {} : { body }),
    },
  };
}

/**
 * The document as a collection of Postman, format 2.1: a folder for each tag, a request for each call. It has no
 * credentials; they are variables of the collection.
 * @param baseUrl the address of this service, without a slash at the end
 */
export function postmanCollectionOf(
  { info, tags = [], paths }: OpenAPIObject,
  baseUrl: string,
): PostmanCollection {
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined
        ? []
        : [{ tags: operation.tags, request: requestOf(path, method, operation) }];
    }),
  );
  const item = tags.map(({ name, description = '' }) => ({
    name,
    description,
    item: calls.filter((call) => call.tags?.includes(name)).map(({ request }) => request),
  }));
  const introduction = (info.description ?? '').replaceAll('](/', `](${baseUrl}/`);
  return {
    info: { name: info.title, description: `${introduction}\n\n${INTRODUCTION}`, schema: FORMAT },
    variable: Object.entries({ baseUrl, apiKey: '', apiSecret: '' }).map(([key, value]) => ({ key, value })),
    item,
  };
}

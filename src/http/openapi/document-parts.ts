import type { OpenAPIObject } from '@nestjs/swagger';

import {
  CSRF_SCHEME,
  KEY_SCHEME,
  MONITORING_SCHEME,
  SECRET_SCHEME,
  SESSION_SCHEME,
} from './openapi.decorators.js';

const ADMINISTRATION = '/api/v1/admin/';
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** Who calls: systems with an API key, or the administration pages with a session. */
export type Audience = 'integration' | 'administration';

/** What differs between the two references. */
const PARTS: Readonly<Record<Audience, { readonly title: string; readonly schemes: readonly string[] }>> = {
  integration: { title: 'Integration API', schemes: [KEY_SCHEME, SECRET_SCHEME, MONITORING_SCHEME] },
  administration: { title: 'Administration API', schemes: [SESSION_SCHEME, CSRF_SCHEME] },
};

/** The entries whose key is wanted. */
function pick<T>(all: Readonly<Record<string, T>>, wants: (key: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => wants(key)));
}

/** The names of all schemas that the value refers to, also by way of others. */
function schemasIn(value: unknown, schemas: Readonly<Record<string, unknown>>): Set<string> {
  const namesIn = (part: unknown): string[] =>
    [...JSON.stringify(part).matchAll(REFERENCE)].map(([, name = '']) => name);
  const found = new Set(namesIn(value));
  // A set is walked to its end while it grows.
  for (const name of found) for (const inner of namesIn(schemas[name] ?? {})) found.add(inner);
  return found;
}

/** The names of the tags that the calls have. */
function tagsOf(paths: OpenAPIObject['paths']): Set<string> {
  const operations = Object.values(paths).flatMap(({ get, post, put, patch, delete: erase }) => [
    get,
    post,
    put,
    patch,
    erase,
  ]);
  return new Set(operations.flatMap((operation) => operation?.tags ?? []));
}

/** The part of the document that is for these callers, with the schemas that it needs. */
export function documentFor(audience: Audience, document: OpenAPIObject, description: string): OpenAPIObject {
  const { title, schemes } = PARTS[audience];
  const { schemas = {}, securitySchemes = {} } = document.components ?? {};
  const isAdministration = audience === 'administration';
  const paths = pick(document.paths, (path) => path.startsWith(ADMINISTRATION) === isAdministration);
  const needed = schemasIn(paths, schemas);
  const used = tagsOf(paths);
  return {
    ...document,
    info: { ...document.info, title, description },
    tags: (document.tags ?? []).filter(({ name }) => used.has(name)),
    paths,
    components: {
      ...document.components,
      schemas: pick(schemas, (name) => needed.has(name)),
      securitySchemes: pick(securitySchemes, (name) => schemes.includes(name)),
    },
  };
}

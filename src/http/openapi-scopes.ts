import type { OpenAPIObject } from '@nestjs/swagger';

import { InsufficientScope } from '../errors/tenancy.errors.js';
import { ACCESS } from './access.js';
import { exampleOf } from './openapi-failures.js';
import type { Route } from './route-table.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** What a route may demand instead of a scope of an API key. */
const NO_SCOPES: ReadonlySet<unknown> = new Set(['public', 'by-path', 'session', 'administrator']);
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The scope that a route declares; undefined where no API key is asked for. */
export function scopeOfRoute({
  handler,
  controller,
}: Pick<Route, 'handler' | 'controller'>): string | undefined {
  const declared: unknown = Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
  return typeof declared === 'string' && !NO_SCOPES.has(declared) ? declared : undefined;
}

/** How the reference says what a caller needs. */
export function scopeSentence(scope: string): string {
  return `Needs the scope \`${scope}\`.`;
}

function operationAt({ paths }: OpenAPIObject, { method, path }: Route): Operation | undefined {
  const named = METHODS.find((name) => name === method.toLowerCase());
  return named === undefined ? undefined : paths[path.replace(/:(\w+)/g, '{$1}')]?.[named];
}

/** Lets each call say which scope it needs, in its description and in the example of its refusal. */
export function nameScopes(document: OpenAPIObject, routes: readonly Route[]): void {
  for (const route of routes) {
    const scope = scopeOfRoute(route);
    const operation = operationAt(document, route);
    if (scope === undefined || operation === undefined) continue;
    operation.description = [operation.description, scopeSentence(scope)].filter(Boolean).join(' ');
    const refused = operation.responses['403'];
    if (refused === undefined || '$ref' in refused) continue;
    for (const { examples = {} } of Object.values(refused.content ?? {}))
      if ('INSUFFICIENT_SCOPE' in examples)
        examples['INSUFFICIENT_SCOPE'] = { value: exampleOf(new InsufficientScope(scope)) };
  }
}

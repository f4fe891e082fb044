import type { OpenAPIObject } from '@nestjs/swagger';

import { InsufficientScope } from '../../errors/tenancy.errors.js';
import { ACCESS } from '../access.js';
import { isAccessScope, PARTS_OF_INTEGRATION, sufficientScopes } from '../access-scopes.js';
import type { Route } from '../server/route-table.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

function operationOf({ paths }: OpenAPIObject, { method, path }: Route): Operation | undefined {
  const { get, post, put, patch, delete: erase } = paths[path.replace(/:(\w+)/g, '{$1}')] ?? {};
  return { GET: get, POST: post, PUT: put, PATCH: patch, DELETE: erase }[method];
}

function listed(scopes: readonly string[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(' or ');
}

/** The scopes that a refusal names; none where any will do. */
function namedBy(access: unknown): readonly string[] {
  if (access === 'any-part') return PARTS_OF_INTEGRATION;
  return isAccessScope(access) ? [access] : [];
}

function sufficientFor(access: unknown): readonly string[] {
  return isAccessScope(access) ? sufficientScopes(access) : [];
}

/** A sentence on the scope that a call requires; undefined for a call that needs no credential. */
function needOf(access: unknown): string | undefined {
  if (access === 'any-scope') return 'A credential of any scope will do.';
  const sufficient = access === 'any-part' ? [...PARTS_OF_INTEGRATION, 'integration'] : sufficientFor(access);
  return sufficient.length === 0 ? undefined : `The credential needs the scope ${listed(sufficient)}.`;
}

/** Replaces the example of a missing scope by the message of this route. */
function showRefusal(operation: Operation, access: unknown): void {
  const refused = operation.responses['403'];
  if (refused === undefined || '$ref' in refused) return;
  const media = refused.content?.['application/json'];
  const { INSUFFICIENT_SCOPE: shown, ...others } = media?.examples ?? {};
  if (media === undefined || shown === undefined || '$ref' in shown) return;
  const named = namedBy(access);
  const value: unknown = { ...shown.value, message: new InsufficientScope(...named).message };
  const examples = named.length === 0 ? others : { INSUFFICIENT_SCOPE: { ...shown, value }, ...others };
  const content = { 'application/json': { ...media, examples } };
  const description = Object.keys(examples).join(' or ');
  operation.responses = { ...operation.responses, 403: { ...refused, description, content } };
}

/** Adds to each call the scope that its route requires. */
export function nameScopes(document: OpenAPIObject, routes: readonly Route[]): void {
  for (const route of routes) {
    const operation = operationOf(document, route);
    const access: unknown =
      Reflect.getMetadata(ACCESS, route.handler) ?? Reflect.getMetadata(ACCESS, route.controller);
    const need = needOf(access);
    if (operation === undefined || need === undefined) continue;
    operation.description = [operation.description, need].filter(Boolean).join('\n\n');
    showRefusal(operation, access);
  }
}

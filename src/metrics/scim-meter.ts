import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

import type { FinishedRequest } from '../http/server/finished-request.js';
import { isOfSandbox } from './of-sandbox.js';

const BASE = '/scim/v2/';
const TOKEN = '/oauth/token';
const RESOURCES: readonly (readonly [route: RegExp, resource: string])[] = [
  [/^Users(\/|$)/, 'User'],
  [/^Groups(\/|$)/, 'Group'],
  [/^Bulk$/, 'Bulk'],
  [/^\.search$/, 'all'],
  [/^(ServiceProviderConfig|ResourceTypes|Schemas)(\/|$)/, 'discovery'],
];
const CHANGES: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'patch',
  DELETE: 'delete',
};
const READS = new Set(['GET', 'HEAD']);

/** What a request was about, with a bounded number of values: routes, and never what a caller sent. */
interface Labels {
  readonly resource: string;
  readonly operation: string;
}

const OTHER: Labels = { resource: 'other', operation: 'other' };

function labelsOf(route: string, method: string): Labels {
  if (route === TOKEN) return { resource: 'token', operation: 'create' };
  const rest = route.slice(BASE.length);
  const [, resource] = RESOURCES.find(([form]) => form.test(rest)) ?? [];
  if (resource === undefined) return OTHER;
  if (rest.endsWith('.search')) return { resource, operation: 'list' };
  if (READS.has(method)) return { resource, operation: rest.endsWith(':id') ? 'read' : 'list' };
  const operation = resource === 'Bulk' ? 'bulk' : CHANGES[method];
  return operation === undefined ? OTHER : { resource, operation };
}

function outcomeOf(status: number): 'succeeded' | 'refused' | 'failed' {
  if (status < 400) return 'succeeded';
  return status < 500 ? 'refused' : 'failed';
}

/** Counts what identity providers of universities ask for, and what was refused, in the words of SCIM. */
@Injectable()
export class ScimMeter {
  private readonly requests: Counter<'resource' | 'operation' | 'outcome'>;
  private readonly operations: Counter<'resource' | 'operation' | 'outcome'>;
  private readonly refusals: Counter<'reason'>;

  constructor(registry: Registry) {
    const registers = [registry];
    const labelNames = ['resource', 'operation', 'outcome'] as const;
    this.requests = new Counter({
      name: 'scim_requests_total',
      help: 'Requests of identity providers; "other" is an unknown address',
      labelNames,
      registers,
    });
    this.operations = new Counter({
      name: 'scim_bulk_operations_total',
      help: 'Operations within bulk requests of identity providers',
      labelNames,
      registers,
    });
    this.refusals = new Counter({
      name: 'scim_refusals_total',
      help: 'Refused requests and bulk operations of identity providers, by scimType, else by status',
      labelNames: ['reason'],
      registers,
    });
  }

  note(finished: FinishedRequest): void {
    const { request, route, status } = finished;
    if ((!route.startsWith('/scim/v2') && route !== TOKEN) || isOfSandbox(finished)) return;
    const { method, scimType, scimOperations = [] } = request;
    this.requests.inc({ ...labelsOf(route, method), outcome: outcomeOf(status) });
    this.countRefusal(status, scimType);
    for (const one of scimOperations) {
      const operation = CHANGES[one.method] ?? 'other';
      this.operations.inc({ resource: one.resource, operation, outcome: outcomeOf(one.status) });
      this.countRefusal(one.status, one.scimType);
    }
  }

  private countRefusal(status: number, scimType: string | undefined): void {
    if (outcomeOf(status) === 'refused') this.refusals.inc({ reason: scimType ?? String(status) });
  }
}

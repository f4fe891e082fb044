import type { Request } from 'express';

import type { Refusal } from '../../errors/refusal.js';
import type { FailedLine, ScimOperation } from '../../http/server/finished-request.js';
import type { WrittenResource } from '../protocol/resource.controller.js';
import { scimTypeOf } from '../protocol/scim-error.js';
import type { BulkOperation } from './bulk-request.js';

/** As many failures as the request log keeps of a request. */
const MOST_NOTED = 20;

type Resource = ScimOperation['resource'];

function resourceOf(path: string): Resource {
  if (/^\/Users(\/|$)/.test(path)) return 'User';
  return /^\/Groups(\/|$)/.test(path) ? 'Group' : 'other';
}

/** What became of the operations of a bulk request, for the request log and the metrics. */
export class BulkTally {
  private readonly people = { inserted: 0, updated: 0, unchanged: 0, failed: 0 };
  private readonly operations: ScimOperation[] = [];
  private readonly failed: FailedLine[] = [];

  /** @param kind what became of a person; undefined for a group */
  succeeded({ method, path }: BulkOperation, status: number, kind?: WrittenResource['kind']): void {
    this.operations.push({ resource: resourceOf(path), method, status });
    if (kind !== undefined) this.people[kind] += 1;
  }

  /** @param place of the operation in the request, from 1 */
  refused({ method, path }: BulkOperation, place: number, refusal: Refusal): void {
    const { status, code, message } = refusal;
    const resource = resourceOf(path);
    const scimType = scimTypeOf(refusal);
    const typed = scimType === undefined ? {} : { scimType };
    this.operations.push({ resource, method, status, ...typed });
    if (resource === 'User') this.people.failed += 1;
    if (this.failed.length < MOST_NOTED) this.failed.push({ line: place, code, message, ...typed });
  }

  noteOn(request: Request): void {
    const { inserted, updated, unchanged, failed } = this.people;
    if (inserted + updated + unchanged + failed > 0) request.rowCounts = this.people;
    request.failedLines = this.failed;
    request.scimOperations = this.operations;
  }
}

import { Injectable } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { RouteNotFound } from '../../errors/request.errors.js';
import { InvalidValue } from '../../errors/scim.errors.js';
import { toRefusal } from '../../http/server/error.filter.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { OutcomeAccount } from '../../users/statistics/outcome-account.js';
import { GroupsService } from '../groups/groups.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Projection } from '../protocol/projection.js';
import type { ResourceService, WrittenResource } from '../protocol/resource.controller.js';
import { type ScimError, scimErrorOf } from '../protocol/scim-error.js';
import { BULK_RESPONSE } from '../schema/urns.js';
import { BulkTally } from './bulk-tally.js';
import { type BulkOperation, bulkRequestOf, referencesOf, resolved } from './bulk-request.js';

/** What became of one operation. */
interface BulkResult {
  readonly method: BulkOperation['method'];
  readonly bulkId?: string;
  readonly location?: string;
  readonly version?: string;
  readonly status: string;
  readonly response?: ScimError;
}

/** The answer, and what is reported of it elsewhere. */
export interface BulkRun {
  readonly answer: BulkAnswer;
  readonly tally: BulkTally;
}

export interface BulkAnswer {
  readonly schemas: readonly [typeof BULK_RESPONSE];
  readonly Operations: readonly BulkResult[];
}

/** A resource that an operation has written or removed. */
interface Done extends Partial<WrittenResource> {
  readonly status: number;
}

const PATH = /^\/(Users|Groups)(?:\/([^/?#]+))?\/?$/;
/** A result names the address and the version alone, so that no members of a group are read for it. */
const BARE: Projection = { attributes: [{ name: 'id' }] };

/**
 * Does many operations of one request (RFC 7644, 3.7), each of them as its own call would: all or nothing by itself. An
 * operation that refers to a resource of another waits for that one.
 */
@Injectable()
export class BulkService {
  private readonly logger = new LineLogger(BulkService.name);

  constructor(
    private readonly people: PeopleService,
    private readonly groups: GroupsService,
    private readonly outcomes: OutcomeAccount,
  ) {}

  /** @throws {InvalidSyntax} when the body has another form */
  async run(scope: Scope, body: unknown): Promise<BulkRun> {
    const { failOnErrors = Infinity, operations } = bulkRequestOf(body);
    const results = new Map<BulkOperation, BulkResult>();
    const ids = new Map<string, string>();
    const tally = new BulkTally();
    const places = new Map(operations.map((operation, index) => [operation, index + 1]));
    let failures = 0;
    for (const operation of inOrder(operations)) {
      if (failures >= failOnErrors) break;
      const noted = { tally, place: places.get(operation) ?? 0 };
      const result = await this.one(scope, operation, ids, noted);
      if (result.response !== undefined) failures += 1;
      results.set(operation, result);
    }
    const Operations = operations.flatMap((operation) => results.get(operation) ?? []);
    return { answer: { schemas: [BULK_RESPONSE], Operations }, tally };
  }

  private async one(
    scope: Scope,
    operation: BulkOperation,
    ids: Map<string, string>,
    { tally, place }: { readonly tally: BulkTally; readonly place: number },
  ): Promise<BulkResult> {
    const { method, bulkId } = operation;
    const named = { method, ...(bulkId === undefined ? {} : { bulkId }) };
    try {
      await scope.readmit?.();
      const meant = resolved(operation, ids);
      const [missing] = referencesOf(meant);
      if (missing !== undefined) throw new InvalidValue(`bulkId:${missing.slice(0, 64)} names no resource`);
      const done = await this.apply(scope, meant);
      const { status, resource, location, version } = done;
      tally.succeeded(operation, status, done.kind);
      if (bulkId !== undefined && resource !== undefined) ids.set(bulkId, String(resource['id']));
      return {
        ...named,
        ...(location === undefined ? {} : { location }),
        ...(version === undefined ? {} : { version }),
        status: String(status),
      };
    } catch (error) {
      const refusal = toRefusal(error);
      tally.refused(operation, place, refusal);
      this.countRefused(scope, operation);
      const { requestId } = scope;
      if (refusal.status >= 500) this.logger.error({ msg: refusal.code, requestId, ...explain(error) });
      return { ...named, status: String(refusal.status), response: scimErrorOf(refusal) };
    }
  }

  /** A refused person counts as one of a call of its own. */
  private countRefused(scope: Scope, { path }: BulkOperation): void {
    if (!path.startsWith('/Users')) return;
    this.outcomes.accountRows(scope, [{ kind: 'refused' }], 1);
  }

  private async apply(scope: Scope, { method, path, data, version }: BulkOperation): Promise<Done> {
    const [, type, id = ''] = PATH.exec(path) ?? [];
    const isCreation = method === 'POST';
    if (type === undefined || isCreation !== (id === '')) throw new RouteNotFound();
    const resources: ResourceService = type === 'Users' ? this.people : this.groups;
    switch (method) {
      case 'POST':
        return { status: 201, ...(await resources.create(scope, data)) };
      case 'PUT':
        return { status: 200, ...(await resources.replace(scope, id, data, version)) };
      case 'PATCH':
        return { status: 200, ...(await resources.patch(scope, id, data, version, BARE)) };
      case 'DELETE': {
        const removed = await resources.remove(scope, id, version);
        return { status: 204, ...(removed?.kind === undefined ? {} : { kind: removed.kind }) };
      }
    }
  }
}

/**
 * The operations in an order in which those come first that others refer to; among equals the order in which they were
 * sent. Operations that refer to each other come last, and fail.
 */
export function inOrder(operations: readonly BulkOperation[]): BulkOperation[] {
  const makers = new Map(operations.map((one) => [one.bulkId, one]));
  const ordered: BulkOperation[] = [];
  const entered = new Set<BulkOperation>();
  const enter = (operation: BulkOperation): void => {
    if (entered.has(operation)) return;
    entered.add(operation);
    for (const bulkId of referencesOf(operation)) {
      const maker = makers.get(bulkId);
      if (maker !== undefined) enter(maker);
    }
    ordered.push(operation);
  };
  for (const operation of operations) enter(operation);
  return ordered;
}

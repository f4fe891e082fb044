import { Injectable, Logger } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { RouteNotFound } from '../../errors/request.errors.js';
import { InvalidValue } from '../../errors/scim.errors.js';
import { toRefusal } from '../../http/server/error.filter.js';
import type { Scope } from '../../tenancy/scope.js';
import { GroupsService } from '../groups/groups.service.js';
import { PeopleService } from '../people/people.service.js';
import { type ScimError, scimErrorOf } from '../protocol/scim-error.js';
import { BULK_RESPONSE } from '../schema/urns.js';
import { type BulkOperation, bulkRequestOf, referencesIn, resolved } from './bulk-request.js';

/** What became of one operation. */
interface BulkResult {
  readonly method: BulkOperation['method'];
  readonly bulkId?: string;
  readonly location?: string;
  readonly version?: string;
  readonly status: string;
  readonly response?: ScimError;
}

export interface BulkAnswer {
  readonly schemas: readonly [typeof BULK_RESPONSE];
  readonly Operations: readonly BulkResult[];
}

/** A resource that an operation has written. */
interface Done {
  readonly status: number;
  readonly id?: string;
  readonly location?: string;
  readonly version?: string;
}

const PATH = /^\/(Users|Groups)(?:\/([^/?#]+))?\/?$/;

function idOf(resource: Readonly<Record<string, unknown>>): string {
  return String(resource['id']);
}

/**
 * Does many operations of one request (RFC 7644, 3.7), each of them as its own call would: all or nothing by itself. An
 * operation that refers to a resource of another waits for that one.
 */
@Injectable()
export class BulkService {
  private readonly logger = new Logger(BulkService.name);

  constructor(
    private readonly people: PeopleService,
    private readonly groups: GroupsService,
  ) {}

  /** @throws {InvalidSyntax} when the body has another form */
  async run(scope: Scope, body: unknown): Promise<BulkAnswer> {
    const { failOnErrors = Infinity, operations } = bulkRequestOf(body);
    const results = new Map<BulkOperation, BulkResult>();
    const ids = new Map<string, string>();
    let failures = 0;
    for (const operation of inOrder(operations)) {
      if (failures >= failOnErrors) break;
      const result = await this.one(scope, operation, ids);
      if (result.response !== undefined) failures += 1;
      results.set(operation, result);
    }
    return {
      schemas: [BULK_RESPONSE],
      Operations: operations.flatMap((operation) => results.get(operation) ?? []),
    };
  }

  private async one(scope: Scope, operation: BulkOperation, ids: Map<string, string>): Promise<BulkResult> {
    const { method, bulkId } = operation;
    const named = { method, ...(bulkId === undefined ? {} : { bulkId }) };
    try {
      const path = String(resolved(operation.path, ids));
      const data = resolved(operation.data, ids);
      const [missing] = referencesIn([path, data]);
      if (missing !== undefined) throw new InvalidValue(`bulkId:${missing.slice(0, 64)} names no resource`);
      const { status, id, location, version } = await this.apply(scope, { ...operation, path, data });
      if (bulkId !== undefined && id !== undefined) ids.set(bulkId, id);
      return {
        ...named,
        ...(location === undefined ? {} : { location }),
        ...(version === undefined ? {} : { version }),
        status: String(status),
      };
    } catch (error) {
      const refusal = toRefusal(error);
      const { requestId } = scope;
      if (refusal.status >= 500) this.logger.error({ msg: refusal.code, requestId, ...explain(error) });
      return { ...named, status: String(refusal.status), response: scimErrorOf(refusal) };
    }
  }

  private apply(scope: Scope, operation: BulkOperation): Promise<Done> {
    const [, type, id] = PATH.exec(operation.path) ?? [];
    const isCreation = operation.method === 'POST';
    if (type === undefined || isCreation !== (id === undefined)) throw new RouteNotFound();
    return type === 'Users'
      ? this.onPerson(scope, operation, id ?? '')
      : this.onGroup(scope, operation, id ?? '');
  }

  private async onPerson(
    scope: Scope,
    { method, data, version: ifMatch }: BulkOperation,
    id: string,
  ): Promise<Done> {
    if (method === 'DELETE') {
      await this.people.remove(scope, id, ifMatch);
      return { status: 204 };
    }
    const { resource, location, version } =
      method === 'POST'
        ? await this.people.create(scope, data)
        : method === 'PUT'
          ? await this.people.replace(scope, id, data, ifMatch)
          : await this.people.patch(scope, id, data, ifMatch);
    return { status: method === 'POST' ? 201 : 200, id: idOf(resource), location, version };
  }

  private async onGroup(
    scope: Scope,
    { method, data, version: ifMatch }: BulkOperation,
    id: string,
  ): Promise<Done> {
    if (method === 'DELETE') {
      await this.groups.remove(scope, id, ifMatch);
      return { status: 204 };
    }
    if (method === 'PATCH') await this.groups.patch(scope, id, data, ifMatch);
    const { resource, location, version } =
      method === 'POST'
        ? await this.groups.create(scope, data)
        : method === 'PUT'
          ? await this.groups.replace(scope, id, data, ifMatch)
          : await this.groups.get(scope, id, { excluded: [{ name: 'members' }] });
    return { status: method === 'POST' ? 201 : 200, id: idOf(resource), location, version };
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
    for (const bulkId of referencesIn([operation.path, operation.data])) {
      const maker = makers.get(bulkId);
      if (maker !== undefined) enter(maker);
    }
    ordered.push(operation);
  };
  for (const operation of operations) enter(operation);
  return ordered;
}

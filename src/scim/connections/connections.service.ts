import { Injectable } from '@nestjs/common';

import type { RefusedRequest } from '../../request-log/refused-requests.js';
import { RequestsService } from '../../request-log/requests.service.js';
import {
  type ConnectionChange,
  ConnectionKeysService,
  type ConnectionWithKeys,
} from '../../tenancy/credentials/connection-keys.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { ConnectionsRepository, type LinkCounts } from './connections.repository.js';

const MOST_REFUSALS = 20;

/** A connection, what it has, and when its latest request came. */
export interface ConnectionState extends ConnectionWithKeys, LinkCounts {
  /** To the minute; null before the first request. */
  readonly lastRequestAt: Date | null;
}

function lastUseOf({ keys }: ConnectionWithKeys): Date | null {
  const times = keys.flatMap(({ lastUsedAt }) => lastUsedAt?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** The connections of a tenant, for its administrators and for operators. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly keys: ConnectionKeysService,
    private readonly connections: ConnectionsRepository,
    private readonly requests: RequestsService,
  ) {}

  async list(scope: Pick<Scope, 'tenantId'>): Promise<ConnectionState[]> {
    return this.withStates(scope, await this.keys.list(scope));
  }

  /** @throws {ConnectionNotFound} when the tenant has no such connection */
  async get(scope: Pick<Scope, 'tenantId'>, id: string): Promise<ConnectionState> {
    return this.withState(scope, await this.keys.find(scope, id));
  }

  /**
   * The latest requests of a connection that were refused, the newest first.
   * @throws {ConnectionNotFound} when the tenant has no such connection
   */
  async refusals(scope: Scope, id: string): Promise<RefusedRequest[]> {
    const { keys } = await this.keys.find(scope, id);
    const actors = keys.map(({ apiKey }) => `key:${apiKey}`);
    return this.requests.refused(scope, actors, MOST_REFUSALS);
  }

  /** @throws {ConnectionNotFound} when the tenant has no such connection */
  async change(scope: Scope, id: string, change: ConnectionChange): Promise<ConnectionState> {
    return this.withState(scope, await this.keys.change(scope, id, change));
  }

  private async withState(
    scope: Pick<Scope, 'tenantId'>,
    connection: ConnectionWithKeys,
  ): Promise<ConnectionState> {
    const [state] = await this.withStates(scope, [connection]);
    if (state === undefined) throw new Error('One connection has one state');
    return state;
  }

  private async withStates(
    scope: Pick<Scope, 'tenantId'>,
    connections: readonly ConnectionWithKeys[],
  ): Promise<ConnectionState[]> {
    const ids = connections.map(({ id }) => id);
    const linkCounts = await this.connections.linkCounts(scope, ids);
    return connections.map((one) => ({
      ...one,
      ...(linkCounts.get(one.id) ?? { people: 0, groups: 0 }),
      lastRequestAt: lastUseOf(one),
    }));
  }
}

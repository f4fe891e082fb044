import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { ConnectionNotFound } from '../../errors/tenancy.errors.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import { Authenticator } from '../access/authenticator.js';
import { type Connection, type ConnectionSettings, connectionSettingsOf } from '../connection.js';
import type { Credential } from './credential.entity.js';
import { CredentialsRepository } from './credentials.repository.js';
import type { Scope } from '../scope.js';
import { differingMembers } from '../../settings/stored-settings.js';
import { TENANCY_CHANGED } from '../tenants/tenancy-action.js';

/** A connection with its keys, the oldest first. */
export interface ConnectionWithKeys extends Connection {
  /** The label of its newest key. */
  readonly label: string;
  readonly keys: readonly Credential[];
}

/** New values; null means the default, an absent member stays. The label has no default. */
export type ConnectionChange = {
  readonly [Name in keyof ConnectionSettings]?: ConnectionSettings[Name] | null | undefined;
} & { readonly label?: string | undefined };

type Stored = Credential['connectionSettings'];

/** Of keys of one connection, which all have the same settings. */
function connectionFrom(id: string, keys: readonly Credential[]): ConnectionWithKeys {
  const { label = '', connectionSettings = null } = keys.at(-1) ?? {};
  return { id, label, settings: connectionSettingsOf(connectionSettings), keys };
}

function changedSettings(stored: Stored, change: Omit<ConnectionChange, 'label'>): Stored {
  const sent: [string, unknown][] = Object.entries(change);
  const given = sent.filter(([, value]) => value !== undefined);
  const all: [string, unknown][] = Object.entries({ ...stored, ...Object.fromEntries(given) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** The connections of a tenant, as its keys name them. One of another tenant is treated like an unknown one. */
@Injectable()
export class ConnectionKeysService {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly authenticator: Authenticator,
    private readonly events: TransactionEvents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** All connections, the oldest first. */
  async list({ tenantId }: Pick<Scope, 'tenantId'>): Promise<ConnectionWithKeys[]> {
    const keys = await this.credentials.list(tenantId);
    const byId = new Map<string, Credential[]>();
    for (const key of keys)
      if (key.connectionId !== null) byId.set(key.connectionId, [...(byId.get(key.connectionId) ?? []), key]);
    return [...byId].map(([id, own]) => connectionFrom(id, own));
  }

  /** @throws {ConnectionNotFound} when the tenant has no such connection */
  async find(scope: Pick<Scope, 'tenantId'>, id: string): Promise<ConnectionWithKeys> {
    const found = (await this.list(scope)).find((one) => one.id === id);
    if (found === undefined) throw new ConnectionNotFound();
    return found;
  }

  /**
   * Changes a connection, which is the same for all of its keys: at once in this process, within 5 seconds in all
   * others.
   * @throws {ConnectionNotFound} when the tenant has no such connection
   */
  async change(
    scope: Scope,
    id: string,
    { label: name, ...input }: ConnectionChange,
  ): Promise<ConnectionWithKeys> {
    const changed = await this.unitOfWork.run(async (transaction) => {
      const keys = await this.credentials.lockConnection(scope, transaction, id);
      if (keys.length === 0) throw new ConnectionNotFound();
      const was = connectionFrom(id, keys);
      const connectionSettings = changedSettings(keys.at(-1)?.connectionSettings ?? null, input);
      const label = name ?? was.label;
      const is = { label, ...connectionSettingsOf(connectionSettings) };
      const stored = { label: was.label, ...was.settings };
      const [before, after] = [differingMembers(stored, is), differingMembers(is, stored)];
      if (Object.keys(after).length === 0) return was;
      await this.credentials.changeConnection(scope, transaction, id, { label, connectionSettings });
      await this.events.announce(scope, transaction, TENANCY_CHANGED, [
        { action: 'connection.changed', target: `connection:${id}`, before, after },
      ]);
      return connectionFrom(
        id,
        keys.map((key) => ({ ...key, label, connectionSettings })),
      );
    });
    for (const { apiKey } of changed.keys) this.authenticator.forget(apiKey);
    return changed;
  }
}

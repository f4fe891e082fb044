import type { INestApplicationContext } from '@nestjs/common';
import { Refusal } from '../../errors/refusal.js';
import { presentConnection } from '../../scim/connections/connection.dto.js';
import { ConnectionsService } from '../../scim/connections/connections.service.js';
import { CONNECTION_ACCOUNT_TYPES, VISIBILITIES } from '../../tenancy/connection.js';
import type { ConnectionChange } from '../../tenancy/credentials/connection-keys.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { type Action, NONE, oneOf, table, textOf, UsageProblem, type Values } from '../command.js';
import { CHANGES } from './connection.options.js';

const SWITCH = ['on', 'off'] as const;

function flagOf(values: Values, name: string): boolean | undefined {
  const chosen = oneOf(values, name, SWITCH);
  return chosen === undefined ? undefined : chosen === 'on';
}

/** @throws {UsageProblem} when a value is not valid, or nothing is to be changed */
function changeOf(values: Values): ConnectionChange {
  if (CHANGES.every((name) => values[name] === undefined))
    throw new UsageProblem(`Give one of ${CHANGES.map((name) => `--${name}`).join(', ')}.`);
  const type = oneOf(values, 'default-account-type', [...CONNECTION_ACCOUNT_TYPES, NONE]);
  const label = values['label'] === undefined ? undefined : textOf(values, 'label');
  if (label !== undefined && label.length > 100)
    throw new UsageProblem('--label must be at most 100 characters long.');
  return {
    label,
    defaultAccountType: type === NONE ? null : type,
    visible: oneOf(values, 'visible', VISIBILITIES),
    adopts: flagOf(values, 'adopt'),
    mayAdminister: flagOf(values, 'may-administer'),
  };
}

/** @throws {UsageProblem} when there is no such connection */
async function onConnection<T>(
  app: INestApplicationContext,
  id: string,
  work: (connections: ConnectionsService, scope: Scope) => Promise<T>,
): Promise<T> {
  const scope = await app.get(TenancyService).scopeOfKey(id);
  return work(app.get(ConnectionsService), scope).catch((error: unknown) => {
    throw error instanceof Refusal ? new UsageProblem(error.message) : error;
  });
}

export const listConnections: Action = async (app, values) => {
  const { id: tenantId } = await app.get(TenancyService).findTenant(textOf(values, 'tenant'));
  const connections = await app.get(ConnectionsService).list({ tenantId });
  const rows = connections.map(({ id, label, people, groups, lastRequestAt, settings }) => [
    id,
    label,
    String(people),
    String(groups),
    lastRequestAt?.toISOString() ?? 'never',
    settings.defaultAccountType ?? NONE,
  ]);
  return {
    json: connections.map((one) => presentConnection(one, wallTime())),
    text: table(['connection', 'label', 'people', 'groups', 'last request', 'default type'], rows),
  };
};

export const showConnection: Action = async (app, _, [id = '']) => {
  const [connection, refused] = await onConnection(app, id, async (connections, scope) => [
    await connections.get(scope, id),
    await connections.refusals(scope, id),
  ]);
  const refusals = refused.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest }));
  const rows = refusals.map(({ at, method, route, status, scimType, detail }) => [
    at,
    `${method} ${route}`,
    String(status),
    scimType ?? '',
    detail ?? '',
  ]);
  const shown = JSON.stringify(presentConnection(connection, wallTime()), null, 2);
  const refusalTable =
    rows.length === 0
      ? 'No refusal is in the request log.'
      : table(['refused at', 'call', 'status', 'type', 'detail'], rows);
  return {
    json: { ...presentConnection(connection, wallTime()), refusals },
    text: `${shown}\n${refusalTable}`,
  };
};

export const changeConnection: Action = async (app, values, [id = '']) => {
  const change = changeOf(values);
  const connection = await onConnection(app, id, (connections, scope) =>
    connections.change(scope, id, change),
  );
  const json = presentConnection(connection, wallTime());
  return { json, text: `${JSON.stringify(json, null, 2)}\nRequests follow within 5 seconds.` };
};

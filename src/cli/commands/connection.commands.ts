import { CONNECTION_ACCOUNT_TYPES, VISIBILITIES } from '../../tenancy/connection.js';
import { type Command, NONE } from '../command.js';
import { CONNECTIONS } from '../reading-rooms.js';
import { CHANGES } from './connection.options.js';

export const CONNECTION_COMMANDS: readonly Command[] = [
  {
    name: 'connection list',
    does: 'Lists the connections of identity providers, with their people and groups.',
    example: 'connection list --tenant t7m2k9q4w8c3x5',
    usage: 'connection list --tenant <tenantId>',
    options: { tenant: { type: 'string' } },
    required: ['tenant'],
    action: async () => (await import('./connection.actions.js')).listConnections,
    rooms: CONNECTIONS,
  },
  {
    name: 'connection show',
    does: 'Shows a connection, and the calls of it that were refused.',
    example: 'connection show ik_0000000000000000000000000a',
    usage: 'connection show <connectionId>',
    options: {},
    positionals: ['connectionId'],
    action: async () => (await import('./connection.actions.js')).showConnection,
    rooms: CONNECTIONS,
  },
  {
    name: 'connection change',
    does: 'Changes what the options name; requests follow within 5 seconds.',
    example: 'connection change ik_0000000000000000000000000a --label "Entra ID" --visible linked',
    usage:
      'connection change <connectionId> [--label "Entra ID"] ' +
      `[--default-account-type ${[...CONNECTION_ACCOUNT_TYPES, NONE].join('|')}] ` +
      `[--visible ${VISIBILITIES.join('|')}] [--adopt on|off] [--may-administer on|off]`,
    options: Object.fromEntries(CHANGES.map((name) => [name, { type: 'string' as const }])),
    positionals: ['connectionId'],
    action: async () => (await import('./connection.actions.js')).changeConnection,
  },
];

import { ACCESS_SCOPES } from '../../http/access-scopes.js';
import { CONNECTION_ACCOUNT_TYPES, VISIBILITIES } from '../../tenancy/connection.js';
import type { Command } from '../command.js';
import { TENANCY } from '../reading-rooms.js';

export const KEY_COMMANDS: readonly Command[] = [
  {
    name: 'key create',
    does: 'Makes an API key, or the connection of an identity provider. The secret is shown once.',
    example:
      'key create --tenant t7m2k9q4w8c3x5 --scopes integration --label "SIS nightly" --expires 2027-06-30',
    usage:
      `key create --tenant <tenantId> --scopes ${ACCESS_SCOPES.join('|')}[,…] --label "SIS nightly" ` +
      '[--expires 2027-06-30] [--rate-limit <requests a minute>] ' +
      `[--default-account-type ${CONNECTION_ACCOUNT_TYPES.join('|')}] [--visible ${VISIBILITIES.join('|')}] ` +
      '[--no-adopt] [--may-administer]',
    options: {
      tenant: { type: 'string' },
      scopes: { type: 'string' },
      label: { type: 'string' },
      expires: { type: 'string' },
      'rate-limit': { type: 'string' },
      'default-account-type': { type: 'string' },
      visible: { type: 'string' },
      'no-adopt': { type: 'boolean' },
      'may-administer': { type: 'boolean' },
    },
    required: ['tenant', 'scopes', 'label'],
    action: async () => (await import('./key.actions.js')).createKey,
  },
  {
    name: 'key list',
    does: 'Lists the keys of a university, with their last use.',
    example: 'key list --tenant t7m2k9q4w8c3x5',
    usage: 'key list --tenant <tenantId>',
    options: { tenant: { type: 'string' } },
    required: ['tenant'],
    action: async () => (await import('./key.actions.js')).listKeys,
    rooms: TENANCY,
  },
  {
    name: 'key revoke',
    does: 'Ends a key; it is refused within 5 seconds.',
    example: 'key revoke ik_0000000000000000000000000a',
    usage: 'key revoke <apiKey>',
    options: {},
    positionals: ['apiKey'],
    action: async () => (await import('./key.actions.js')).revokeKey,
  },
  {
    name: 'key rotate',
    does: 'Makes a key that takes the place of another one, which works for some hours more.',
    example: 'key rotate ik_0000000000000000000000000a --overlap-hours 24',
    usage: 'key rotate <apiKey> [--overlap-hours 24]',
    options: { 'overlap-hours': { type: 'string' } },
    positionals: ['apiKey'],
    action: async () => (await import('./key.actions.js')).rotateKey,
  },
];

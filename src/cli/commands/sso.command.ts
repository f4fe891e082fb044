import type { Command } from '../command.js';
import { SETTINGS } from './sso.options.js';

export const SSO_COMMAND: Command = {
  name: 'tenant sso',
  does: 'Shows, sets or turns off single sign-on at a provider of OpenID Connect.',
  example:
    'tenant sso t7m2k9q4w8c3x5 --issuer https://login.example.edu --client-id app --client-secret-file secret.txt',
  usage:
    'tenant sso <tenantId> [--issuer https://login.example.edu --client-id … --client-secret-file <file> | --off]',
  options: {
    ...Object.fromEntries(SETTINGS.map((name) => [name, { type: 'string' as const }])),
    off: { type: 'boolean' },
  },
  positionals: ['tenantId'],
  action: async () => (await import('./sso.actions.js')).tenantSso,
};

import type { Command } from '../command.js';

export const ADMIN_COMMANDS: readonly Command[] = [
  {
    name: 'admin invite',
    does: 'Prints a link by which a person sets a password, once and within 72 hours. Names make an account, too.',
    example:
      'admin invite --tenant t7m2k9q4w8c3x5 --email registrar@example.edu --first-name Ann --last-name Lee',
    usage:
      'admin invite --tenant <tenantId> --email registrar@example.edu [--role operator] ' +
      '[--first-name Ann --last-name Lee]',
    options: {
      tenant: { type: 'string' },
      email: { type: 'string' },
      role: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
    },
    required: ['tenant', 'email'],
    action: async () => (await import('./admin.actions.js')).inviteAdministrator,
  },
  {
    name: 'admin remove-factors',
    does: 'Removes the authenticator app and all passkeys of an administrator who has lost them. Make sure who asks.',
    example: 'admin remove-factors --tenant t7m2k9q4w8c3x5 --email registrar@example.edu',
    usage: 'admin remove-factors --tenant <tenantId> --email registrar@example.edu',
    options: { tenant: { type: 'string' }, email: { type: 'string' } },
    required: ['tenant', 'email'],
    action: async () => (await import('./admin.actions.js')).removeFactors,
  },
];

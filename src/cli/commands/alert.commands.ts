import { type Command, NONE } from '../command.js';
import { SETTINGS } from './alert.options.js';

const settingsCommand: Command = {
  name: 'alert settings',
  does: 'Shows who is notified of which alert, or changes what the options name.',
  example:
    'alert settings t7m2k9q4w8c3x5 --recipients it@example.edu --quiet 22:00-06:00 --quiet-zone Europe/Paris',
  usage:
    `alert settings <tenantId> [--recipients it@example.edu,…|${NONE}] [--quiet 22:00-06:00|${NONE}] ` +
    '[--quiet-zone Europe/Paris] [--kind late_run [--enabled true|false] [--threshold 10] ' +
    `[--kind-recipients registry@example.edu,…|${NONE}]]`,
  options: Object.fromEntries(SETTINGS.map((name) => [name, { type: 'string' as const }])),
  positionals: ['tenantId'],
  action: async () => (await import('./alert.actions.js')).alertSettings,
};

const listCommand: Command = {
  name: 'alert list',
  does: 'Lists the latest 100 alerts of a university.',
  example: 'alert list t7m2k9q4w8c3x5 --open',
  usage: 'alert list <tenantId> [--open]',
  options: { open: { type: 'boolean' } },
  positionals: ['tenantId'],
  action: async () => (await import('./alert.actions.js')).listAlerts,
};

const tokenCommand: Command = {
  name: 'alert token',
  does: 'Makes the token by which monitoring reads GET /health/alerts, in place of the one before.',
  example: 'alert token t7m2k9q4w8c3x5',
  usage: 'alert token <tenantId> [--remove]',
  options: { remove: { type: 'boolean' } },
  positionals: ['tenantId'],
  action: async () => (await import('./alert.actions.js')).makeAlertToken,
};

const testCommand: Command = {
  name: 'alert test',
  does: 'Sends a message, to try the mail server that SMTP_URL names.',
  example: 'alert test --to it@example.edu',
  usage: 'alert test --to it@example.edu',
  options: { to: { type: 'string' } },
  required: ['to'],
  action: async () => (await import('./alert.actions.js')).testAlert,
};

export const ALERT_COMMANDS: readonly Command[] = [listCommand, settingsCommand, tokenCommand, testCommand];

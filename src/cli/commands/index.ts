import type { Command } from '../command.js';
import { ADMIN_COMMANDS } from './admin.commands.js';
import { AUDIT_COMMANDS } from './audit.commands.js';
import { BACKGROUND_COMMAND } from './background.command.js';
import { CONFLICT_COMMANDS } from './conflict.commands.js';
import { CONNECTION_COMMANDS } from './connection.commands.js';
import { CONNECTOR_COMMANDS } from './connector.commands.js';
import { ALERT_COMMANDS } from './alert.commands.js';
import { EVENT_COMMANDS } from './event.commands.js';
import { KEY_COMMANDS } from './key.commands.js';
import { MAPPING_COMMANDS } from './mapping.commands.js';
import { PERSON_COMMANDS } from './person.commands.js';
import { PROGRESS_COMMANDS } from './progress.commands.js';
import { RETENTION_COMMAND } from './retention.command.js';
import { RUN_COMMANDS } from './run.commands.js';
import { SERVER_KEY_COMMANDS } from './server-key.commands.js';
import { SETTINGS_COMMAND } from './settings.command.js';
import { SSO_COMMAND } from './sso.command.js';
import { TENANT_COMMANDS } from './tenant.commands.js';

export const COMMANDS: readonly Command[] = [
  ...TENANT_COMMANDS,
  SETTINGS_COMMAND,
  RETENTION_COMMAND,
  BACKGROUND_COMMAND,
  SSO_COMMAND,
  ...KEY_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...ADMIN_COMMANDS,
  ...AUDIT_COMMANDS,
  ...PROGRESS_COMMANDS,
  ...EVENT_COMMANDS,
  ...ALERT_COMMANDS,
  ...MAPPING_COMMANDS,
  ...RUN_COMMANDS,
  ...CONFLICT_COMMANDS,
  ...CONNECTOR_COMMANDS,
  ...SERVER_KEY_COMMANDS,
  ...PERSON_COMMANDS,
];

export function usage(): string {
  const feed = 'feed <file.ndjson|file.csv|-> --url … --key … --secret …   (feed --help has all options)';
  const consume =
    'events consume --amqp … --queue … --url … --key … --secret …   (events consume --help has all options)';
  const drops = 'drops run --dir … --url … --key … --secret …   (drops run --help has all options)';
  return [
    'Usage: npm run -s cli -- <command> [--json]',
    '',
    ...COMMANDS.map((command) => `  ${command.usage}`),
    `  ${feed}`,
    `  ${drops}`,
    `  ${consume}`,
    '  doctor   (checks the configuration, the database and the machine; changes nothing)',
  ].join('\n');
}

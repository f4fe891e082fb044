import type { Command } from '../command.js';
import { KEY_COMMANDS } from './key.commands.js';
import { TENANT_COMMANDS } from './tenant.commands.js';

export const COMMANDS: readonly Command[] = [...TENANT_COMMANDS, ...KEY_COMMANDS];

export function usage(): string {
  const feed = 'feed <file.ndjson|file.csv|-> --url … --key … --secret …   (feed --help tells more)';
  return [
    'Usage: npm run -s cli -- <command> [--json]',
    '',
    ...COMMANDS.map((command) => `  ${command.usage}`),
    `  ${feed}`,
  ].join('\n');
}

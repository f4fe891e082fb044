import type { Command } from '../command.js';

export const RETENTION_COMMAND: Command = {
  name: 'retention sweep',
  does: 'Removes what is older than the settings keep it, which the service does each night by itself.',
  example: 'retention sweep --dry-run --tenant t7m2k9q4w8c3x5',
  usage: 'retention sweep [--dry-run] [--tenant <tenantId>]',
  options: { 'dry-run': { type: 'boolean' }, tenant: { type: 'string' } },
  action: async () => (await import('./retention.actions.js')).sweepRetention,
};

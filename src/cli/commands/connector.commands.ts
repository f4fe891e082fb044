import type { Command } from '../command.js';
import { NAMELESS } from './connector.options.js';

const TENANT = { tenant: { type: 'string' } } as const;

export const CONNECTOR_COMMANDS: readonly Command[] = [
  {
    name: 'connector list',
    does: 'Lists the target systems of the queue, with what waits for each.',
    example: 'connector list --tenant t7m2k9q4w8c3x5',
    usage: 'connector list --tenant <tenantId>',
    options: TENANT,
    required: ['tenant'],
    action: async () => (await import('./connector.actions.js')).listConnectors,
  },
  {
    name: 'connector pause',
    does: 'Hands out no more items of a target system until it is resumed.',
    example: 'connector pause SIS --tenant t7m2k9q4w8c3x5 --reason "Upgrade of the SIS"',
    usage: `connector pause <target|${NAMELESS}> --tenant <tenantId> [--reason "…"]`,
    options: { ...TENANT, reason: { type: 'string' } },
    required: ['tenant'],
    positionals: ['target'],
    action: async () => (await import('./connector.actions.js')).pauseConnector,
  },
  {
    name: 'connector resume',
    does: 'Hands out the items of a target system again.',
    example: 'connector resume SIS --tenant t7m2k9q4w8c3x5',
    usage: `connector resume <target|${NAMELESS}> --tenant <tenantId>`,
    options: TENANT,
    required: ['tenant'],
    positionals: ['target'],
    action: async () => (await import('./connector.actions.js')).resumeConnector,
  },
];

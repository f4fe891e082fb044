import type { Command } from '../command.js';
import { AUDIT } from '../reading-rooms.js';

const TENANT = { tenant: { type: 'string' } } as const;

export const AUDIT_COMMANDS: readonly Command[] = [
  {
    name: 'audit verify',
    does: 'Checks that no entry of the audit logs was changed, moved or removed, from the oldest that is kept.',
    example: 'audit verify --tenant t7m2k9q4w8c3x5 --head 812:' + '5f'.repeat(32),
    usage:
      'audit verify [--tenant <tenantId> [--head <count>:<hash>]]   ' +
      '(ends with 1 when a log is not whole, with 3 when the head is older than what is kept)',
    options: { ...TENANT, head: { type: 'string' } },
    action: async () => (await import('./audit.actions.js')).verifyAudit,
    rooms: AUDIT,
  },
  {
    name: 'audit head',
    does: 'Prints how many entries each audit log has and the newest hash, to be kept elsewhere.',
    example: 'audit head --tenant t7m2k9q4w8c3x5',
    usage: 'audit head [--tenant <tenantId>]',
    options: TENANT,
    action: async () => (await import('./audit.actions.js')).printAuditHeads,
    rooms: AUDIT,
  },
];

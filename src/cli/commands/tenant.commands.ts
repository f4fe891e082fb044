import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import type { Command } from '../command.js';
import { TENANCY } from '../reading-rooms.js';

function statusCommand(verb: 'suspend' | 'resume', status: Tenant['status'], effect: string): Command {
  return {
    name: `tenant ${verb}`,
    does: `Sets a university to ${status}: ${effect}.`,
    example: `tenant ${verb} t7m2k9q4w8c3x5`,
    usage: `tenant ${verb} <tenantId>`,
    options: {},
    positionals: ['tenantId'],
    action: async () => (await import('./tenant.actions.js')).setStatus(status, effect),
  };
}

export const TENANT_COMMANDS: readonly Command[] = [
  {
    name: 'tenant create',
    does: 'Makes a university; its keys and administrators come next.',
    example: 'tenant create --name "Northern University" --domain northern.example.edu',
    usage:
      'tenant create --name "Northern University" --domain northern.example.edu [--guard-mode observe|hold]',
    options: { name: { type: 'string' }, domain: { type: 'string' }, 'guard-mode': { type: 'string' } },
    required: ['name', 'domain'],
    action: async () => (await import('./tenant.actions.js')).createTenant,
  },
  {
    name: 'tenant list',
    does: 'Lists the universities.',
    example: 'tenant list',
    usage: 'tenant list',
    options: {},
    action: async () => (await import('./tenant.actions.js')).listTenants,
    rooms: TENANCY,
  },
  statusCommand('suspend', 'suspended', 'its credentials are refused within 5 seconds'),
  statusCommand('resume', 'active', 'its credentials work again within 5 seconds'),
];

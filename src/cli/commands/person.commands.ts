import type { Command } from '../command.js';

const TENANT = { tenant: { type: 'string' } } as const;

export const PERSON_COMMANDS: readonly Command[] = [
  {
    name: 'person export',
    does: 'Writes everything that is stored about a person into an archive that only you can read.',
    example: 'person export 950000001 --tenant t7m2k9q4w8c3x5 --to person.zip',
    usage: 'person export <userId> --tenant <tenantId> --to <file.zip>',
    options: { ...TENANT, to: { type: 'string' } },
    required: ['tenant', 'to'],
    positionals: ['userId'],
    action: async () => (await import('./person.actions.js')).exportPerson,
  },
  {
    name: 'person erase',
    does: 'Shows what an erasure would do. With --yes it is done, which cannot be taken back.',
    example: 'person erase 950000001 --tenant t7m2k9q4w8c3x5',
    usage: 'person erase <userId> --tenant <tenantId> [--yes]',
    options: { ...TENANT, yes: { type: 'boolean' } },
    required: ['tenant'],
    positionals: ['userId'],
    action: async () => (await import('./person.actions.js')).erasePerson,
  },
  {
    name: 'person release',
    does: 'Lets one address or number of an erased person be that of another one.',
    example: 'person release 950000001 --tenant t7m2k9q4w8c3x5 --email ann.lee@example.edu',
    usage: 'person release <userId> --tenant <tenantId> --email <address> | --number <legacyNumber>',
    options: { ...TENANT, email: { type: 'string' }, number: { type: 'string' } },
    required: ['tenant'],
    positionals: ['userId'],
    action: async () => (await import('./person.actions.js')).releasePerson,
  },
  {
    name: 'person legal-hold',
    does: 'Shows the legal hold of a person, sets it with a reason, or removes it.',
    example: 'person legal-hold 950000001 --tenant t7m2k9q4w8c3x5 --reason "Case 2026/17"',
    usage: 'person legal-hold <userId> --tenant <tenantId> [--reason "…" | --remove]',
    options: { ...TENANT, reason: { type: 'string' }, remove: { type: 'boolean' } },
    required: ['tenant'],
    positionals: ['userId'],
    action: async () => (await import('./person.actions.js')).holdPerson,
  },
];

import type { Command } from '../command.js';

export const MAPPING_COMMANDS: readonly Command[] = [
  {
    name: 'mapping list',
    does: 'Lists which field of a form is which field of the record.',
    example: 'mapping list --tenant t7m2k9q4w8c3x5',
    usage: 'mapping list --tenant <tenantId>',
    options: { tenant: { type: 'string' } },
    required: ['tenant'],
    action: async () => (await import('./mapping.actions.js')).listMappings,
  },
  {
    name: 'mapping set',
    does: 'Replaces the mapping of a form type.',
    example:
      'mapping set --tenant t7m2k9q4w8c3x5 --form-type degree_change --links "Degree sought=degree,New e-mail=email"',
    usage:
      'mapping set --tenant <tenantId> --form-type degree_change --links "Degree sought=degree,New e-mail=email"',
    options: { tenant: { type: 'string' }, 'form-type': { type: 'string' }, links: { type: 'string' } },
    required: ['tenant', 'form-type', 'links'],
    action: async () => (await import('./mapping.actions.js')).setMapping,
  },
  {
    name: 'mapping clear',
    does: 'Removes the mapping of a form type, so that the default applies to it again.',
    example: 'mapping clear --tenant t7m2k9q4w8c3x5 --form-type degree_change',
    usage: 'mapping clear --tenant <tenantId> --form-type degree_change',
    options: { tenant: { type: 'string' }, 'form-type': { type: 'string' } },
    required: ['tenant', 'form-type'],
    action: async () => (await import('./mapping.actions.js')).clearMapping,
  },
];

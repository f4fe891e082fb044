import type { Command } from '../command.js';

export const PROGRESS_COMMANDS: readonly Command[] = [
  {
    name: 'pacing sweep',
    does: 'Works out the pacing of the students whose day has come, which the service does each night by itself.',
    example: 'pacing sweep',
    usage: 'pacing sweep',
    options: {},
    action: async () => (await import('./progress.actions.js')).sweepPacing,
  },
  {
    name: 'template show',
    does: 'Shows the milestones that students of each program get.',
    example: 'template show --tenant t7m2k9q4w8c3x5',
    usage: 'template show --tenant <tenantId>',
    options: { tenant: { type: 'string' } },
    required: ['tenant'],
    action: async () => (await import('./progress.actions.js')).showTemplates,
  },
  {
    name: 'template set',
    does: 'Replaces the milestones of a program, or those of all programs without their own.',
    example: 'template set --tenant t7m2k9q4w8c3x5 --program phd-history --file template.json',
    usage: 'template set --tenant <tenantId> [--program <programId>] --file template.json',
    options: { tenant: { type: 'string' }, program: { type: 'string' }, file: { type: 'string' } },
    required: ['tenant', 'file'],
    action: async () => (await import('./progress.actions.js')).setTemplate,
  },
  {
    name: 'template clear',
    does: 'Removes the milestones of a program, so that the next more general ones apply.',
    example: 'template clear --tenant t7m2k9q4w8c3x5 --program phd-history',
    usage: 'template clear --tenant <tenantId> [--program <programId>]',
    options: { tenant: { type: 'string' }, program: { type: 'string' } },
    required: ['tenant'],
    action: async () => (await import('./progress.actions.js')).clearTemplate,
  },
];

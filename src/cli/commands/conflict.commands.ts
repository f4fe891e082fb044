import { CONFLICT_STATUSES, DECISIONS } from '../../identity/conflicts/decision.js';
import { QUESTION_KINDS } from '../../users/model/outcome.js';
import type { Command } from '../command.js';

const TENANT = { tenant: { type: 'string' } } as const;

export const CONFLICT_COMMANDS: readonly Command[] = [
  {
    name: 'conflict list',
    does: 'Lists the latest 500 identity conflicts of a university.',
    example: 'conflict list --tenant t7m2k9q4w8c3x5 --status open',
    usage:
      `conflict list --tenant <tenantId> [--status ${CONFLICT_STATUSES.join('|')}] ` +
      `[--kind ${QUESTION_KINDS.join('|')}]`,
    options: { ...TENANT, status: { type: 'string' }, kind: { type: 'string' } },
    required: ['tenant'],
    action: async () => (await import('./conflict.actions.js')).listConflicts,
  },
  {
    name: 'conflict show',
    does: 'Shows a conflict with the person that was sent, and the decisions that it offers.',
    example: 'conflict show cf_0f1e2d3c4b5a69788796a5b4c3 --tenant t7m2k9q4w8c3x5',
    usage: 'conflict show <conflictId> --tenant <tenantId>',
    options: TENANT,
    required: ['tenant'],
    positionals: ['conflictId'],
    action: async () => (await import('./conflict.actions.js')).showConflict,
  },
  {
    name: 'conflict decide',
    does: 'Decides a conflict; the row that was sent is applied as far as the decision says.',
    example:
      'conflict decide cf_0f1e2d3c4b5a69788796a5b4c3 --tenant t7m2k9q4w8c3x5 --as same_person --note "Asked"',
    usage: `conflict decide <conflictId> --tenant <tenantId> --as ${DECISIONS.join('|')} [--note "…"]`,
    options: { ...TENANT, as: { type: 'string' }, note: { type: 'string' } },
    required: ['tenant', 'as'],
    positionals: ['conflictId'],
    action: async () => (await import('./conflict.actions.js')).decideConflict,
  },
  {
    name: 'conflict undo',
    does: 'Takes the decision of a conflict back.',
    example: 'conflict undo cf_0f1e2d3c4b5a69788796a5b4c3 --tenant t7m2k9q4w8c3x5',
    usage: 'conflict undo <conflictId> --tenant <tenantId>',
    options: TENANT,
    required: ['tenant'],
    positionals: ['conflictId'],
    action: async () => (await import('./conflict.actions.js')).undoConflict,
  },
];

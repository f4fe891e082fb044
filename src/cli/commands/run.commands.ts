import type { Command } from '../command.js';
import { RUNS } from '../reading-rooms.js';

const TENANT = { tenant: { type: 'string' } } as const;

export const RUN_COMMANDS: readonly Command[] = [
  {
    name: 'run list',
    does: 'Lists the latest 500 runs of a university, with what they changed.',
    example: 'run list --tenant t7m2k9q4w8c3x5',
    usage: 'run list --tenant <tenantId>',
    options: TENANT,
    required: ['tenant'],
    action: async () => (await import('./run.actions.js')).listRuns,
    rooms: RUNS,
  },
  {
    name: 'run plan',
    does: 'Shows what a file would do, person by person, and writes nothing.',
    example: 'run plan people.csv --tenant t7m2k9q4w8c3x5 --map mapping.json',
    usage:
      'run plan <file> --tenant <tenantId> [--run name] [--map mapping.json] [--format csv] ' +
      '[--encoding windows-1252] [--sheet Students] [--blank-clears] ' +
      '[--complete Student --key ik_… [--absent-runs 2]]',
    options: {
      ...TENANT,
      run: { type: 'string' },
      map: { type: 'string' },
      format: { type: 'string' },
      encoding: { type: 'string' },
      sheet: { type: 'string' },
      'blank-clears': { type: 'boolean' },
      complete: { type: 'string' },
      'absent-runs': { type: 'string' },
      key: { type: 'string' },
    },
    required: ['tenant'],
    positionals: ['file'],
    action: async () => (await import('./run.actions.js')).planRun,
  },
  {
    name: 'run failures',
    does: 'Prints each refused row of a run, and the causes with their counts.',
    example: 'run failures 2026-11-22.people.csv --tenant t7m2k9q4w8c3x5',
    usage: 'run failures <run> --tenant <tenantId>',
    options: TENANT,
    required: ['tenant'],
    positionals: ['run'],
    action: async () => (await import('./run.actions.js')).listFailures,
    rooms: RUNS,
  },
  {
    name: 'run undo',
    does: [
      'Shows what an undo of a run would put back. With --yes it is done.',
      '--kind chooses the people whom the run inserted, updated, deprovisioned or restored; --users names them.',
      '--field chooses those who had the field changed by it, and puts back this field alone.',
    ].join('\n'),
    example: 'run undo 2026-11-22.people.csv --tenant t7m2k9q4w8c3x5',
    usage:
      'run undo <run> --tenant <tenantId> [--kind deprovisioned] [--field degree] ' +
      '[--users 950000001,950000002] [--yes]',
    options: {
      ...TENANT,
      kind: { type: 'string' },
      field: { type: 'string' },
      users: { type: 'string' },
      yes: { type: 'boolean' },
    },
    required: ['tenant'],
    positionals: ['run'],
    action: async () => (await import('./run.actions.js')).undoRun,
  },
];

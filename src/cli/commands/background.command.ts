import type { BackgroundRun } from '../../background/background-run.entity.js';
import { BackgroundRunsService, type ListedWork } from '../../background/background-runs.service.js';
import { type Command, table } from '../command.js';

const WHO = { buffer: 'each process', each: 'each process', one: 'one process' } as const;
const UNITS = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const;

function spanOf(ms: number): string {
  const [unit, name] = UNITS.find(([length]) => ms >= length && ms % length === 0) ?? [1, 'ms'];
  return `${ms / unit} ${name}`;
}

function rowsOf({ work, runs, state }: ListedWork): string[][] {
  const head = [work.name, spanOf(work.every), WHO[work.kind]];
  const first: readonly (BackgroundRun | undefined)[] = runs.length === 0 ? [undefined] : runs;
  return first.map((run, index) => [
    ...(index === 0 ? head : ['', '', '']),
    run?.startedAt.toISOString() ?? '',
    run === undefined ? '' : `${run.durationMs} ms`,
    run === undefined || run.error === null ? state : `failed: ${run.error}`,
    run?.process ?? '',
    index === 0 ? work.does : '',
  ]);
}

const HEADINGS = ['work', 'every', 'by', 'last run', 'took', 'result', 'process', 'what it does'];

export const BACKGROUND_COMMAND: Command = {
  name: 'background list',
  usage: 'background list',
  options: {},
  async run(app) {
    const listed = await app.get(BackgroundRunsService).list();
    const json = listed.map(({ work, runs, state }) => ({
      ...work,
      state,
      runs: runs.map(({ process, startedAt, durationMs, error }) => ({
        process,
        startedAt,
        durationMs,
        error,
      })),
    }));
    return { json, text: table(HEADINGS, listed.flatMap(rowsOf)) };
  },
};

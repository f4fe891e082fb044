import type { BackgroundRun } from '../../background/background-run.entity.js';
import { BackgroundRunsService, type ListedWork } from '../../background/background-runs.service.js';
import { spanOf, WHO, workTable } from '../../background/work-table.js';
import { type Action, table } from '../command.js';

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

export const listBackgroundWork: Action = async (app, { markdown }) => {
  if (markdown === true) return { json: { table: workTable() }, text: workTable() };
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
};

import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { Run } from '../../users/runs/run.entity.js';
import { RunsRepository } from '../../users/runs/runs.repository.js';
import { counted, momentIn, type Sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { listPage } from './causes.js';
import { DAY_MS } from './moments.js';

/** The runs that are looked at: those of a week, and no more than these. */
const MOST_RUNS = 100;
const REMEMBERED_MS = 7 * DAY_MS;
/** A run that was not called for so long has ended. */
const ENDED_MS = 10 * 60_000;

export const RUN_FAILURES: AlertKindSpec = {
  name: 'run_failures',
  title: 'A run had failed rows',
  rule:
    "The last run of a sender has more failed rows than the threshold. Ends when the sender's next run has fewer, " +
    'or after a week.',
  threshold: { unit: 'failed rows', standard: 10, range: [0, 9_999_999] },
  page: listPage('runs', { withFailures: 'true' }),
};

/** The latest run of a sender that is conclusive: it has failed already, or has ended without. */
function lastConclusive(runs: readonly Run[], threshold: number, now: Date): Run | undefined {
  const hasEnded = ({ lastCallAt }: Run): boolean => now.getTime() - lastCallAt.getTime() >= ENDED_MS;
  return runs.find((run) => run.failed > threshold || (run.received > 0 && hasEnded(run)));
}

/** One incident for each sender, so that a feed with the same failures every night is one incident. */
@Injectable()
export class RunFailures implements AlertKind {
  readonly spec = RUN_FAILURES;

  constructor(private readonly runs: RunsRepository) {}

  async find(scope: Scope, threshold: number, now: Date): Promise<Finding[]> {
    const latest = (await this.runs.page(scope, undefined, MOST_RUNS)).filter(
      ({ startedAt, name }) =>
        now.getTime() - startedAt.getTime() < REMEMBERED_MS && !name.startsWith('undo:'),
    );
    const actors = await this.runs.actorsOf(
      scope,
      latest.map(({ name }) => name),
    );
    const bySender = new Map<string, Run[]>();
    for (const run of latest)
      for (const actor of actors.get(run.name) ?? [])
        bySender.set(actor, [...(bySender.get(actor) ?? []), run]);
    return [...bySender].flatMap(([actor, runs]): Finding[] => {
      const run = lastConclusive(runs, threshold, now);
      if (run === undefined || run.failed <= threshold) return [];
      return [{ subject: actor, about: run.name, facts: factsOf(run, scope.tenant.timeZone) }];
    });
  }
}

function factsOf({ name: run, startedAt, received, failed }: Run, timeZone: string): Sentence[] {
  return [
    counted(
      failed,
      'The run {run}, which began on {at}, has {count} failed row of {received}.',
      'The run {run}, which began on {at}, has {count} failed rows of {received}.',
      { run, at: momentIn(timeZone, startedAt), received },
    ),
  ];
}

import { Injectable } from '@nestjs/common';

import { RequestsService } from '../../request-log/requests.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { seriesOf } from '../../tenancy/sync-run.js';
import { type CompleteRun, FinishedRunsRepository } from '../../users/runs/finished-runs.repository.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { DAY_MS, HOUR_MS, momentIn } from './moments.js';

/** So many complete runs are a habit. */
const FEWEST = 3;
/** A habit that was given up for so long is none. */
const GIVEN_UP_MS = 14 * DAY_MS;
/** Three weekly runs, and the time in which a fourth may be missed. */
const REMEMBERED_MS = 35 * DAY_MS;
/** A run takes longer one night than the other. */
const LATER_MS = 2 * HOUR_MS;

export const COMPLETE_RUN_MISSING: AlertKindSpec = {
  name: 'complete_run_missing',
  title: 'No run was complete',
  rule:
    'A sender that finished three complete runs has finished none for longer than the threshold, and than the ' +
    'longest time between the last three and two hours, while its runs come: no one who has left is found. Over ' +
    'with the next complete run, or after two weeks.',
  threshold: { unit: 'hours', standard: 26, range: [1, 720] },
  page: '/runs',
};

/**
 * Files come and none counts as complete: cut off each night, or sent without `--complete`. Where the whole run does
 * not come, `late_run` says so.
 */
@Injectable()
export class CompleteRunMissing implements AlertKind {
  readonly spec = COMPLETE_RUN_MISSING;

  constructor(
    private readonly finished: FinishedRunsRepository,
    private readonly requests: RequestsService,
  ) {}

  async find(scope: Scope, threshold: number, now: Date): Promise<Finding[]> {
    const runs = await this.finished.completeSince(scope, new Date(now.getTime() - REMEMBERED_MS));
    const missing = [...bySubject(runs)].filter(([, of]) => isMissing(of, threshold * HOUR_MS, now));
    if (missing.length === 0) return [];
    const nightly = await this.requests.nightlyRuns(scope, now);
    const late = new Set(nightly.filter(({ isLate }) => isLate).map(({ series }) => series));
    return missing.flatMap(([subject, [last]]) =>
      last === undefined || late.has(seriesOf(last.run))
        ? []
        : [{ subject, about: last.run, facts: factsOf(scope, last) }],
    );
  }
}

/** The complete runs of each sender and its account types, the latest first. */
function bySubject(runs: readonly CompleteRun[]): Map<string, CompleteRun[]> {
  const all = new Map<string, CompleteRun[]>();
  for (const run of runs) {
    const subject = `${run.sender}:${run.accountTypes}`;
    all.set(subject, [...(all.get(subject) ?? []), run]);
  }
  return all;
}

/** @param limitMs how long a sender may finish none, where it does not usually take longer */
export function isMissing(runs: readonly Pick<CompleteRun, 'at'>[], limitMs: number, now: Date): boolean {
  const [last, ...earlier] = runs.slice(0, FEWEST).map(({ at }) => at.getTime());
  if (last === undefined || earlier.length < FEWEST - 1) return false;
  const gaps = earlier.map((at, place) => (place === 0 ? last : (earlier[place - 1] ?? at)) - at);
  const silent = now.getTime() - last;
  return silent > Math.max(limitMs, ...gaps.map((gap) => gap + LATER_MS)) && silent < GIVEN_UP_MS;
}

function factsOf({ tenant: { timeZone } }: Scope, { run, accountTypes, at }: CompleteRun): string {
  return (
    `The last run that named everyone of ${accountTypes.replaceAll(',', ', ')}, ${run}, ended on ` +
    `${momentIn(timeZone, at)}. The runs since then were cut off, named too few people, had rows without a key, or ` +
    'were not sent as complete.'
  );
}

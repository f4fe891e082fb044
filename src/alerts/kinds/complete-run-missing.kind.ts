import { Injectable } from '@nestjs/common';

import type { NightlyRun } from '../../request-log/nightly-runs.js';
import { RequestsService } from '../../request-log/requests.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { seriesOf } from '../../tenancy/sync-run.js';
import { momentIn, type Sentence, sentence } from '../../texts/sentence.js';
import { type CompleteRun, FinishedRunsRepository } from '../../users/runs/finished-runs.repository.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { DAY_MS, HOUR_MS } from './moments.js';

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
    'A sender whose runs were complete for an account type at least three times still sends runs, and none of them ' +
    'is complete, so people who have left are not found. Reported after the threshold, or after the longest time ' +
    'between its last three complete runs and two hours more, whichever is later. Ends with the next complete run, ' +
    'or after two weeks.',
  threshold: { unit: 'hours', standard: 26, range: [1, 720] },
  page: '/runs',
};

/**
 * Files come and none counts as complete: cut off each night, or sent without `--complete`. Where none comes, nothing
 * is wrong, such as on a weekend, or `late_run` says so.
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
    const silent = historiesOf(runs).filter((history) => isSilent(history.runs, threshold * HOUR_MS, now));
    if (silent.length === 0) return [];
    const nightly = await this.requests.nightlyRuns(scope, now);
    return [...byLastRun(silent)]
      .filter(([last]) => nightly.some((upload) => cameAfter(last, upload)))
      .map(([last, accountTypes]) => ({
        subject: `${last.sender}:${last.run}`.slice(0, 160),
        about: last.run,
        facts: factsOf(scope, last, accountTypes),
      }));
  }
}

/** The runs that a sender has finished as complete for one account type, the latest first. */
interface History {
  readonly accountType: string;
  readonly runs: CompleteRun[];
}

/** Of each sender and account type: students and faculty may be sent in turns. */
export function historiesOf(runs: readonly CompleteRun[]): History[] {
  const all = new Map<string, History>();
  for (const run of runs)
    for (const accountType of run.accountTypes.split(',')) {
      const key = `${run.sender}:${accountType}`;
      const known = all.get(key);
      if (known === undefined) all.set(key, { accountType, runs: [run] });
      else known.runs.push(run);
    }
  return [...all.values()];
}

/** The account types of each last run: one file of all people is one incident. */
function byLastRun(all: readonly History[]): Map<CompleteRun, string[]> {
  const types = new Map<CompleteRun, string[]>();
  for (const { accountType, runs } of all)
    for (const last of runs.slice(0, 1)) types.set(last, [...(types.get(last) ?? []), accountType]);
  return types;
}

/** Whether an upload like this run came after it. A finished run takes no further row. */
export function cameAfter(
  { run, at }: Pick<CompleteRun, 'run' | 'at'>,
  upload: Pick<NightlyRun, 'series' | 'run' | 'at'>,
): boolean {
  return upload.series === seriesOf(run) && upload.run !== run && upload.at > at;
}

/**
 * Whether complete runs have ceased to come.
 * @param limitMs how long a sender may finish none, where it does not usually take longer
 */
export function isSilent(runs: readonly Pick<CompleteRun, 'at'>[], limitMs: number, now: Date): boolean {
  const [last, ...earlier] = runs.slice(0, FEWEST).map(({ at }) => at.getTime());
  if (last === undefined || earlier.length < FEWEST - 1) return false;
  const gaps = earlier.map((at, place) => (place === 0 ? last : (earlier[place - 1] ?? at)) - at);
  const silent = now.getTime() - last;
  return silent > Math.max(limitMs, ...gaps.map((gap) => gap + LATER_MS)) && silent < GIVEN_UP_MS;
}

function factsOf(
  { tenant: { timeZone } }: Scope,
  { run, at }: CompleteRun,
  accountTypes: readonly string[],
): Sentence[] {
  const ended = sentence('The last run that named everyone of {accountTypes}, {run}, ended on {at}.', {
    accountTypes: accountTypes.join(', '),
    run,
    at: momentIn(timeZone, at),
  });
  const since = sentence(
    'The runs since then were cut off, named too few people, had rows without a key, or were not sent as complete.',
  );
  return [ended, since];
}

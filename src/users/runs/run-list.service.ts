import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { isRunName, seriesOf } from '../../tenancy/sync-run.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { presentRun, type RunDto } from './run.dto.js';
import type { Run } from './run.entity.js';
import { type RunFilter, RunListRepository, type RunRange } from './run-list.repository.js';
import { RunTally } from './run-tally.js';
import { RunsRepository } from './runs.repository.js';
import { type UsualBand, usualBandOf, type UsualRun, usualOf } from './usual-run.js';

/** Far more than a week of nights, with the other runs of each day. */
const MOST_EARLIER = 500;
/** Of which a trend is drawn, and within which the runs before them are looked for. */
const MOST_RECENT = 1000;
const MOST_OF_TREND = 90;
const MOST_SERIES = 50;

/** Runs whose names are alike. */
export interface RunSeriesCount {
  readonly series: string;
  readonly runs: number;
}

/** A run with what the runs before it usually de-provisioned. */
export interface RunOfTrend {
  readonly run: Run;
  readonly usual: UsualBand | undefined;
}

export interface RunTrend {
  /** The series of the time, that with most people first. */
  readonly series: readonly RunSeriesCount[];
  /** That of the runs. */
  readonly shown: string | undefined;
  /** The oldest first. */
  readonly runs: readonly RunOfTrend[];
  /** Whether there may be older ones in the time. */
  readonly isCapped: boolean;
}

/** The list of runs as administrators see it, by pages and with filters. */
@Injectable()
export class RunListService {
  constructor(
    private readonly list: RunListRepository,
    private readonly runs: RunsRepository,
    private readonly tally: RunTally,
  ) {}

  /** A part of the list, and how many there are; `isCapped` when there are more than were counted. */
  async page(
    scope: Scope,
    filter: RunFilter,
    range: RunRange,
  ): Promise<{ rows: RunDto[]; total: number; isCapped: boolean }> {
    await this.tally.flush();
    const { rows, total, isCapped } = await this.list.page(scope, filter, range);
    const actors = await this.runs.actorsOf(scope, namesOf(rows));
    return { rows: rows.map((run) => presentRun(run, actors.get(run.name) ?? [])), total, isCapped };
  }

  /**
   * The runs of the same series that have begun since a moment, the latest first; among the latest 500 runs of the
   * tenant.
   */
  async laterOf(
    scope: Scope,
    name: string,
    moment: Date,
  ): Promise<readonly Pick<Run, 'name' | 'startedAt'>[]> {
    await this.tally.flush();
    const series = seriesOf(name);
    const recent = await this.list.before(scope, new Date(nowOf(scope).getTime() + 1000), MOST_EARLIER);
    return recent.filter(
      (run) =>
        run.name !== name && run.startedAt > moment && run.received > 0 && seriesOf(run.name) === series,
    );
  }

  /** The runs that have begun since a moment and de-provisioned most people; like {@link laterOf}. */
  async departuresSince(scope: Scope, moment: Date, limit: number): Promise<RunDto[]> {
    await this.tally.flush();
    const recent = await this.list.before(scope, new Date(nowOf(scope).getTime() + 1000), MOST_EARLIER);
    const runs = recent
      .filter(({ startedAt, deprovisioned }) => startedAt > moment && deprovisioned > 0)
      .sort((one, other) => other.deprovisioned - one.deprovisioned)
      .slice(0, limit);
    const actors = await this.runs.actorsOf(scope, namesOf(runs));
    return runs.map((run) => presentRun(run, actors.get(run.name) ?? []));
  }

  /** The latest runs, the latest first. */
  async latest(scope: Scope, limit: number): Promise<Run[]> {
    await this.tally.flush();
    return this.list.before(scope, new Date(nowOf(scope).getTime() + 1000), limit);
  }

  /**
   * Up to 90 runs of a series that have begun since a moment, each with the usual de-provisionings; among the latest
   * 1,000 runs of the tenant.
   * @param series the one with most people when absent
   */
  async trend(scope: Scope, from: Date, series?: string): Promise<RunTrend> {
    const recent = await this.latest(scope, MOST_RECENT);
    const withPeople = recent.filter(({ received }) => received > 0);
    const known = seriesIn(withPeople.filter(({ startedAt }) => startedAt >= from));
    const shown = series ?? known[0]?.series;
    const all = withPeople.filter(({ name }) => seriesOf(name) === shown);
    const wanted = all.filter(({ startedAt }) => startedAt >= from);
    const runs = wanted.slice(0, MOST_OF_TREND);
    const actors = await this.runs.actorsOf(scope, namesOf(all));
    const sendersOf = (name: string): readonly string[] => actors.get(name) ?? [];
    const ofTrend = runs.map((run): RunOfTrend => {
      const senders = sendersOf(run.name);
      const isOfSender = (other: string): boolean => sendersOf(other).some((one) => senders.includes(one));
      return { run, usual: usualBandOf('deprovisioned', run, all, isOfSender) };
    });
    const isCut = recent.length === MOST_RECENT && (recent.at(-1)?.startedAt ?? from) > from;
    const isCapped = isCut || wanted.length > runs.length;
    return { series: known.slice(0, MOST_SERIES), shown, runs: ofTrend.toReversed(), isCapped };
  }

  /** Runs whose names begin with this text, of a series the latest first. */
  beginning(scope: Scope, text: string, limit: number): Promise<Run[]> {
    return isRunName(text) ? this.list.beginning(scope, text, limit) : Promise.resolve([]);
  }

  /** What the runs before each of these usually did, by name; see {@link usualOf}. */
  async usual(scope: Scope, runs: readonly RunDto[]): Promise<Map<string, UsualRun>> {
    const latest = Math.max(...runs.map(({ startedAt }) => Date.parse(startedAt)));
    if (!Number.isFinite(latest)) return new Map();
    const series = new Set(runs.map(({ name }) => seriesOf(name)));
    const recent = await this.list.before(scope, new Date(latest), MOST_EARLIER);
    const earlier = recent.filter(({ name }) => series.has(seriesOf(name)));
    const actors = await this.runs.actorsOf(scope, namesOf(earlier));
    return new Map(
      runs.flatMap(({ name, startedAt, actors: senders }): [string, UsualRun][] => {
        const isOfSender = (other: string): boolean =>
          (actors.get(other) ?? []).some((actor) => senders.includes(actor));
        const usual = usualOf({ name, startedAt: new Date(startedAt) }, earlier, isOfSender);
        return usual === undefined ? [] : [[name, usual]];
      }),
    );
  }
}

function namesOf(runs: readonly Run[]): string[] {
  return runs.map(({ name }) => name);
}

/** That with most people first. */
function seriesIn(runs: readonly Run[]): RunSeriesCount[] {
  const counted = new Map<string, { runs: number; people: number }>();
  for (const { name, received } of runs) {
    const { runs: others, people } = counted.get(seriesOf(name)) ?? { runs: 0, people: 0 };
    counted.set(seriesOf(name), { runs: others + 1, people: people + received });
  }
  return [...counted]
    .sort(([, one], [, other]) => other.people - one.people)
    .map(([series, { runs: count }]) => ({ series, runs: count }));
}

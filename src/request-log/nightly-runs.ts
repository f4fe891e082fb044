import { seriesOf } from '../tenancy/sync-run.js';
import type { LastRun } from './last-run.entity.js';
import type { RunSeries } from './run-series.entity.js';

/** Uploads on so many days are a habit. */
const FEWEST_DAYS = 3;
/** A series that did not come for so long is given up. */
const GIVEN_UP_MS = 14 * 86_400_000;
const HOUR_MS = 3_600_000;

/** A successful upload of people, with the name of its run. */
export interface Upload extends LastRun {
  readonly run: string | null;
}

/** The run that a tenant expects every night, as it came last. */
export interface NightlyRun extends Upload {
  /** Distinguishes one from another; blank for a tenant without a habit. */
  readonly series: string;
  readonly isLate: boolean;
}

/** The series of an upload: by the name of its run, else by its sender. No name of a run has an @. */
export function seriesOfUpload(run: string | null, actor: string): string {
  return run === null ? `@${actor}` : seriesOf(run);
}

/**
 * Which runs come every night, the largest first: the series of uploads on at least three days. A series is no longer
 * expected when a newer series of the same sender has become a habit since, or after two weeks. Without any habit it is
 * the last upload of all.
 * @param series of one tenant
 * @param last of the same tenant
 * @param hours how old the last upload of each may be
 */
export function nightlyRunsOf(
  series: readonly RunSeries[],
  last: LastRun | undefined,
  { hours, now }: { readonly hours: number; readonly now: Date },
): NightlyRun[] {
  const isLate = ({ at }: { readonly at: Date }): boolean => now.getTime() - at.getTime() > hours * HOUR_MS;
  const habits = series.filter(({ days }) => days >= FEWEST_DAYS);
  const isExpected = ({ at, actor }: RunSeries): boolean =>
    now.getTime() - at.getTime() < GIVEN_UP_MS &&
    !habits.some((other) => other.actor === actor && other.since > at);
  const expected = habits.filter(isExpected).map((one) => ({ ...one, isLate: isLate(one) }));
  if (expected.length > 0) return expected.sort((one, other) => sizeOf(other) - sizeOf(one));
  return last === undefined ? [] : [{ ...last, series: '', run: null, isLate: isLate(last) }];
}

function sizeOf({ inserted, updated, unchanged, failed }: LastRun): number {
  return inserted + updated + unchanged + failed;
}

import { seriesOf } from '../../tenancy/sync-run.js';
import type { Run } from './run.entity.js';

/** The counts that are compared. */
export const COMPARED = [
  'received',
  'inserted',
  'updated',
  'unchanged',
  'failed',
  'deprovisioned',
  'restored',
] as const;

export type ComparedCounts = Readonly<Record<(typeof COMPARED)[number], number>>;

/** The median of each count of the runs before, and how many runs these were. */
export interface UsualRun extends ComparedCounts {
  readonly runs: number;
}

/** The median of a week is not moved by one wrong night; fewer than three nights are no habit. */
const MOST_COMPARED = 7;
const FEWEST_COMPARED = 3;

export type ComparedRun = ComparedCounts & Pick<Run, 'name' | 'startedAt'>;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return Math.round((low + high) / 2);
}

function comparedWith(
  run: Pick<ComparedRun, 'name' | 'startedAt'>,
  earlier: readonly ComparedRun[],
  isOfSender: (name: string) => boolean,
): readonly ComparedRun[] {
  const series = seriesOf(run.name);
  return earlier
    .filter(
      ({ name, startedAt, received }) =>
        received > 0 &&
        name !== run.name &&
        startedAt < run.startedAt &&
        seriesOf(name) === series &&
        isOfSender(name),
    )
    .slice(0, MOST_COMPARED);
}

/**
 * What a run of this series usually does: the medians of the up to seven before it. Runs without people are left
 * out. Undefined when there are fewer than three.
 * @param earlier runs of the same tenant, the latest first
 * @param isOfSender whether a run had a sender of this one
 */
export function usualOf(
  run: Pick<ComparedRun, 'name' | 'startedAt'>,
  earlier: readonly ComparedRun[],
  isOfSender: (name: string) => boolean,
): UsualRun | undefined {
  const before = comparedWith(run, earlier, isOfSender);
  if (before.length < FEWEST_COMPARED) return undefined;
  const of = (count: keyof ComparedCounts): number => median(before.map((one) => one[count]));
  return {
    runs: before.length,
    received: of('received'),
    inserted: of('inserted'),
    updated: of('updated'),
    unchanged: of('unchanged'),
    failed: of('failed'),
    deprovisioned: of('deprovisioned'),
    restored: of('restored'),
  };
}

/** From the lowest to the highest of a count in the runs before, with the median that {@link usualOf} answers. */
export interface UsualBand {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** The band of a count; undefined where {@link usualOf} is. The parameters are the same. */
export function usualBandOf(
  count: keyof ComparedCounts,
  ...of: Parameters<typeof usualOf>
): UsualBand | undefined {
  const before = comparedWith(...of);
  if (before.length < FEWEST_COMPARED) return undefined;
  const values = before.map((one) => one[count]);
  return { low: Math.min(...values), median: median(values), high: Math.max(...values) };
}

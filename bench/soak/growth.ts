import { median } from '../support/statistics.js';
import type { Sample } from './sampler.js';

/** Minutes in which everything is compiled, and caches and pools fill. */
const WARM_UP = 2;
/** What counts as the first part, warm-up included. */
const FIRST_PART = 5;

/** A larger value than in the first part is growth only beyond this share of it, and beyond this minimum. */
interface Tolerance {
  readonly share: number;
  readonly least: number;
}

/**
 * In a run without growth the values varied by 0.6 MiB of heap, four idle sockets of callers and two entries. The
 * resident size depends on the system too and has the widest margin.
 */
const TOLERANCES: Readonly<Record<keyof Sample, Tolerance>> = {
  heapMiB: { share: 0, least: 2 },
  externalMiB: { share: 0, least: 1 },
  rssMiB: { share: 0.1, least: 10 },
  sockets: { share: 0, least: 4 },
  otherHandles: { share: 0, least: 2 },
  files: { share: 0, least: 6 },
  connections: { share: 0, least: 2 },
  prepared: { share: 0, least: 2 },
  collections: { share: 0, least: 50 },
  entries: { share: 0, least: 200 },
};

export interface Growth {
  readonly what: keyof Sample;
  readonly first: number;
  readonly last: number;
  /** The largest `last` that is no growth. */
  readonly limit: number;
  readonly grew: boolean;
}

/**
 * Compares the last third of the minutes with minutes 3 to 5, or in a run too short for that with the second third of
 * it. Medians, so that one odd minute decides nothing.
 */
export function growthOf(series: readonly Sample[]): Growth[] {
  const third = Math.max(1, Math.floor(series.length / 3));
  const isShort = series.length < FIRST_PART + third;
  const early = isShort ? series.slice(third, 2 * third) : series.slice(WARM_UP, FIRST_PART);
  const late = series.slice(-third);
  return (Object.keys(TOLERANCES) as (keyof Sample)[]).map((what) => {
    const [first, last] = [early, late].map((part) => median(part.map((sample) => sample[what])));
    return compareParts(what, first ?? Number.NaN, last ?? Number.NaN);
  });
}

function compareParts(what: keyof Sample, first: number, last: number): Growth {
  const { share, least } = TOLERANCES[what];
  const limit = first + Math.max(least, first * share);
  return { what, first, last, limit, grew: last > limit };
}

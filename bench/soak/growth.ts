import { median } from '../support/statistics.js';
import type { Sample } from './sampler.js';

/** Minutes in which everything is compiled, and caches and pools fill. */
const WARM_UP = 2;
/** What counts as the first part, warm-up included. */
const FIRST_PART = 5;

/** How much above the first part is none: a share of it, and at least so much. */
interface Tolerance {
  readonly share: number;
  readonly least: number;
}

/**
 * A run that does not grow was seen to scatter by 0.6 MiB of heap, four idle sockets of callers and two entries. The
 * resident size is also the system's choice, and has the widest margin.
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
  /** Up to which `last` is no growth. */
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
    return judge(what, first ?? Number.NaN, last ?? Number.NaN);
  });
}

function judge(what: keyof Sample, first: number, last: number): Growth {
  const { share, least } = TOLERANCES[what];
  const limit = first + Math.max(least, first * share);
  return { what, first, last, limit, grew: last > limit };
}

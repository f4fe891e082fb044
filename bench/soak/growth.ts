import { median } from '../support/statistics.js';
import type { Sample } from './sampler.js';

/** Minutes in which everything is compiled, and caches and pools fill. */
const WARM_UP = 2;
/** What counts as the first part, warm-up included. */
const FIRST_PART = 5;

interface Figure {
  readonly title: string;
  /** A value that is larger than in the first part by so much is no growth yet. */
  readonly least: number;
  /** Nor is one that is larger by this share. */
  readonly share?: number;
}

/**
 * In a run without growth the values varied by 0.6 MiB of heap, four idle sockets of callers and two entries. The
 * resident size depends on the system too and has the widest margin.
 */
export const FIGURES: Readonly<Record<keyof Sample, Figure>> = {
  heapMiB: { title: 'heap MiB', least: 2 },
  externalMiB: { title: 'external MiB', least: 1 },
  rssMiB: { title: 'RSS MiB', least: 10, share: 0.1 },
  sockets: { title: 'sockets', least: 4 },
  otherHandles: { title: 'other handles', least: 2 },
  files: { title: 'open files', least: 6 },
  connections: { title: 'database connections', least: 2 },
  prepared: { title: 'prepared statements', least: 2 },
  collections: { title: 'Maps and Sets', least: 50 },
  entries: { title: 'their entries', least: 200 },
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
  return (Object.keys(FIGURES) as (keyof Sample)[]).map((what) => {
    const [first, last] = [early, late].map((part) => median(part.map((sample) => sample[what])));
    return compareParts(what, first ?? Number.NaN, last ?? Number.NaN);
  });
}

function compareParts(what: keyof Sample, first: number, last: number): Growth {
  const { share = 0, least } = FIGURES[what];
  const limit = first + Math.max(least, first * share);
  return { what, first, last, limit, grew: last > limit };
}

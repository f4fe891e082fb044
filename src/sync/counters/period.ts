const PERIOD_MS = 600_000;
const PERIODS = 144;
/** After so long a period comes again, and is counted over the one before. */
export const DAY_OF_PERIODS_MS = PERIODS * PERIOD_MS;

/** Ten minutes of a day, counted together. */
export interface Period {
  /** From 1 on; it comes again a day later. */
  readonly period: number;
  readonly begin: Date;
}

/** The ten minutes of a moment. */
export function periodOf(at: Date): Period {
  const number = Math.floor(at.getTime() / PERIOD_MS);
  return { period: 1 + (number % PERIODS), begin: new Date(number * PERIOD_MS) };
}

/** The beginning of the earliest period that is counted as the last day: all of them, each once. */
export function dayBefore(at: Date): Date {
  return new Date(periodOf(at).begin.getTime() - (PERIODS - 1) * PERIOD_MS);
}

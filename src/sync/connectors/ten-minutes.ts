const TEN_MINUTES_MS = 600_000;
const SLOTS = 144;

/** Ten minutes of a day, counted together. */
export interface TenMinutes {
  readonly slot: number;
  readonly since: Date;
}

/** The ten minutes of a moment; their slot is used again a day later. */
export function tenMinutesOf(at: Date): TenMinutes {
  const number = Math.floor(at.getTime() / TEN_MINUTES_MS);
  return { slot: number % SLOTS, since: new Date(number * TEN_MINUTES_MS) };
}

/** The beginning of the earliest ten minutes that are counted as the last day: all slots, each once. */
export function dayBefore(at: Date): Date {
  return new Date(tenMinutesOf(at).since.getTime() - (SLOTS - 1) * TEN_MINUTES_MS);
}

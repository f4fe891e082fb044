import type { DeprovisioningSettings, Threshold } from '../../tenancy/tenant-settings.js';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** What was counted within an hour of the clock. */
export interface CountedHour {
  /** Since 1970. */
  readonly hour: number;
  /** De-provisioned people. */
  readonly people: number;
  /** Active people of the tenant when the first of these was judged. */
  readonly active: number;
}

/** How far a threshold is used up. */
export interface Use {
  readonly people: number;
  /** Active people at the beginning. */
  readonly active: number;
}

/** Whether there is something to weigh. */
export function isOn({ mode, perRun, perDay }: DeprovisioningSettings): boolean {
  return mode === 'hold' || perRun !== null || perDay !== null;
}

export function hourOf(now: Date): number {
  return Math.floor(now.getTime() / HOUR_MS);
}

/**
 * What counts now: the hour that has begun and the 23 before it, the oldest first. With one more, a run of every night
 * would meet itself.
 */
export function withinADay(hours: readonly CountedHour[], now: Date): CountedHour[] {
  return hours.filter(({ hour }) => hour > hourOf(now) - HOURS);
}

/** The beginning is that of the oldest hour that counts. */
export function useOf(hours: readonly CountedHour[]): Use {
  return {
    people: hours.reduce((sum, { people }) => sum + people, 0),
    active: hours[0]?.active ?? 0,
  };
}

/** Adds people to the hour that has begun, which is there. */
export function counting(hours: readonly CountedHour[], people: number): CountedHour[] {
  return hours.map((one, index) =>
    index === hours.length - 1 ? { ...one, people: one.people + people } : one,
  );
}

/** How many people a threshold lets go in all, when so many are active at first: of 99 people, 5 percent are 4. */
export function mostOf({ count, percent }: Threshold, active: number): number {
  return Math.min(count ?? Infinity, percent === null ? Infinity : Math.floor((active * percent) / 100));
}

/** How many more people may go before a threshold is passed. It is passed when more people went than it lets go. */
export function roomFor(threshold: Threshold, { people, active }: Use): number {
  return Math.max(0, mostOf(threshold, active) - people);
}

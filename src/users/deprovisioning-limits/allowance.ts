import type { DeprovisioningSettings, Threshold } from '../../settings/settings.js';

const HOUR_MS = 3_600_000;
/** Calls of the present hour of the clock and those before it count together. */
export const HOURS = 24;

/** How many people were de-provisioned within one hour of the clock. */
export interface CountedHour {
  /** The number of the hour since 1970. */
  readonly hour: number;
  /** De-provisioned people. */
  readonly people: number;
  /** The active people of the tenant when the hour's first de-provisioning was checked. */
  readonly active: number;
}

/** How far a threshold is used up. */
export interface Use {
  readonly people: number;
  /** The active people at the beginning of the period. */
  readonly active: number;
}

/** Whether any limit is set. */
export function isOn({ mode, perRun, perDay }: DeprovisioningSettings): boolean {
  return mode === 'hold' || perRun !== null || perDay !== null;
}

export function hourOf(now: Date): number {
  return Math.floor(now.getTime() / HOUR_MS);
}

/**
 * The hours that count now: the one that has begun and the 23 before it, the oldest first. With one more, a nightly run
 * would be counted together with that of the night before.
 */
export function withinADay(hours: readonly CountedHour[], now: Date): CountedHour[] {
  return hours.filter(({ hour }) => hour > hourOf(now) - HOURS);
}

/** The sum of these hours; the period begins with the oldest of them. */
export function useOf(hours: readonly CountedHour[]): Use {
  return {
    people: hours.reduce((sum, { people }) => sum + people, 0),
    active: hours[0]?.active ?? 0,
  };
}

/** Adds people to the last of these hours, which is the one that has begun. */
export function counting(hours: readonly CountedHour[], people: number): CountedHour[] {
  return hours.map((one, index) =>
    index === hours.length - 1 ? { ...one, people: one.people + people } : one,
  );
}

/**
 * How many de-provisionings a threshold allows when so many people are active at first: 5 percent of 99 people are 4.
 */
export function mostOf({ count, percent, larger }: Threshold, active: number): number {
  const share = percent === null ? Infinity : Math.floor((active * percent) / 100);
  return larger === true && count !== null && percent !== null
    ? Math.max(count, share)
    : Math.min(count ?? Infinity, share);
}

/** How many more people may be de-provisioned before the threshold is passed. */
export function roomFor(threshold: Threshold, { people, active }: Use): number {
  return Math.max(0, mostOf(threshold, active) - people);
}

import { longestWaits } from './queue-ages.js';

const HOUR_MS = 3_600_000;
const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`;
const at = (number: number, hour = 0): Date => new Date(Date.UTC(2026, 10, number, hour));
const DAYS = [20, 21, 22].map((number) => ({ day: day(number), end: at(number + 1) }));
const hours = (waits: readonly number[]): number[] => waits.map((ms) => ms / HOUR_MS);

describe('the longest wait of a day', () => {
  it('is nothing where nothing waited', () => {
    expect(hours(longestWaits(DAYS, new Map(), undefined))).toEqual([0, 0, 0]);
  });

  it('is that at the end of the day of what waits still, from the day on that it was queued', () => {
    expect(hours(longestWaits(DAYS, new Map(), at(21, 12)))).toEqual([0, 12, 36]);
  });

  it('is that of what left on a later day, which waited on all days before', () => {
    const left = new Map([[day(22), { longestWaitMs: 53 * HOUR_MS, oldestQueuedAt: at(20, 1) }]]);
    expect(hours(longestWaits(DAYS, left, undefined))).toEqual([23, 47, 53]);
  });

  it('is that of what came and left on the same day', () => {
    const left = new Map([[day(21), { longestWaitMs: 2 * HOUR_MS, oldestQueuedAt: at(21, 3) }]]);
    expect(hours(longestWaits(DAYS, left, at(22, 18)))).toEqual([0, 2, 6]);
  });

  it('does not grow by what left when something newer is left', () => {
    const left = new Map([[day(20), { longestWaitMs: 9 * HOUR_MS, oldestQueuedAt: at(20, 1) }]]);
    expect(hours(longestWaits(DAYS, left, at(20, 20)))).toEqual([9, 28, 52]);
  });
});

import { backoff, parseRetryAfter } from './retry.js';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 20, 12, 0, 0);

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['99999999', 24 * 3_600_000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ])('%s is %i ms', (value, wait) => {
    expect(parseRetryAfter(value, now)).toBe(wait);
  });

  it.each([undefined, '', 'soon', '-1', '1.5'])('%s says nothing', (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  });
});

describe('The pause before another attempt', () => {
  it.each([
    [1, 500],
    [2, 1000],
    [5, 8000],
    [20, 30_000],
  ])('after %i failures is at most %i ms and at least half of it', (failures, most) => {
    expect(backoff(failures, 500, () => 1)).toBe(most);
    expect(backoff(failures, 500, () => 0)).toBe(most / 2);
  });
});

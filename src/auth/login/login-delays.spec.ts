import { blockedUntil, stillRemembered, waitMs } from './login-delays.js';

describe('the delay after failed logins', () => {
  it.each([
    [1, 0],
    [5, 0],
    [6, 2],
    [7, 4],
    [8, 8],
    [14, 512],
    [15, 900],
    [5000, 900],
  ])('after %i failures is %i seconds', (failures, seconds) => {
    expect(blockedUntil(failures, 5, new Date(0))).toEqual(new Date(seconds * 1000));
  });
});

describe('the wait', () => {
  const block = { lastFailureAt: new Date(1_000_000), blockedUntil: new Date(1_008_000) };

  it.each([
    [1_000_000, 8000],
    [1_007_000, 1000],
    [1_008_000, 0],
    [2_000_000, 0],
    [0, 900_000],
  ])('at %i is %i ms', (now, wait) => {
    expect(waitMs(block, new Date(now))).toBe(wait);
  });

  it('is 0 after failures without a delay, whatever the clock shows', () => {
    expect(waitMs({ lastFailureAt: block.blockedUntil, blockedUntil: block.blockedUntil }, new Date(0))).toBe(
      0,
    );
  });
});

describe('failures', () => {
  it.each([
    [7, 0, 7],
    [7, 14, 7],
    [7, 15, 6],
    [7, 31, 5],
    [7, 24 * 60, 0],
    [7, -5, 7],
  ])('of %i are, after %i minutes, %i', (failures, minutes, left) => {
    expect(stillRemembered(failures, minutes * 60_000)).toBe(left);
  });
});

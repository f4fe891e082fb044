import { MOST_ATTEMPTS, pauseAfter } from './outbox-dispatcher.js';

describe('the pause before the next attempt', () => {
  it('doubles from a second to five minutes', () => {
    const seconds = Array.from({ length: MOST_ATTEMPTS }, (_, index) => pauseAfter(index + 1) / 1000);
    expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
  });

  it('stays there however often it failed', () => {
    expect(pauseAfter(1000)).toBe(300_000);
  });
});

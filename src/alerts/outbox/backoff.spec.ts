import { pauseAfter } from './backoff.js';

describe('the pause after an attempt', () => {
  it.each([
    [1, 1],
    [2, 2],
    [5, 16],
    [6, 32],
    [7, 60],
    [5000, 60],
  ])('number %i takes %i minutes', (attempts, minutes) => {
    expect(pauseAfter(attempts)).toBe(minutes * 60_000);
  });
});

import { crashedEarly, pauseAfter } from './pause.js';

describe('the pause before a worker is replaced', () => {
  it('is none after the first crash, and doubles from a second to half a minute', () => {
    expect([0, 1, 2, 3, 4, 6, 7, 60].map(pauseAfter)).toEqual([
      0, 0, 1000, 2000, 4000, 16_000, 30_000, 30_000,
    ]);
  });

  it('does not grow by crashes of workers that have lived for a minute', () => {
    expect([59_999, 60_000].map(crashedEarly)).toEqual([true, false]);
  });
});

import { restAfter } from './rest-after.js';

describe('restAfter', () => {
  it.each([
    { what: 'nothing was done', workedMs: 0, rest: 0 },
    { what: 'a short step', workedMs: 20, rest: 380 },
    { what: 'a long step', workedMs: 10_000, rest: 5000 },
    { what: 'a clock that was set back', workedMs: -50, rest: 0 },
  ])('is $rest ms after $what', ({ workedMs, rest }) => {
    expect(restAfter(workedMs)).toBe(rest);
  });
});

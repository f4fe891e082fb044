import { isNotable } from './request-lines.js';

describe('a request has a line of its own', () => {
  it.each([
    ['when it was refused', { status: 400 }, true],
    ['when it failed', { status: 503 }, true],
    ['when its answer was cut short', { complete: false }, true],
    ['when it was slow', { ms: 1000.01 }, true],
    ['not when it succeeded', {}, false],
    ['not when it was redirected', { status: 304 }, false],
  ])('%s', (_, change, expected) => {
    expect(isNotable({ status: 200, complete: true, ms: 1000, ...change })).toBe(expected);
  });
});

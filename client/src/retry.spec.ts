import { IntegrationApiError } from './errors.js';
import { backoff, parseRetryAfter, waitBefore } from './retry.js';

const POLICY = { retries: 5, backoffMs: 250, longestWaitMs: 60_000 };

function answered(status: number, retryAfterMs?: number): IntegrationApiError {
  return new IntegrationApiError('', { code: 'X', status, retryAfterMs, requestId: 'r' });
}

function lost(code: string): IntegrationApiError {
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('lost'), { code }) });
  return new IntegrationApiError('', { code: 'CONNECTION_LOST', requestId: 'r', cause });
}

const timedOut = new IntegrationApiError('', { code: 'TIMEOUT', requestId: 'r' });

describe('another attempt is made', () => {
  it.each([
    ['429', answered(429), true, true],
    ['503, whose write may have been committed', answered(503), true, false],
    ['502 of a balancer', answered(502), true, false],
    ['504 of a balancer', answered(504), true, false],
    ['a connection that broke', lost('ECONNRESET'), true, false],
    ['a connection that was never made', lost('ECONNREFUSED'), true, true],
    ['an attempt that took too long', timedOut, true, false],
    ['400', answered(400), false, false],
    ['401', answered(401), false, false],
    ['409', answered(409), false, false],
    ['500', answered(500), false, false],
  ])('after %s: by what was seen, and by what a repetition would do', (_, error, safe, unsafe) => {
    expect(waitBefore(POLICY, 1, error, 'safe') !== undefined).toBe(safe);
    expect(waitBefore(POLICY, 1, error, 'unsafe') !== undefined).toBe(unsafe);
  });

  it('as often as the policy says', () => {
    expect(waitBefore(POLICY, 5, answered(503), 'safe')).toBeDefined();
    expect(waitBefore(POLICY, 6, answered(503), 'safe')).toBeUndefined();
    expect(waitBefore({ ...POLICY, retries: 0 }, 1, answered(503), 'safe')).toBeUndefined();
  });

  it('not before the time of Retry-After, and soon after it', () => {
    const wait = waitBefore(POLICY, 1, answered(429, 7000), 'safe');
    expect(wait).toBeGreaterThanOrEqual(7000);
    expect(wait).toBeLessThanOrEqual(7250);
  });

  it('not at all when the service asks for more patience than the policy has', () => {
    expect(waitBefore(POLICY, 1, answered(429, 60_001), 'safe')).toBeUndefined();
  });
});

it.each([
  [1, 0, 125],
  [1, 1, 250],
  [3, 1, 1000],
  [20, 1, 30_000],
  [20, 0, 15_000],
])('before attempt %d, with the random number %d, it waits %d ms', (attempt, random, expected) => {
  expect(backoff(attempt, POLICY, () => random)).toBe(expected);
});

it('no attempt waits longer than the policy allows', () => {
  expect(backoff(20, { ...POLICY, longestWaitMs: 10_000 }, () => 1)).toBe(10_000);
});

it.each([
  ['17', 17_000],
  [' 7 ', 7000],
  ['0', 0],
  ['Sun, 06 Nov 1994 08:49:47 GMT', 10_000],
  ['Sun, 06 Nov 1994 08:49:27 GMT', 0],
  ['9999999', 86_400_000],
  ['soon', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j is %s ms', (text, expected) => {
  expect(parseRetryAfter(text, Date.parse('1994-11-06T08:49:37Z'))).toBe(expected);
});

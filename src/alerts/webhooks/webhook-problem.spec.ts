import { problemOfAnswer, problemOfFailure, retryAfter } from './webhook-problem.js';

const NOW = new Date('2026-12-01T08:00:00Z');

describe('what an answer of a webhook means', () => {
  it.each([200, 202, 204])('%i: taken', (status) => {
    expect(problemOfAnswer(new Response(null, { status }), NOW)).toBeUndefined();
  });

  it.each([
    [404, true, true, 'recipient'],
    [410, true, true, 'recipient'],
    [302, false, false, 'nothing'],
    [400, false, false, 'nothing'],
    [403, false, false, 'nothing'],
    [429, false, false, 'recipient'],
    [500, false, false, 'recipient'],
    [503, false, false, 'recipient'],
  ])('%i: final is %s, gone is %s, and it stops: %s', (status, isFinal, isGone, stops) => {
    const found = problemOfAnswer(new Response(null, { status }), NOW);
    expect(found).toMatchObject({ isFinal, isGone, stops });
    expect(found?.message).toContain(String(status));
  });
});

describe('Retry-After', () => {
  it.each([
    [null, undefined],
    ['120', 120_000],
    ['0', undefined],
    ['999999', 21_600_000],
    ['Tue, 01 Dec 2026 08:02:00 GMT', 120_000],
    ['Tue, 01 Dec 2026 07:00:00 GMT', undefined],
    ['soon', undefined],
  ])('%s means %s ms', (header, ms) => {
    expect(retryAfter(header, NOW)).toBe(ms);
  });
});

describe('a call that failed', () => {
  it.each([
    ['ENOTFOUND', 'The host of the webhook is not known.'],
    ['ABORT_ERR', 'The webhook did not answer in time.'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of the webhook is not trusted.'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of the webhook is not trusted.'],
    ['ECONNREFUSED', 'The webhook could not be reached, or closed the connection.'],
    ['', 'The webhook could not be reached, or closed the connection.'],
  ])('with %s: %s', (code, sentence) => {
    const cause = Object.assign(new Error('secret'), code === '' ? {} : { code });
    expect(problemOfFailure(new TypeError('x', { cause })).message).toBe(sentence);
  });
});

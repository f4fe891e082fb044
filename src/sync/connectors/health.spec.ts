import {
  type HealthFacts,
  lastAttempts,
  type Silence,
  silenceOf,
  stateOf,
  type SystemState,
} from './health.js';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-30T12:00:00Z');
const LIMITS = { contactMs: HOUR_MS, claimMs: 26 * HOUR_MS, failingBelow: 0.5 };

const ago = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR_MS);
const sent = (count: number, of: number) => ({ made: of, sent: count, lastAt: ago(1) });

const QUIET: HealthFacts = {
  isPaused: false,
  lastClaimAt: ago(0.1),
  lastContactAt: ago(0.1),
  replayedAt: undefined,
  inFlight: 0,
  waiting: 0,
  oldestQueuedAt: null,
  deliveryFailed: 0,
  attempts: sent(20, 20),
};
const WAITING = { waiting: 82, oldestQueuedAt: ago(24) };

describe('a target system', () => {
  it.each<[string, Partial<HealthFacts>, SystemState]>([
    ['all of whose items were sent', {}, 'working'],
    [
      'of which 93 % were sent, and some are failed',
      { attempts: sent(93, 100), deliveryFailed: 7 },
      'partly',
    ],
    ['of which 80 % were sent', { attempts: sent(16, 20) }, 'partly'],
    ['of which 95 % were sent, and none is failed any more', { attempts: sent(19, 20) }, 'working'],
    ['of which nothing was sent', { attempts: sent(0, 55), deliveryFailed: 55 }, 'failing'],
    ['of which nothing was sent, though nothing is failed now', { attempts: sent(0, 3) }, 'failing'],
    [
      'that reports without claims, and has failed items',
      { attempts: sent(0, 0), deliveryFailed: 1 },
      'failing',
    ],
    [
      'that failed, and whose items were replayed since the last claim',
      {
        attempts: sent(0, 55),
        ...WAITING,
        lastClaimAt: ago(20),
        lastContactAt: ago(0.2),
        replayedAt: ago(0.1),
      },
      'replayed',
    ],
    [
      'that failed, was replayed, and has taken something since',
      { attempts: sent(0, 55), ...WAITING, replayedAt: ago(1) },
      'failing',
    ],
    ['whose items were replayed though all are sent', { ...WAITING, replayedAt: ago(0.01) }, 'working'],
    [
      'that no one asks for, while something waits',
      { ...WAITING, lastContactAt: ago(2), lastClaimAt: ago(2) },
      'silent',
    ],
    [
      'that is asked for, with items that no one takes for a day',
      { ...WAITING, lastClaimAt: ago(27) },
      'working',
    ],
    [
      'that is asked for, with items that no one takes for longer than alerts allow',
      { waiting: 1, oldestQueuedAt: ago(27), lastClaimAt: ago(27) },
      'silent',
    ],
    [
      'that no one asks for, while nothing waits',
      { lastContactAt: ago(200), lastClaimAt: ago(200) },
      'working',
    ],
    ['that was never asked for', { lastContactAt: null, lastClaimAt: null, attempts: sent(0, 0) }, 'unused'],
    ['that is paused', { isPaused: true, attempts: sent(0, 55) }, 'paused'],
  ])('%s', (_, facts, expected) => {
    expect(stateOf({ ...QUIET, ...facts }, LIMITS, NOW)).toBe(expected);
  });
});

describe('the limit that a silent target system has passed', () => {
  const CONTACT: Silence = { of: 'contact', limitMs: HOUR_MS };
  const CLAIM: Silence = { of: 'claim', limitMs: 26 * HOUR_MS };

  it.each<[string, Partial<HealthFacts>, Silence | undefined]>([
    ['of contacts, when no one asks', { ...WAITING, lastContactAt: ago(2), lastClaimAt: ago(2) }, CONTACT],
    ['of contacts, when no one ever asked', { ...WAITING, lastContactAt: null, lastClaimAt: null }, CONTACT],
    ['of claims, when no one takes', { waiting: 1, oldestQueuedAt: ago(27), lastClaimAt: ago(27) }, CLAIM],
    ['none, when nothing waits', { lastContactAt: ago(200), lastClaimAt: ago(200) }, undefined],
    [
      'none, when a claim came before contacts were stored',
      { ...WAITING, lastContactAt: null, lastClaimAt: ago(0.5) },
      undefined,
    ],
  ])('is that %s', (_, facts, expected) => {
    expect(silenceOf({ ...QUIET, ...facts }, LIMITS, NOW)).toEqual(expected);
  });
});

describe('the last attempts', () => {
  const period = (hours: number, claimed: number, sentItems: number, failed: number) => ({
    targetSystem: 'SIS',
    firstAt: ago(hours),
    claimed,
    sent: sentItems,
    failed,
  });

  it('are those of the latest ten minutes with 20 or more', () => {
    const periods = [period(1, 15, 0, 15), period(2, 10, 10, 0), period(3, 500, 500, 0)];
    expect(lastAttempts(periods, 0)).toEqual({ made: 25, sent: 10, lastAt: ago(1) });
  });

  it('are fewer where there were no more', () => {
    expect(lastAttempts([period(30, 3, 1, 2)], 0)).toEqual({ made: 3, sent: 1, lastAt: ago(30) });
    expect(lastAttempts([], 0)).toEqual({ made: 0, sent: 0, lastAt: null });
  });

  it('are none of a day or more before the last, of which a part is overwritten', () => {
    const periods = [period(1, 5, 5, 0), period(24, 5, 4, 1), period(25, 8, 0, 4), period(26, 9, 2, 1)];
    expect(lastAttempts(periods, 0)).toEqual({ made: 10, sent: 9, lastAt: ago(1) });
  });

  it('count leases that ran out as not sent, and leave out what is under way', () => {
    expect(lastAttempts([period(1, 12, 2, 0)], 4)).toMatchObject({ made: 8, sent: 2 });
  });

  it('may report what was claimed ten minutes before', () => {
    expect(lastAttempts([period(1, 0, 7, 1)], 0)).toMatchObject({ made: 8, sent: 7 });
  });
});

import { joined, learnedLimitMs, usualGapMs, withContacts } from './rhythm.js';

const HOUR_MS = 3_600_000;

function at(time: string): Date {
  return new Date(`${time}:00Z`);
}

function contact(time: string): { firstAt: Date; lastAt: Date; gapMs: number } {
  return { firstAt: at(time), lastAt: at(time), gapMs: 0 };
}

/** What is known after contacts at these times. */
function after(...times: string[]): ReturnType<typeof withContacts> {
  const none = undefined as ReturnType<typeof withContacts> | undefined;
  return (
    times.map(contact).reduce((known, one) => withContacts(known, one), none) ?? { lastAt: null, gaps: [] }
  );
}

describe('contacts', () => {
  it('have the longest time between two of them, for the day on which it ended', () => {
    const { lastAt, gaps } = after('2026-11-01T22:00', '2026-11-02T02:00', '2026-11-02T03:00');
    expect(lastAt).toEqual(at('2026-11-02T03:00'));
    expect(gaps).toEqual([
      { day: '2026-11-02', seconds: 4 * 3600 },
      { day: '2026-11-01', seconds: 0 },
    ]);
  });

  it('that another process has stored later do not go back', () => {
    const known = after('2026-11-02T03:00');
    expect(withContacts(known, contact('2026-11-02T02:59')).lastAt).toEqual(at('2026-11-02T03:00'));
  });

  it('of one process are joined with the time between them', () => {
    expect(joined(contact('2026-11-02T03:00'), contact('2026-11-02T03:02'))).toEqual({
      firstAt: at('2026-11-02T03:00'),
      lastAt: at('2026-11-02T03:02'),
      gapMs: 120_000,
    });
  });
});

describe('the usual time between two contacts', () => {
  const now = at('2026-11-30T12:00');
  const gapsOf = (...seconds: number[]) =>
    seconds.map((one, index) => ({ day: `2026-11-${30 - index}`, seconds: one }));

  it.each([
    ['is not known after two whole days', [1, 60, 60], undefined],
    ['is known after three', [1, 60, 60, 60], 60_000],
    ['leaves out the day that is not over', [40_000, 60, 60, 60], 60_000],
    ['is not that of one outage', [1, 60, 50_000, 60, 60], 60_000],
    ['is a day for a nightly connector', [0, 86_400, 86_000, 86_500], 86_400_000],
  ])('%s', (_, seconds, expected) => {
    expect(usualGapMs(gapsOf(...seconds), now)).toBe(expected);
  });

  it.each([
    ['of a minute allow an hour', 60_000, HOUR_MS],
    ['of an hour allow three', HOUR_MS, 3 * HOUR_MS],
    ['of a day allow what alerts allow', 24 * HOUR_MS, 26 * HOUR_MS],
  ])('%s without a contact', (_, usual, expected) => {
    expect(learnedLimitMs(usual, 26 * HOUR_MS)).toBe(expected);
  });
});

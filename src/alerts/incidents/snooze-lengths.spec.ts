import { isSnoozed, snoozeEnd } from './snooze-lengths.js';

describe('a snooze', () => {
  it.each([
    ['for an hour', 'hour', 'Europe/Paris', '2026-11-22T21:59', '2026-11-22T22:59'],
    ['for a week', 'week', 'Europe/Paris', '2026-11-22T21:59', '2026-11-29T21:59'],
    ['until tomorrow morning', 'tomorrow', 'UTC', '2026-11-22T21:59', '2026-11-23T08:00'],
    ['set after midnight', 'tomorrow', 'UTC', '2026-11-23T00:30', '2026-11-24T08:00'],
    ["in the tenant's zone", 'tomorrow', 'America/New_York', '2026-11-23T04:00', '2026-11-23T13:00'],
    [
      'in the night in which clocks go back',
      'tomorrow',
      'Europe/Paris',
      '2026-10-24T20:00',
      '2026-10-25T07:00',
    ],
    [
      'in the night in which clocks go forward',
      'tomorrow',
      'Europe/Paris',
      '2026-03-28T20:00',
      '2026-03-29T06:00',
    ],
  ] as const)('%s ends', (_, length, zone, now, end) => {
    expect(snoozeEnd(length, zone, new Date(`${now}Z`))).toEqual(new Date(`${end}Z`));
  });

  it('is over at its end, and never was one where there is none', () => {
    const now = new Date('2026-11-22T12:00:00Z');
    const until = (ms: number) => ({ snoozedUntil: new Date(now.getTime() + ms) });
    expect([until(1), until(0), { snoozedUntil: null }].map((one) => isSnoozed(one, now))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

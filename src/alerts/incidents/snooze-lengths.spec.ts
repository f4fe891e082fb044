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

  const NOW = new Date('2026-11-22T12:00:00Z');
  const LATER = new Date(NOW.getTime() + 1);

  it.each([
    ['goes on until its end', LATER, null, true],
    ['is over at its end', NOW, null, false],
    ['is none where none was set', null, null, false],
    ['is over when the alert has ended', LATER, NOW, false],
  ])('%s', (_, snoozedUntil, endedAt, snoozed) => {
    expect(isSnoozed({ snoozedUntil, endedAt }, NOW)).toBe(snoozed);
  });
});

import { quietUntil } from './quiet-hours.js';

const night = { from: '22:00', until: '06:00', timeZone: null };
const noon = { from: '12:00', until: '13:30', timeZone: 'Europe/Paris' };

describe('quiet hours', () => {
  it.each([
    ['before the night', night, 'UTC', '2026-11-22T21:59:59.999', undefined],
    ['at its first minute', night, 'UTC', '2026-11-22T22:00', '2026-11-23T06:00'],
    ['after midnight', night, 'UTC', '2026-11-23T00:30:12', '2026-11-23T06:00'],
    ['at its last minute', night, 'UTC', '2026-11-23T05:59:59.999', '2026-11-23T06:00'],
    ['at its end', night, 'UTC', '2026-11-23T06:00', undefined],
    ["in the tenant's zone", night, 'America/New_York', '2026-11-23T04:00', '2026-11-23T11:00'],
    ['by day in that zone', night, 'America/New_York', '2026-11-23T23:00', undefined],
    ['in a zone of their own', noon, 'America/New_York', '2026-11-23T11:15', '2026-11-23T12:30'],
    ['in the night in which clocks go back', night, 'Europe/Paris', '2026-10-24T22:00', '2026-10-25T05:00'],
    [
      'in the night in which clocks go forward',
      night,
      'Europe/Paris',
      '2026-03-28T22:00',
      '2026-03-29T04:00',
    ],
    ['where none are set', null, 'UTC', '2026-11-23T00:30', undefined],
  ] as const)('%s', (_, quiet, zone, at, end) => {
    const expected = end === undefined ? undefined : new Date(`${end}Z`);
    expect(quietUntil(quiet, zone, new Date(`${at}Z`))).toEqual(expected);
  });
});

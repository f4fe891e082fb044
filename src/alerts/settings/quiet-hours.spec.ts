import { quietUntil } from './quiet-hours.js';

const night = { from: '22:00', until: '06:00', timeZone: null };
const noon = { from: '12:00', until: '13:30', timeZone: 'Europe/Paris' };

describe('quiet hours', () => {
  it.each([
    ['before the night', night, 'UTC', '2026-11-22T21:59:59.999Z', undefined],
    ['at its first minute', night, 'UTC', '2026-11-22T22:00:00.000Z', '2026-11-23T06:00:00.000Z'],
    ['after midnight', night, 'UTC', '2026-11-23T00:30:12.000Z', '2026-11-23T06:00:00.000Z'],
    ['at its last minute', night, 'UTC', '2026-11-23T05:59:59.999Z', '2026-11-23T06:00:00.000Z'],
    ['at its end', night, 'UTC', '2026-11-23T06:00:00.000Z', undefined],
    [
      "in the tenant's zone",
      night,
      'America/New_York',
      '2026-11-23T04:00:00.000Z',
      '2026-11-23T11:00:00.000Z',
    ],
    ['by day in that zone', night, 'America/New_York', '2026-11-23T23:00:00.000Z', undefined],
    [
      'in a zone of their own',
      noon,
      'America/New_York',
      '2026-11-23T11:15:00.000Z',
      '2026-11-23T12:30:00.000Z',
    ],
    [
      'in the night in which clocks go back',
      night,
      'Europe/Paris',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T05:00:00.000Z',
    ],
    [
      'in the night in which clocks go forward',
      night,
      'Europe/Paris',
      '2026-03-28T22:00:00.000Z',
      '2026-03-29T04:00:00.000Z',
    ],
    ['where none are set', null, 'UTC', '2026-11-23T00:30:00.000Z', undefined],
  ] as const)('%s', (_, quiet, zone, at, end) => {
    expect(quietUntil(quiet, zone, new Date(at))?.toISOString()).toBe(end);
  });
});

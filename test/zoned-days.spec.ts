import { dayOf, startOfDay } from '../pages/src/ui/zoned-days.js';

describe('the start of a day', () => {
  it.each([
    ['in UTC', '2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['west of Greenwich', '2026-11-20', 'America/New_York', '2026-11-20T05:00:00.000Z'],
    ['east of Greenwich', '2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
    ['in summer', '2026-07-01', 'America/New_York', '2026-07-01T04:00:00.000Z'],
    ['on which summer time begins at 2:00', '2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['after it', '2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['on which summer time ends at 2:00', '2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['after it has ended', '2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    ['that has no midnight is 1:00', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['before which the clock is put back', '2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    ['with two midnights is the first', '2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z'],
    ['that a zone left out is the next one', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s', (_rule, day, zone, moment) => {
    expect(startOfDay(day, zone)).toBe(moment);
  });
});

describe('the day of a moment', () => {
  it.each([
    ['is that in the zone', '2026-11-20T05:00:00.000Z', 'America/New_York', { day: '2026-11-20' }],
    [
      'has the time, when the day began earlier',
      '2026-11-20T00:00:00Z',
      'Europe/Paris',
      { day: '2026-11-20', time: '01:00' },
    ],
    [
      'of a day without a time is that of its start in UTC',
      '2026-11-20',
      'America/New_York',
      { day: '2026-11-19', time: '19:00' },
    ],
    ['is none when it is not a moment', 'yesterday', 'UTC', { day: '' }],
  ])('%s', (_rule, moment, zone, day) => {
    expect(dayOf(moment, zone)).toEqual(day);
  });
});

import type { DeprovisioningPause } from '../../settings/settings.js';
import { pauseAt, pauseProblems, pauseText } from './deprovisioning-pauses.js';

const WINTER: DeprovisioningPause = { from: '2026-12-20', until: '2027-01-05', note: 'winter break' };

function pausing(timeZone: string, ...pauses: DeprovisioningPause[]): Parameters<typeof pauseAt>[0] {
  return { timeZone, deprovisioningPauses: pauses };
}

describe('a pause', () => {
  it.each([
    ['begins with its first day in the zone of the tenant', 'Pacific/Auckland', '2026-12-19T11:00:00Z', true],
    ['not with the first day in UTC', 'America/New_York', '2026-12-20T04:59:59Z', false],
    ['lasts to the end of its last day in the zone', 'America/New_York', '2027-01-06T04:59:59Z', true],
    ['and is over then', 'America/New_York', '2027-01-06T05:00:00Z', false],
  ])('%s', (_, timeZone, at, holds) => {
    expect(pauseAt(pausing(timeZone, WINTER), new Date(at))).toBe(holds ? WINTER : undefined);
  });

  it.each([
    ['one day', '2027-01-06', '2027-01-06', undefined],
    ['a year', '2027-01-06', '2028-01-06', undefined],
    [
      'more than a year',
      '2027-01-06',
      '2028-01-07',
      'lasts from 2027-01-06 to 2028-01-07, which is more than 366 days',
    ],
    [
      'an end before its begin',
      '2027-02-20',
      '2027-02-19',
      'ends on 2027-02-19, before its first day 2027-02-20',
    ],
    [
      'days of another pause',
      '2027-01-05',
      '2027-01-10',
      '(2027-01-05 to 2027-01-10) overlaps deprovisioningPauses[0] (2026-12-20 to 2027-01-05, winter break)',
    ],
  ])('may have %s, or is refused with both days or pauses', (_, from, until, problem) => {
    const field = 'deprovisioningPauses[1]';
    expect(pauseProblems([WINTER, { from, until }])).toEqual(
      problem === undefined ? [] : [{ field, code: 'isPause', message: `${field} ${problem}` }],
    );
  });

  it.each([
    [WINTER, '2026-12-20 to 2027-01-05, winter break'],
    [{ from: '2026-12-24', until: '2026-12-24' }, '2026-12-24'],
  ])('%j reads %s', (pause, text) => {
    expect(pauseText(pause)).toBe(text);
  });
});

import type { DeprovisioningSettings, Threshold } from '../../settings/settings.js';
import { counting, type CountedHour, isOn, roomFor, useOf, withinADay } from './allowance.js';

function threshold(count: number | null, percent: number | null): Threshold {
  return { count, percent };
}

describe('the room below a threshold', () => {
  it.each<[string, Threshold, people: number, active: number, room: number]>([
    ['the count, when no user was de-provisioned', threshold(10, null), 0, 100, 10],
    ['what is left of the count', threshold(10, null), 7, 100, 3],
    ['nothing, when the count is reached', threshold(10, null), 10, 100, 0],
    ['nothing, when the count was lowered since', threshold(10, null), 25, 100, 0],
    ['nothing, when no user may be de-provisioned', threshold(0, null), 0, 100, 0],
    ['so many in a hundred of the active people', threshold(null, 5), 0, 200, 10],
    ['whole people only', threshold(null, 5), 0, 199, 9],
    ['nothing, when one person is more than the percentage', threshold(null, 5), 0, 19, 0],
    ['all, with 100 percent', threshold(null, 100), 0, 7, 7],
    ['none, with 0 percent', threshold(null, 0), 0, 1_000_000, 0],
    ['none, when no user is active', threshold(null, 50), 0, 0, 0],
    ['what the count leaves, when that is less', threshold(3, 50), 1, 100, 2],
    ['what the percentage leaves, when that is less', threshold(90, 50), 1, 100, 49],
    ['what the count leaves, when the larger one holds', { ...threshold(90, 50), larger: true }, 1, 100, 89],
    [
      'what the percentage leaves, when the larger one holds',
      { ...threshold(9, 50), larger: true },
      1,
      100,
      49,
    ],
    ['what the only one leaves, larger or not', { ...threshold(9, null), larger: true }, 1, 100, 8],
    ['what the only percentage leaves, larger or not', { ...threshold(null, 50), larger: true }, 1, 100, 49],
    ['exact where binary fractions are not', threshold(null, 29), 0, 100, 29],
    ['without end, when neither is set', threshold(null, null), 5, 0, Infinity],
  ])('is %s', (_, limits, people, active, room) => {
    expect(roomFor(limits, { people, active })).toBe(room);
  });
});

describe('what is counted', () => {
  const at = (hour: number, people = 1, active = 100): CountedHour => ({ hour, people, active });
  const now = new Date('2026-09-02T02:15:00Z');
  const thisHour = Math.floor(now.getTime() / 3_600_000);

  it('is of this hour and the 23 before it', () => {
    const hours = [-25, -24, -23, -1, 0].map((ago) => at(thisHour + ago));
    expect(withinADay(hours, now).map(({ hour }) => hour - thisHour)).toEqual([-23, -1, 0]);
  });

  it('of an hour to come stays: clocks are set back', () => {
    expect(withinADay([at(thisHour + 1)], now)).toHaveLength(1);
  });

  it('is the sum, and the active people are those of the oldest hour', () => {
    expect(useOf([at(1, 3, 100), at(2, 4, 97)])).toEqual({ people: 7, active: 100 });
    expect(useOf([])).toEqual({ people: 0, active: 0 });
  });

  it('is added to the latest hour', () => {
    expect(counting([at(1, 3), at(2, 4)], 5)).toEqual([at(1, 3), at(2, 9)]);
  });
});

describe('limits', () => {
  it.each<[boolean, DeprovisioningSettings]>([
    [false, { mode: 'observe', perRun: null, perDay: null }],
    [true, { mode: 'observe', perRun: threshold(0, null), perDay: null }],
    [true, { mode: 'observe', perRun: null, perDay: threshold(null, 0) }],
    [true, { mode: 'hold', perRun: null, perDay: null }],
  ])('are set: %s, with %j', (on, settings) => {
    expect(isOn(settings)).toBe(on);
  });
});

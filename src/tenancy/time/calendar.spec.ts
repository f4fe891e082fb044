import { jest } from '@jest/globals';

import { fc } from '../../../test/support/fast-check.js';
import { addDays, dayIn, daysBetween, startOfDay } from './calendar.js';

const AT = new Date('2026-11-20T12:00:00Z');

/** The same zone in this number of spellings. */
function spellings(count: number): string[] {
  const letters = [...'dumontdurville'];
  return Array.from({ length: count }, (_, index) => {
    const text = letters
      .map((letter, place) => ((index >> place) & 1 ? letter.toUpperCase() : letter))
      .join('');
    return `Antarctica/${text}`;
  });
}

it('clocks are kept for a bounded number of zones, however they are spelled', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat');
  const [first = '', ...others] = spellings(1500);
  dayIn(first, AT);
  dayIn(first, AT);
  expect(made).toHaveBeenCalledTimes(1);
  for (const zone of others) dayIn(zone, AT);
  expect(dayIn(first, AT)).toBe('2026-11-20');
  expect(made).toHaveBeenCalledTimes(1501);
});

describe('the start of a day', () => {
  it.each([
    ['UTC', '2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2027-03-01', '2027-02-28T10:00:00.000Z'],
    ['Etc/GMT+12', '2027-03-01', '2027-03-01T12:00:00.000Z'],
    // The day after that on which summer time begins or ends.
    ['America/New_York', '2027-03-15', '2027-03-15T04:00:00.000Z'],
    ['America/New_York', '2027-11-08', '2027-11-08T05:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '2027-04-03T13:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-05', '2027-04-04T13:30:00.000Z'],
    // Its clocks go forward at midnight.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    // Samoa left out this day.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('in %s of %s is %s', (zone, day, start) => {
    expect(startOfDay(zone, day).toISOString()).toBe(start);
  });
});

describe('the calendar day', () => {
  it.each([
    ['UTC', '2026-11-20T00:00:00.000Z', '2026-11-20'],
    ['UTC', '2026-11-19T23:59:59.999Z', '2026-11-19'],
    ['Pacific/Kiritimati', '2026-11-20T09:59:59.999Z', '2026-11-20'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00.000Z', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-20T10:59:59.999Z', '2026-11-19'],
    ['Pacific/Pago_Pago', '2026-11-20T11:00:00.000Z', '2026-11-20'],
    ['America/Los_Angeles', '2026-11-20T07:59:59.999Z', '2026-11-19'],
    ['America/Los_Angeles', '2026-11-20T08:00:00.000Z', '2026-11-20'],
    // Clocks go back at 2:00 on 1 November 2026: that day has 25 hours.
    ['America/Los_Angeles', '2026-11-01T06:59:59.999Z', '2026-10-31'],
    ['America/Los_Angeles', '2026-11-01T07:00:00.000Z', '2026-11-01'],
    ['America/Los_Angeles', '2026-11-02T07:59:59.999Z', '2026-11-01'],
    ['America/Los_Angeles', '2026-11-02T08:00:00.000Z', '2026-11-02'],
    // Clocks go forward on 8 March 2026: that day has 23 hours.
    ['America/Los_Angeles', '2026-03-08T08:00:00.000Z', '2026-03-08'],
    ['America/Los_Angeles', '2026-03-09T06:59:59.999Z', '2026-03-08'],
    ['America/Los_Angeles', '2026-03-09T07:00:00.000Z', '2026-03-09'],
    // Cairo's clocks go forward at midnight: 24 April 2026 begins at 1:00.
    ['Africa/Cairo', '2026-04-23T21:59:59.999Z', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24'],
    ['Europe/Paris', '2024-02-28T23:00:00.000Z', '2024-02-29'],
    ['Asia/Kathmandu', '2026-12-31T18:15:00.000Z', '2027-01-01'],
    ['Asia/Kathmandu', '2026-12-31T18:14:59.999Z', '2026-12-31'],
  ])('in %s at %s is %s', (timeZone, at, day) => {
    expect(dayIn(timeZone, new Date(at))).toBe(day);
  });
});

describe('days', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-19', -1],
    ['2024-02-28', '2024-03-01', 2],
    ['2023-02-28', '2023-03-01', 1],
    ['2026-03-07', '2026-03-09', 2],
    ['2026-10-31', '2026-11-02', 2],
    ['1000-01-01', '9999-12-31', 3_287_181],
  ])('from %s to %s are %i', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
    expect(addDays(from, days)).toBe(to);
  });

  it('are counted back to where they came from', () => {
    const anyDay = fc.integer({ min: 0, max: 2_000_000 }).map((days) => addDays('1000-01-01', days));
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -300_000, max: 300_000 }), (day, days) => {
        const other = addDays(day, days);
        fc.pre(other >= '1000-01-01' && other.length === 10);
        expect(daysBetween(day, other)).toBe(days);
        expect(other > day).toBe(days > 0);
      }),
    );
  });
});

import { jest } from '@jest/globals';

import { dayIn, startOfDay } from './calendar.js';

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

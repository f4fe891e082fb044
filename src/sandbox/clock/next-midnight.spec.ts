import { nextMidnight } from './next-midnight.js';

describe('the next midnight', () => {
  it.each([
    ['UTC', '2027-12-31T23:59:59.999Z', '2028-01-01T00:00:00.000Z'],
    ['UTC', '2028-02-28T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['UTC', '2028-02-29T12:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    // The day on which summer time begins has 23 hours, and that on which it ends 25.
    ['America/New_York', '2027-03-14T05:00:00.000Z', '2027-03-15T04:00:00.000Z'],
    ['America/New_York', '2027-11-07T04:00:00.000Z', '2027-11-08T05:00:00.000Z'],
    ['Europe/Berlin', '2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'],
    ['Europe/Berlin', '2027-10-30T22:00:00.000Z', '2027-10-31T23:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-10-02T13:30:00.000Z', '2027-10-03T13:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-03T13:00:00.000Z', '2027-04-04T13:30:00.000Z'],
    // Samoa left out a day.
    ['Pacific/Apia', '2011-12-30T09:59:59.000Z', '2011-12-30T10:00:00.000Z'],
  ])('in %s after %s is %s', (zone, at, next) => {
    expect(nextMidnight(zone, new Date(at)).toISOString()).toBe(next);
  });
});

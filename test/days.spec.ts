import { addMonths, isDay } from '../pages/src/ui/dates/calendar-days.js';
import { endOfDay } from '../pages/src/ui/dates/end-of-day.js';
import { isWhole, readDay, writtenDay, writtenNoDay } from '../pages/src/ui/dates/read-day.js';
import { type Preset, presetOf, rangeOf, sentValue } from '../pages/src/ui/dates/relative-days.js';
import { firstWeekdayOf, weeksOf } from '../pages/src/ui/dates/weeks.js';
import { fixedValues, presetIn, rangeIn } from '../pages/src/ui/list/filters/range-values.js';

const TODAY = '2026-11-20';

describe('a typed day', () => {
  it.each([
    ['in the order of British English', 'en-GB', '4/3/2026', '2026-03-04'],
    ['in the order of American English', 'en-US', '4/3/2026', '2026-04-03'],
    ['in the order of Spanish', 'es', '4/3/2026', '2026-03-04'],
    ['in the order of Japanese', 'ja', '2026/3/4', '2026-03-04'],
    ['as ISO 8601 writes it', 'en-US', '2026-03-04', '2026-03-04'],
    ['from the year on in a language that ends with it', 'es', '2026/3/4', '2026-03-04'],
    ['with points', 'en-GB', '04.03.2026', '2026-03-04'],
    ['with spaces around it', 'en-GB', '  4 3 2026 ', '2026-03-04'],
    ['with two digits of the year', 'en-GB', '4/3/27', '2027-03-04'],
    ['without a year, which is this one', 'en-GB', '4/3', '2026-03-04'],
    ['without a year where it is written first', 'ja', '3/4', '2026-03-04'],
    ['with the name of the month', 'en-GB', '4 March 2026', '2026-03-04'],
    ['with a short name', 'en-GB', '4 sept 2026', '2026-09-04'],
    ['with the beginning of a name', 'en-GB', '4 Octo', '2026-10-04'],
    ['with the month before the day', 'en-US', 'Mar 4, 2026', '2026-03-04'],
    ['with the name of a month in Spanish', 'es', '4 de marzo de 2026', '2026-03-04'],
    ['with a short name in Spanish', 'es', '4 ene 2026', '2026-01-04'],
    ['on a leap day', 'en-GB', '29/2/2028', '2028-02-29'],
  ])('is read %s', (_rule, locale, text, day) => {
    expect(readDay(text, locale, TODAY)).toEqual({ day });
  });

  it.each(['en-GB', 'en-US', 'es', 'es-MX', 'de', 'fr', 'ja'])('is read as it is shown in %s', (locale) => {
    for (let month = 0; month < 12; month += 1) {
      const day = addMonths('2026-01-31', month);
      expect(readDay(writtenDay(day, locale), locale, TODAY)).toEqual({ day });
    }
  });

  it.each([
    ['no day of the month', '31/2/2026', { problem: 'no-day', date: 31, month: 2, year: 2026 }],
    ['no day of the month by its name', '31 feb', { problem: 'no-day', date: 31, month: 2, year: 2026 }],
    ['a leap day of another year', '29/2/2026', { problem: 'no-day', date: 29, month: 2, year: 2026 }],
    ['no month', '4/13/2026', { problem: 'no-month', month: 13 }],
    ['a word', 'tomorrow', { problem: 'unreadable' }],
    ['two months', '4 March April', { problem: 'unreadable' }],
    ['two months that begin alike', '4 ju 2026', { problem: 'unreadable' }],
    ['one number', '4', { problem: 'unreadable' }],
    ['a year of three digits', '4/3/202', { problem: 'unreadable' }],
    ['a year long ago', '4/3/0026', { problem: 'unreadable' }],
    ['four numbers', '4/3/2026/1', { problem: 'unreadable' }],
  ])('is refused when it has %s', (_rule, text, problem) => {
    expect(readDay(text, 'en-GB', TODAY)).toEqual(problem);
  });

  it.each([
    ['en-GB', '31 February'],
    ['en-US', 'February 31'],
    ['es', '31 de febrero'],
  ])('that does not exist is named in %s', (locale, text) => {
    expect(writtenNoDay({ date: 31, month: 2, year: 2026 }, locale)).toBe(text);
  });

  it('that does not exist is named with its year on a leap day', () => {
    expect(writtenNoDay({ date: 29, month: 2, year: 2026 }, 'en-GB')).toBe('29 February 2026');
  });

  it.each([
    ['2026-11-20', true],
    ['2026-11-2', false],
    ['20/11/2026', true],
    ['20/11/20', false],
    ['20/11', false],
    ['20 Nov 2026', true],
  ])('%s is whole: %s', (text, whole) => {
    expect(isWhole(text)).toBe(whole);
  });
});

describe('a month of the calendar', () => {
  it('has whole weeks, which begin on the first weekday', () => {
    const weeks = weeksOf('2026-11-20', 1);
    expect(weeks.map((week) => week[0])).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(weeksOf('2026-02-10', 7)[0]?.[0]).toBe('2026-02-01');
    expect(weeksOf('2026-02-10', 7)).toHaveLength(4);
  });

  it.each([
    ['en-US', 7],
    ['en-GB', 1],
    ['es', 1],
  ])('begins its weeks in %s on day %s', (locale, day) => {
    expect(firstWeekdayOf(locale)).toBe(day);
  });

  it('ends with its last day where another month has more', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });

  it.each(['2026-02-30', '20-11-2026', '0026-01-01', ''])('has no day %s', (text) => {
    expect(isDay(text)).toBe(false);
  });
});

/** Spring, summer and fall. */
const TERMS = [9, 1, 6];

describe('a range', () => {
  it.each<[Preset, string, readonly number[], string, string]>([
    ['today', TODAY, [], '2026-11-20', '2026-11-20'],
    ['yesterday', '2026-01-01', [], '2025-12-31', '2025-12-31'],
    ['last-7-days', '2026-03-03', [], '2026-02-25', '2026-03-03'],
    ['last-30-days', TODAY, [], '2026-10-22', '2026-11-20'],
    ['next-7-days', TODAY, [], '2026-11-20', '2026-11-26'],
    ['next-30-days', '2026-12-20', [], '2026-12-20', '2027-01-18'],
    ['this-month', '2028-02-10', [], '2028-02-01', '2028-02-29'],
    ['this-month', '2026-12-31', [], '2026-12-01', '2026-12-31'],
    ['this-term', TODAY, TERMS, '2026-09-01', '2026-12-31'],
    ['this-term', '2026-09-01', TERMS, '2026-09-01', '2026-12-31'],
    ['this-term', '2026-08-31', TERMS, '2026-06-01', '2026-08-31'],
    ['last-term', TODAY, TERMS, '2026-06-01', '2026-08-31'],
    ['last-term', '2026-02-01', TERMS, '2025-09-01', '2025-12-31'],
    ['this-term', '2026-01-15', [10, 4], '2025-10-01', '2026-03-31'],
    ['this-term', '2026-12-15', [10, 4], '2026-10-01', '2027-03-31'],
    ['last-term', '2026-05-01', [10, 4], '2025-10-01', '2026-03-31'],
    ['this-term', '2026-02-01', [9], '2025-09-01', '2026-08-31'],
    ['last-term', '2026-02-01', [9], '2024-09-01', '2025-08-31'],
  ])('%s at %s with terms from %j is from %s to %s', (preset, today, terms, first, last) => {
    expect(rangeOf(preset, today, terms)).toEqual({ first, last });
  });

  it.each(['this-term', 'last-term'] as const)('%s is none without terms', (preset) => {
    expect(rangeOf(preset, TODAY, [])).toBeUndefined();
  });
});

describe('a relative value', () => {
  const calendar = { shownZone: 'Europe/Madrid', tenantZone: 'America/New_York', terms: TERMS };
  /** 21 November in Madrid, and still the 20th in New York. */
  const now = Date.parse('2026-11-21T02:00:00Z');

  it.each([
    ['the moment at which its first day begins in the shown zone', 'today/from', '2026-11-20T23:00:00.000Z'],
    ['the moment after its last day', 'today/before', '2026-11-21T23:00:00.000Z'],
    ['its first day in the zone of the university', 'today/first', '2026-11-20'],
    ['its last day', 'last-term/last', '2026-08-31'],
    ['the moment in summer time', 'last-term/before', '2026-08-31T22:00:00.000Z'],
    ['itself when it is none', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'],
    ['itself when it names no range', 'tomorrow/from', 'tomorrow/from'],
    ['itself when it names no edge', 'today/toString', 'today/toString'],
  ])('is sent as %s', (_rule, value, sent) => {
    expect(sentValue(value, calendar, now)).toBe(sent);
  });

  it('covers a day of 23 hours, and one of 25', () => {
    const newYork = { ...calendar, shownZone: 'America/New_York' };
    const spring = Date.parse('2026-03-08T12:00:00Z');
    expect(sentValue('today/from', newYork, spring)).toBe('2026-03-08T05:00:00.000Z');
    expect(sentValue('today/before', newYork, spring)).toBe('2026-03-09T04:00:00.000Z');
    const autumn = Date.parse('2026-11-01T12:00:00Z');
    expect(sentValue('today/from', newYork, autumn)).toBe('2026-11-01T04:00:00.000Z');
    expect(sentValue('today/before', newYork, autumn)).toBe('2026-11-02T05:00:00.000Z');
  });

  it('of a term is none without terms', () => {
    expect(sentValue('this-term/from', { ...calendar, terms: [] }, now)).toBeUndefined();
  });

  it.each(['constructor/from', 'today', 'today/from/from', 7, undefined])('is not %s', (value) => {
    expect(presetOf(value)).toBeUndefined();
  });
});

describe('a filter of days', () => {
  const calendar = { shownZone: 'America/New_York', tenantZone: 'America/New_York', terms: [] };
  const moments = { source: 'from', until: 'to', type: 'date' } as const;
  const days = { source: 'dueFrom', until: 'dueTo', type: 'day' } as const;

  it('of moments ends before the day after its last one', () => {
    const values = fixedValues(moments, { first: '2026-03-08', last: '2026-03-08' }, calendar);
    expect(values).toEqual({ from: '2026-03-08T05:00:00.000Z', to: '2026-03-09T04:00:00.000Z' });
    expect(rangeIn(moments, values, calendar)).toMatchObject({ first: '2026-03-08', last: '2026-03-08' });
  });

  it('of days has them as they are', () => {
    const values = fixedValues(days, { first: '2026-03-08', last: '' }, calendar);
    expect(values).toEqual({ dueFrom: '2026-03-08', dueTo: '' });
  });

  it('shows the time of a moment within a day', () => {
    const range = rangeIn(moments, { to: '2026-03-08T15:30:00Z' }, calendar);
    expect(range).toEqual({ first: '', firstTime: undefined, last: '2026-03-08', lastTime: '11:30' });
  });

  it.each([
    ['both ends have it', { from: 'today/from', to: 'today/before' }, 'today'],
    ['one end is missing', { from: 'today/from' }, undefined],
    ['the ends differ', { from: 'yesterday/from', to: 'today/before' }, undefined],
    ['the ends are changed', { from: 'today/before', to: 'today/from' }, undefined],
    ['it is of days', { from: 'today/first', to: 'today/last' }, undefined],
  ])('has a preset when both ends have it: %s', (_rule, values, preset) => {
    expect(presetIn(moments, values)).toBe(preset);
  });
});

describe('the end of a day', () => {
  it('is its last second in the zone', () => {
    expect(endOfDay('2026-03-08', 'America/New_York')).toBe('2026-03-09T03:59:59.000Z');
  });

  it('of what is no day is left to the API to refuse', () => {
    expect(endOfDay('31/2/2026', 'UTC')).toBe('31/2/2026');
  });
});

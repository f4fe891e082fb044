import { dateOrder, firstLetter, parseDate, splitName, transform } from './transforms.js';

describe('A date', () => {
  it.each([
    ['9/18/2019 0:00', 'M/D/YYYY', { year: 2019, month: 9, day: 18 }],
    ['01-06-2011', 'DD-MM-YYYY', { year: 2011, month: 6, day: 1 }],
    ['2019-09-18', undefined, { year: 2019, month: 9, day: 18 }],
    ['2019-09-18T00:00:00Z', 'YYYY-MM-DD', { year: 2019, month: 9, day: 18 }],
    ['2013-1-03', 'YYYY-MM-DD', { year: 2013, month: 1, day: 3 }],
    ['29.2.2024', 'D.M.YYYY', { year: 2024, month: 2, day: 29 }],
  ])('%s is read as %s', (text, format, parts) => {
    expect(parseDate(text, format)).toEqual(parts);
  });

  it.each<[string, string | undefined, string]>([
    ['18/9/2019', 'M/D/YYYY', 'there is no month 18'],
    ['2023-02-29', undefined, 'there is no such day'],
    ['2019', undefined, 'a year is no date'],
    ['9/18/19', 'M/D/YYYY', 'two digits are no year'],
    ['9-18-2019', 'M/D/YYYY', 'the separator is another'],
    ['soon', undefined, 'it is a word'],
    ['', undefined, 'it is empty'],
  ])('%s is not read as %s: %s', (text, format) => {
    expect(parseDate(text, format)).toBeUndefined();
  });

  it.each(['M/D', 'MM/DD/YYYY/D', 'M/M/YYYY', 'D M Y', 'YYYY/M-D', ''])('format %s is refused', (format) => {
    expect(dateOrder(format)).toBeUndefined();
  });

  it('becomes a month and a year in the order of the fields', () => {
    expect(transform('monthYear', '9/18/2019', ['monthOfEntry', 'yearOfEntry'], 'M/D/YYYY')).toEqual([
      9, 2019,
    ]);
    expect(transform('monthYear', '9/18/2019', ['yearOfEntry', 'monthOfEntry'], 'M/D/YYYY')).toEqual([
      2019, 9,
    ]);
  });

  it('becomes an ISO date', () => {
    expect(transform('date', '6/1/2027', ['facultyProfile.leaveUntil'], 'M/D/YYYY')).toEqual(['2027-06-01']);
  });

  it('that cannot be read is passed on for the service to name', () => {
    expect(transform('monthYear', 'soon', ['monthOfEntry', 'yearOfEntry'])).toEqual(['soon']);
  });
});

describe('A name', () => {
  it.each([
    ['Love, Tyler Alexander', { first: 'Tyler', middle: 'Alexander', last: 'Love' }],
    ['van der Berg, Ann', { first: 'Ann', middle: '', last: 'van der Berg' }],
    ['Olivier  Bodenreider', { first: 'Olivier', middle: '', last: 'Bodenreider' }],
    ['Maria del Carmen', { first: 'Maria', middle: '', last: 'del Carmen' }],
    ['Plato', { first: 'Plato', middle: '', last: '' }],
  ])('%s is split', (text, parts) => {
    expect(splitName(text)).toEqual(parts);
  });

  it.each([
    [
      ['firstName', 'middleInitial', 'lastName'],
      ['Tyler', 'A', 'Love'],
    ],
    [
      ['lastName', 'firstName'],
      ['Love', 'Tyler Alexander'],
    ],
  ])('fills %s', (fields, values) => {
    expect(transform('splitName', 'Love, Tyler Alexander', fields)).toEqual(values);
  });

  it.each([
    ['Alexander', 'A'],
    ['N.', 'N'],
    ['e\u0301lise', '\u00e9'],
    ['\u{10400}x', '\u{10400}'],
    ['(none)', ''],
    ['3rd', ''],
    ['', ''],
  ])('%s has the first letter %s', (text, letter) => {
    expect(firstLetter(text)).toBe(letter);
  });
});

it('A user name is an address only with an @', () => {
  expect(transform('email', 'OKlein', ['email'])).toEqual(['']);
  expect(transform('email', 'o@example.edu', ['email'])).toEqual(['o@example.edu']);
});

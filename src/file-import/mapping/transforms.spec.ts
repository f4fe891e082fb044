import { termReader } from './terms.js';
import { firstLetter, splitName, transform as transformed } from './transforms.js';

const readTerm = termReader(new Map([['Fall', { month: 9, yearOffset: 0 }]]));

const transform = (
  name: Parameters<typeof transformed>[0],
  text: string,
  fields: readonly string[],
  dateFormat?: string,
): ReturnType<typeof transformed> => transformed(name, text, fields, { dateFormat, readTerm });

describe('A date', () => {
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

  it('that cannot be read has no value', () => {
    expect(transform('monthYear', 'soon', ['monthOfEntry', 'yearOfEntry'])).toBeUndefined();
  });
});

it('A term becomes the month and the year in which it begins, and an unknown one has no value', () => {
  const fields = ['yearOfEntry', 'monthOfEntry'];
  expect(transform('term', 'Fall 2026', fields)).toEqual([2026, 9]);
  expect(transform('term', 'Spring 2026', fields)).toBeUndefined();
});

describe('A name', () => {
  it.each([
    ['Love, Tyler Alexander', { first: 'Tyler', middle: 'Alexander', last: 'Love' }],
    ['van der Berg, Ann', { first: 'Ann', middle: '', last: 'van der Berg' }],
    ['Olivier  Bodenreider', { first: 'Olivier', middle: '', last: 'Bodenreider' }],
    ['Maria del Carmen', { first: 'Maria', middle: '', last: 'del Carmen' }],
    ['Plato', { first: 'Plato', middle: '', last: '' }],
    ['Smith, John, Jr.', { first: 'John', middle: '', last: 'Smith' }],
    ['Smith, Jr., John', { first: 'John', middle: '', last: 'Smith' }],
    ['Smith Jr., John Paul', { first: 'John', middle: 'Paul', last: 'Smith' }],
    ['John Smith III', { first: 'John', middle: '', last: 'Smith' }],
    ['Smith, John, Ph.D., MBA', { first: 'John', middle: '', last: 'Smith' }],
    ['Ann Lee, PhD', { first: 'Ann', middle: '', last: 'Lee' }],
    ['Ann Lee, M.D.', { first: 'Ann', middle: '', last: 'Lee' }],
    ['Rahman, Md', { first: 'Md', middle: '', last: 'Rahman' }],
    ['RAHMAN, MD', { first: 'MD', middle: '', last: 'RAHMAN' }],
    ['Ur Rahman, Md. Jr.', { first: 'Md.', middle: '', last: 'Ur Rahman' }],
    ['Smith, J.D.', { first: 'J.D.', middle: '', last: 'Smith' }],
    ['Smith Jr., J.D., PhD', { first: 'J.D.', middle: '', last: 'Smith' }],
    ['Smith, ', { first: 'Smith', middle: '', last: '' }],
    ['', { first: '', middle: '', last: '' }],
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

import { TERM_NAME } from '../../settings/term-name.js';
import { termReader, type Terms, termsOfSettings } from './terms.js';

const read = termReader(
  termsOfSettings([
    { name: 'Fall', month: 9 },
    { name: 'FA', month: 9 },
    { name: 'FAYY', month: 9 },
    { name: 'Winter Session', month: 1 },
    { name: 'YYYY10', month: 9, yearOffset: -1 },
    { name: 'YYYY20', month: 1 },
    { name: '2YY8', month: 8 },
    { name: 'YY/SP', month: 1 },
    { name: 'Semester 1 YYYY', month: 2 },
  ]),
);

describe('A term is read', () => {
  it.each([
    ['Fall 2026', 2026, 9],
    ['  FALL   Semester 2026', 2026, 9],
    ['2026 Fall', 2026, 9],
    ['2026FA', 2026, 9],
    ['FA2026', 2026, 9],
    ['FA26', 2026, 9],
    ['Fall-2026', 2026, 9],
    ['Winter 2027', 2027, 1],
    ['202610', 2025, 9],
    ['202620', 2026, 1],
    ['2268', 2026, 8],
    ['27/SP', 2027, 1],
    ['semester 1 2026', 2026, 2],
  ])('by a word or a pattern of the table: %s', (text, year, month) => {
    expect(read(text)).toEqual({ year, month });
  });

  it.each([
    ['Autumn 2026'],
    ['Fall'],
    ['Fall 26'],
    ['Fall 2026 2027'],
    ['Fall 2025/26'],
    ['Late Fall 2026'],
    ['202630'],
    ['2026'],
    ['2026100'],
    ['10'],
    ['12268'],
    ['semester 2 2026'],
    ['27/sp '.repeat(2)],
    [''],
  ])('never by a guess: %s', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('not where two names of the table say different things about it', () => {
    const terms = (other: number): Terms =>
      new Map([
        ['Fall', { month: 9, yearOffset: 0 }],
        ['Fall YYYY', { month: other, yearOffset: 0 }],
      ]);
    expect(termReader(terms(9))('Fall 2026')).toEqual({ month: 9, year: 2026 });
    expect(termReader(terms(8))('Fall 2026')).toBeUndefined();
  });
});

it.each([
  ['Fall', true],
  ['Été', true],
  ['YYYY10', true],
  ['Fall YYYY', true],
  ['10', false],
  ['Fall 1', false],
  ['YYYY YY', false],
  ['YYY', false],
  ['', false],
])('The name %j of a term is valid: %j', (name, isValid) => {
  expect(TERM_NAME.test(name)).toBe(isValid);
});

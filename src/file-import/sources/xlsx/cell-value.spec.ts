import { valueOf } from './cell-value.js';
import { GENERAL } from './number-form.js';
import { SharedTexts } from './shared-texts.js';

const DATE = { isDate: true, digits: 0 };
const forms = [GENERAL, DATE, { isDate: false, digits: 6 }];

function bookOf({ is1904 = false, texts = [] as readonly string[] } = {}) {
  const shared = new SharedTexts();
  for (const text of texts) shared.add(text);
  shared.finish();
  return { is1904, forms, texts: shared };
}

const cell = (text: string, type = 'n', style = 0) => ({ column: 0, type, style, text });

describe('a stored number', () => {
  it.each([
    ['123', '123'],
    ['123.0', '123'],
    ['1.2E3', '1200'],
    ['-7', '-7'],
    ['0', '0'],
    ['999999999999999', '999999999999999'],
  ])('that is whole is a text without a fraction: %s', (stored, text) => {
    expect(valueOf(cell(stored), bookOf())).toBe(text);
  });

  it.each([
    ['1000000000000000', '1E+15'],
    ['1.234567890123456E+17', '1.234567890123456E+17'],
    ['-12345678901234568', '-1.2345678901234568E+16'],
  ])('beyond 15 digits is written with an exponent: %s', (stored, text) => {
    expect(valueOf(cell(stored), bookOf())).toBe(text);
  });

  it.each([['3.5'], ['1E-7'], ['-0.25']])('with a fraction stays a number: %s', (stored) => {
    expect(valueOf(cell(stored), bookOf())).toBe(Number(stored));
  });

  it.each([
    ['123', '000123'],
    ['1234567', '1234567'],
    ['-5', '-5'],
  ])('is padded where its format is zeros: %s', (stored, text) => {
    expect(valueOf(cell(stored, 'n', 2), bookOf())).toBe(text);
  });
});

describe('a stored date', () => {
  it.each([
    ['45536', false, '2024-09-01T00:00:00.000Z'],
    ['45536.5625', false, '2024-09-01T13:30:00.000Z'],
    ['45536.999999999', false, '2024-09-02T00:00:00.000Z'],
    ['44074', true, '2024-09-01T00:00:00.000Z'],
    ['0', true, '1904-01-01T00:00:00.000Z'],
  ])('is that day: %s, counted from 1904: %s', (stored, is1904, date) => {
    expect(valueOf(cell(stored, 'n', 1), bookOf({ is1904 }))).toEqual(new Date(date));
  });

  it.each(['12', '9999999'])('that no calendar has is its number: %s', (stored) => {
    expect(valueOf(cell(stored, 'n', 1), bookOf())).toBe(stored);
  });

  it.each([
    ['2024-09-01', '2024-09-01T00:00:00.000Z'],
    ['2024-09-01T13:30:00', '2024-09-01T13:30:00.000Z'],
  ])('may be written out: %s', (stored, date) => {
    expect(valueOf(cell(stored, 'd'), bookOf())).toEqual(new Date(date));
  });

  it('that is written out and no day is a text', () => {
    expect(valueOf(cell('2024-13-01', 'd'), bookOf())).toBe('2024-13-01');
  });
});

describe('a stored text', () => {
  it('is as it is', () => {
    for (const type of ['str', 'inlineStr'] as const)
      expect(valueOf(cell(' 00123 ', type), bookOf())).toBe(' 00123 ');
  });

  it('has the characters that XML cannot have', () => {
    expect(valueOf(cell('a_x000D__x005F_b', 'str'), bookOf())).toBe('a\r_b');
  });

  it('is shared by its number, whatever its characters are', () => {
    const book = bookOf({ texts: ['Zoë', '', '𝒜nn'] });
    expect(['0', '1', '2'].map((index) => valueOf(cell(index, 's'), book))).toEqual(['Zoë', '', '𝒜nn']);
    expect(() => valueOf(cell('3', 's'), book)).toThrow('it has no text 3');
  });

  it('is that of an error, or of a truth value', () => {
    expect(valueOf(cell('#N/A', 'e'), bookOf())).toBe('#N/A');
    expect([cell('1', 'b'), cell('0', 'b')].map((one) => valueOf(one, bookOf()))).toEqual(['TRUE', 'FALSE']);
  });
});

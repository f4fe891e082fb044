import fc from 'fast-check';

import { charactersOf, encodingProblem, textProblem, trimmed } from './text-rules.js';

const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));

describe('the length of a text', () => {
  it('counts code points, as the database does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(charactersOf(text)).toBe([...text].length);
      }),
    );
  });

  it.each([
    ['of ASCII', 'x'],
    ['of characters beyond the basic plane', '😀'],
    ['of combining marks', '\u0301'],
  ])('may be the limit and no more: %s', (_, character) => {
    expect(textProblem(character.repeat(100), 100)).toBeUndefined();
    expect(textProblem(character.repeat(101), 100)).toBe('must be at most 100 characters long');
  });
});

describe('a text', () => {
  it.each(CONTROLS.filter((character) => !'\t\n'.includes(character)))(
    'with the control character %j is refused',
    (control) => {
      expect(textProblem(`a${control}b`, 10)).toBe(
        'must not contain control characters other than tab and newline',
      );
    },
  );

  it.each(['a\tb', 'a\nb', 'a\u007fb', 'a\u0085b', 'a\u200bb', '\u202eabc', 'e\u0301', '👩‍👩‍👧', '﷽'])(
    '%j is taken as it is',
    (text) => {
      expect(textProblem(text, 20)).toBeUndefined();
    },
  );

  it.each(['\ud800', 'a\ud83d', '\udc00a', '\ude00\ud83d'])('with half a pair is refused: %j', (text) => {
    expect(encodingProblem(text)).toBe('must be valid Unicode; it contains half a surrogate pair');
  });

  it.each([[5], [true], [null], [undefined], [['a']], [{}]])('is never %j', (value) => {
    expect(textProblem(value, 10)).toBe('must be a string');
  });

  it('that is blank is refused', () => {
    expect(textProblem('', 10)).toBe('must not be blank');
  });
});

describe('trimming', () => {
  it.each([
    ['  a b \t\n', 'a b'],
    ['\u00a0a\u3000', 'a'],
    [' ', ''],
  ])('takes white space off both ends of %j', (text, expected) => {
    expect(trimmed(text)).toBe(expected);
  });

  it.each([[5], [null], [undefined], [false]])('leaves %j for validation to name', (value) => {
    expect(trimmed(value)).toBe(value);
  });
});

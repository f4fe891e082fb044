import { fc } from '../../../test/support/fast-check.js';
import {
  charactersOf,
  diagnostic,
  encodingProblem,
  lostKey,
  textProblem,
  trimmed,
  unmistakableProblem,
} from './text-rules.js';

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

  it.each(['', '\u200b', ' \u200b\u2060 ', '\u3164', '\u00ad', '\ufe0f'])(
    'of which nothing can be seen is blank: %j',
    (text) => {
      expect(textProblem(text, 10)).toBe('must not be blank');
    },
  );
});

describe('a text that identifies something new', () => {
  it.each([
    ['\u200b', 'U+200B (zero width space)'],
    ['\u202e', 'U+202E (right-to-left override)'],
    ['\u200c', 'U+200C (zero width non-joiner)'],
    ['\ufeff', 'U+FEFF (byte order mark)'],
    ['\u00ad', 'U+00AD (soft hyphen)'],
    ['\u2066', 'U+2066'],
    ['\u0600', 'U+0600'],
    ['\u{e0041}', 'U+E0041'],
    ['\t', 'U+0009 (tab)'],
    ['\n', 'U+000A (line feed)'],
    ['\u000b', 'U+000B (vertical tab)'],
    ['\f', 'U+000C (form feed)'],
    ['\r', 'U+000D (carriage return)'],
    ['\u0000', 'U+0000 (NUL)'],
    ['\u0085', 'U+0085 (next line)'],
    ['\u007f', 'U+007F'],
    ['\u2028', 'U+2028 (line separator)'],
    ['\u2029', 'U+2029 (paragraph separator)'],
    ['\u3164', 'U+3164'],
    ['\ufe0f', 'U+FE0F'],
  ])('with %j is refused, by the name of the character', (character, name) => {
    for (const text of [`a${character}b`, `${character}b`, `a${character}`, character])
      expect(unmistakableProblem(text, 10)).toBe(`must not contain ${name}, which cannot be seen`);
  });

  it.each(['S-77', 'é/ 7?', 'e\u0301', '\u{1F600}', '学号-1', 'a\u00a0b', '٢', 'o\'x"\\'])(
    '%j is taken as it is',
    (text) => {
      expect(unmistakableProblem(text, 10)).toBeUndefined();
    },
  );

  it('must not be a value that an address cannot contain, in any case', () => {
    const problems = ['..', 'bulk', 'BULK', 'bulky', '...'].map((text) =>
      unmistakableProblem(text, 10, ['..', 'bulk']),
    );
    expect(problems).toEqual([
      'must not be .., which an address cannot contain',
      'must not be bulk, which an address cannot contain',
      'must not be BULK, which an address cannot contain',
      undefined,
      undefined,
    ]);
  });

  it.each<[unknown, string]>([
    [5, 'must be a string'],
    [null, 'must be a string'],
    ['', 'must not be blank'],
    ['x'.repeat(11), 'must be at most 10 characters long'],
    ['a\ud800', 'must be valid Unicode; it contains half a surrogate pair'],
  ])('keeps the rules of any text: %j', (value, problem) => {
    expect(unmistakableProblem(value, 10)).toBe(problem);
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

  it.each([[5], [null], [undefined], [false]])('leaves %j unchanged, for validation to refuse', (value) => {
    expect(trimmed(value)).toBe(value);
  });
});

describe('a text that explains something', () => {
  it.each([
    ['HTTP 500\r\nFailed', 'HTTP 500\nFailed'],
    ['\u001b[31mError\u001b[0m: no route', 'Error: no route'],
    ['\u009b1;31mError\u001b[K: \u001b]8;;http://x.example\u0007here\u001b]8;;\u001b\\', 'Error: here'],
    ['\u001b(B\u001b[?25lno route\u001bM', 'no route'],
    ['cut \u001b[31', 'cut 31'],
    ['cut \ud83d', 'cut \ufffd'],
    ['a\u0000b\u0007\tc\n', 'a b \tc'],
    ['x'.repeat(21), `${'x'.repeat(19)}\u2026`],
    ['\u{1f600}'.repeat(21), `${'\u{1f600}'.repeat(19)}\u2026`],
    [' \u200b ', null],
    [7, 7],
  ])('%j is kept as %j', (sent, kept) => {
    expect(diagnostic(sent, 20)).toBe(kept);
  });

  // One that takes the square of the length needs minutes for these.
  it.each(['\u001b[;?', ';?', '\u001b', '\u001b]', '\u009b1;'])(
    'is read of 250,000 characters of %j',
    (part) => {
      const kept = JSON.stringify(diagnostic(`\u001b[${part.repeat(250_000 / part.length)}`, 20));
      expect(kept.length).toBeLessThanOrEqual(22);
    },
  );

  it.each(['S-1', '00123', '#123', 'NULL1', 'Nilsson', 'E12', '12E5', '1E12', 'A-', 'na'])(
    '%s is one',
    (key) => {
      expect(lostKey(key)).toBeUndefined();
    },
  );
});

it('a line of a text ends with a line feed, whatever system it comes from', () => {
  expect(trimmed(' one\r\ntwo\rthree\r\n')).toBe('one\ntwo\nthree');
});

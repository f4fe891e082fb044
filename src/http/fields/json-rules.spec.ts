import { inEnglish } from '../../texts/languages.js';
import { inexactIntegers, noJsonObject, withoutNegativeZero } from './json-rules.js';

const DEPTH = 8;
const BYTES = 16 * 1024;

function nested(levels: number): unknown {
  return JSON.parse('{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1));
}

/** An object of this size as JSON. */
function sized(bytes: number, character = 'x'): unknown {
  const frame = Buffer.byteLength('{"a":""}');
  return { a: character.repeat((bytes - frame) / Buffer.byteLength(character)) };
}

function membered(members: number): unknown {
  return Object.fromEntries(Array.from({ length: members }, (_, index) => [`c${index}`, 1]));
}

describe('a free JSON object', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['every kind of value', { a: 1, b: 'x', c: null, d: true, e: [1, ['x']], f: { g: {} } }],
    ['the deepest nesting', nested(DEPTH)],
    ['the deepest nesting of lists', { a: [[[[[[[]]]]]]] }],
    ['the greatest size', sized(BYTES)],
    ['the greatest size in characters of two bytes', sized(BYTES, 'é')],
    ['as many members as it may have', membered(500)],
    ['more values than that below them', { a: Array.from({ length: 501 }, () => 1) }],
    ['a key that names a method', { constructor: 1, toString: 2, toJSON: 3, hasOwnProperty: 4 }],
    ['a blank key', { '': 1 }],
  ])('may hold %s', (_, value) => {
    expect(noJsonObject(value, DEPTH, BYTES)).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['a list', [], 'must be an object'],
    ['a text', 'x', 'must be an object'],
    ['null', null, 'must be an object'],
    ['one level too many', nested(DEPTH + 1), 'must not nest deeper than 8 levels'],
    ['one level of lists too many', { a: [[[[[[[[]]]]]]]] }, 'must not nest deeper than 8 levels'],
    ['a hundred thousand levels', nested(100_000), 'must not nest deeper than 8 levels'],
    ['one byte too many', sized(BYTES + 1), 'must be at most 16 KiB as JSON'],
    ['one character of two bytes too many', sized(BYTES + 2, 'é'), 'must be at most 16 KiB as JSON'],
    ['one member too many', membered(501), 'must have at most 500 members'],
    ['forty thousand members', membered(40_000), 'must have at most 500 members'],
    [
      'more values than so many bytes can be',
      { a: Array.from({ length: BYTES / 2 + 1 }, () => '\0') },
      'must be at most 16 KiB as JSON',
    ],
    ['a key named __proto__', JSON.parse('{"a":{"__proto__":{}}}'), 'must not have a key named __proto__'],
    ['a NUL in a text', { a: ['\0'] }, 'must not contain control characters other than tab and newline'],
    ['a NUL in a key', { 'a\0': 1 }, 'must not contain control characters other than tab and newline'],
    [
      'half a surrogate pair',
      { a: { b: '\ud800' } },
      'must be valid Unicode; it contains half a surrogate pair',
    ],
  ])('must not be or hold %s', (_, value, problem) => {
    expect(inEnglish(noJsonObject(value, DEPTH, BYTES) ?? '')).toBe(problem);
  });
});

describe('a whole number whose digits were lost', () => {
  it.each([
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '12345678901234567890.0',
    '12345678901234567890.5',
    '1e20',
    '1e308',
    '1e400',
    '-1e400',
    '9'.repeat(400),
  ])('is found where it is: %s', (number) => {
    const value: unknown = JSON.parse(`{"a":{"b":[0,{"c":${number}}]},"d":${number},"e":"${number}"}`);
    expect(inexactIntegers(value)).toEqual([['d'], ['a', 'b', 1, 'c']]);
  });

  it.each(['9007199254740991', '-9007199254740991', '0', '-0', '1e15', '0.1', '5e-324', '1.5', '"1e20"'])(
    'is none of these: %s',
    (number) => {
      expect(inexactIntegers(JSON.parse(`{"a":[${number}]}`))).toEqual([]);
    },
  );

  it('is named a hundred times at most, and not searched for deeper than any field may be', () => {
    expect(inexactIntegers({ a: Array.from({ length: 500 }, () => 1e20) })).toHaveLength(100);
    expect(inexactIntegers(nested(100_000))).toEqual([]);
  });
});

describe('a negative zero', () => {
  it('becomes the zero that is stored, wherever it is', () => {
    expect(withoutNegativeZero({ a: -0, b: [-0, { c: -0 }], d: -1, e: '-0', f: null })).toEqual({
      a: 0,
      b: [0, { c: 0 }],
      d: -1,
      e: '-0',
      f: null,
    });
  });

  it('is replaced without following a key named __proto__', () => {
    const copy = withoutNegativeZero(JSON.parse('{"__proto__":{"polluted":true}}'));

    expect(Object.keys(copy as object)).toEqual(['__proto__']);
    expect((copy as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

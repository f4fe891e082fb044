import { jsonObjectProblem, withoutNegativeZero } from './json-rules.js';

const DEPTH = 8;
const BYTES = 16 * 1024;

function nested(levels: number): unknown {
  return JSON.parse('{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1));
}

/** An object that is that many bytes as JSON. */
function sized(bytes: number, character = 'x'): unknown {
  const frame = Buffer.byteLength('{"a":""}');
  return { a: character.repeat((bytes - frame) / Buffer.byteLength(character)) };
}

describe('a free JSON object', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['every kind of value', { a: 1, b: 'x', c: null, d: true, e: [1, ['x']], f: { g: {} } }],
    ['the deepest nesting', nested(DEPTH)],
    ['the deepest nesting of lists', { a: [[[[[[[]]]]]]] }],
    ['the greatest size', sized(BYTES)],
    ['the greatest size in characters of two bytes', sized(BYTES, 'é')],
    ['a key that names a method', { constructor: 1, toString: 2, toJSON: 3, hasOwnProperty: 4 }],
    ['a blank key', { '': 1 }],
  ])('may hold %s', (_, value) => {
    expect(jsonObjectProblem(value, DEPTH, BYTES)).toBeUndefined();
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
    [
      'a number that JSON cannot store',
      JSON.parse('{"a":[-1e400]}'),
      'must not contain a number beyond 1.7976931348623157e308',
    ],
  ])('must not be or hold %s', (_, value, problem) => {
    expect(jsonObjectProblem(value, DEPTH, BYTES)).toBe(problem);
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

  it('is looked for without following a key named __proto__', () => {
    const copy = withoutNegativeZero(JSON.parse('{"__proto__":{"polluted":true}}'));

    expect(Object.keys(copy as object)).toEqual(['__proto__']);
    expect((copy as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

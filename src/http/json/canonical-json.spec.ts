import { canonicalJson } from './canonical-json.js';

class Address {
  toJSON(): unknown {
    return { street: 'Main St', city: 'Ames' };
  }
}

describe('canonical JSON', () => {
  it.each<[string, unknown, string]>([
    ['the members of an object in order', { b: 1, a: { d: 2, c: 3 } }, '{"a":{"c":3,"d":2},"b":1}'],
    ['the elements of a list as they are', [2, 1, { b: 1, a: 2 }], '[2,1,{"a":2,"b":1}]'],
    ['a date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ['an object with a toJSON', [new Address()], '[{"city":"Ames","street":"Main St"}]'],
    ['no member without a value', { a: undefined, b: null }, '{"b":null}'],
    ['a text', 'a', '"a"'],
    ['nothing', null, 'null'],
  ])('has %s', (_, value, expected) => {
    expect(canonicalJson(value)).toBe(expected);
  });
});

import { fc } from '../../../test/support/fast-check.js';
import { repeatedKey } from './repeated-key.js';

const keyIn = (text: string): string | undefined => repeatedKey(text, JSON.parse(text))?.path;

it.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"b":{"c":1,"d":2,"c":3}}', 'b.c'],
  ['[{"a":1},{"a":1,"\\u0061":2}]', '[1].a'],
  ['{"a:":":\\":","a:":1}', 'a:'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('in %s the key %s stands twice', (text, key) => {
  expect(keyIn(text)).toBe(key);
});

it.each([
  '{"a":1,"b":{"a":2}}',
  '[{"a":1},{"a":2}]',
  '{"a:b":"\\\\","c":"\\":"}',
  '{"__proto__":1}',
  '7',
  '[]',
  '":"',
])('in %s no key stands twice', (text) => {
  expect(keyIn(text)).toBeUndefined();
});

it('a document that was made of a value has each key once', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(repeatedKey(text, JSON.parse(text))).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

it('the line of the key is reported', () => {
  const text = '{\n"a": 1,\n"a": 2}';
  expect(repeatedKey(text, JSON.parse(text))?.line).toBe(3);
});

it('a document that nests deeper than the stack is read', () => {
  const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(keyIn(text)).toBeUndefined();
});

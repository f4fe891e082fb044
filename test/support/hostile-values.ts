import fc from 'fast-check';

const deep = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);
const text = (value: string): string => JSON.stringify(value);

/** JSON of what nobody sends by mistake. */
const CHOSEN: readonly string[] = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '1.5',
    '1e308',
    '1e400',
    '-1e400',
    '5e-324',
    '9007199254740993',
  ],
  ...[
    '2147483648',
    '4294967296',
    '18446744073709551616',
    '9'.repeat(400),
    '""',
    '" "',
    '"\\u0000"',
    '"\\u0007"',
  ],
  ...[
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\ud83d\\ude00"',
    '"\\ufeff"',
    '"\\u202e"',
    '"\\u2028"',
    '"\\uffff"',
  ],
  ...['"İ"', '"ß"', '"e\\u0301"', text('👩‍👩‍👧‍👦'.repeat(30)), text('a'.repeat(300)), text('a'.repeat(70_000))],
  ...['"__proto__"', '"constructor"', '"prototype"', '"toString"', '"hasOwnProperty"', '"then"', '"$where"'],
  ...[
    text("' OR 1=1 -- "),
    text('`; DROP TABLE users; --'),
    '"\\\\"',
    '"%"',
    '"_"',
    '"%00"',
    '"../../x"',
    '"a\\r\\nb"',
  ],
  // What would make a person who looks like another one, or one beyond the reach of any address.
  ...[
    '"S-\\u200b1"',
    '"a\\u200bb@example.edu"',
    '"\\u202ea@example.edu"',
    '"\\u200b"',
    '"a\\tb"',
    '"a\\u000bb"',
  ],
  ...['"a\\u0085b"', '"a\\u2028b"', '"a\\u3164b"', '"."', '".."', '"bulk"', '"MATCH"', '"_all"'],
  ...['-9007199254740993', '12345678901234567890.0', '1e20', '{"a":[12345678901234567890,{"b":-1e400}]}'],
  ...['"9"', '"1e3"', '"NaN"', '"true"', '"null"', '"[]"', '"{}"', '"0x10"'],
  ...['"0000-00-00"', '"2026-02-30"', '"9999-12-31"', '"+275760-09-13"', '"-271821-04-20T00:00:00Z"'],
  ...['"9999-12-31T23:59:60Z"', '"2026-01-01T00:00:00+99:99"', '"0001-01-01"', '"950000000000000000000001"'],
  ...['[]', '[[]]', '[null]', '[{}]', '{}', `[${'0,'.repeat(2000)}0]`, `[${'"a",'.repeat(200)}"b"]`],
  ...['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"toString":1}'],
  ...['{"length":-1}', '{"then":1,"toJSON":1}', '{"a":1,"a":2}', '{"":""}', '{"a.b":1,"a[0]":2}'],
  ...[deep('[', ']', 500), deep('{"a":', '}', 200).replace('}', '1}'), deep('[', ']', 20_000)],
];

/** JSON that may stand at any place of a body. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...CHOSEN) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(text) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc.oneof(fc.bigInt(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(String),
  },
);

/** As it stands in an address. */
export const hostilePart: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '%00',
        '%0d%0a',
        '%2e%2e',
        '%2e%2e%2f%2e%2e',
        '..%2f..',
        '%2f',
        '%5c',
        '%',
        '%zz',
        '%ff',
        '%c0%af',
        '%ed%a0%80',
      ],
      ...[
        '.',
        '..',
        '%2e',
        'BULK',
        'match',
        '_all',
        'S-%e2%80%8b1',
        '%e2%80%aea',
        'a%c2%85b',
        'a%09b',
        '~',
        ';a=b',
        '%3f',
        '%23',
        '%25',
        '%2500',
        '+',
        '%20',
        '*',
        '-',
        '0',
        '-1',
        '1.5',
        '1e3',
        '1e400',
      ],
      ...[
        '__proto__',
        'constructor',
        'null',
        'undefined',
        'NaN',
        'Infinity',
        'true',
        '[]',
        '{}',
        "'",
        '%27%20OR%201=1',
      ],
      ...[
        '9007199254740993',
        '9'.repeat(400),
        'a'.repeat(3000),
        '2026-02-30',
        '0000-00-00',
        '%2B275760-09-13',
        '%F0%9F%98%80',
      ],
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: 'binary', maxLength: 30 })
      .map((value) => encodeURIComponent(value.toWellFormed())),
  },
  {
    weight: 1,
    arbitrary: fc.jsonValue().map((value) => encodeURIComponent(JSON.stringify(value).toWellFormed())),
  },
);

const inText = (...bytes: number[]): Buffer =>
  Buffer.concat([Buffer.from('{"email":"a'), Buffer.from(bytes), Buffer.from('b@example.edu"}')]);
const wide = Array.from({ length: 9000 }, (_, index) => `"k${index}":${index}`).join(',');

/** Whole bodies that are none, by what is wrong with them. */
export const HOSTILE_BODIES: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.from(' '),
  'half a document': Buffer.from('{"email":"a'),
  'two documents': Buffer.from('{}{}'),
  'a list': Buffer.from('[]'),
  null: Buffer.from('null'),
  'a number': Buffer.from('1e400'),
  'a text': Buffer.from('"__proto__"'),
  'a comment': Buffer.from('{/**/}'),
  'deep lists': Buffer.from('['.repeat(120_000)),
  'deep closed lists': Buffer.from(deep('[', ']', 100_000)),
  'deep objects': Buffer.from(`${'{"customFields":'.repeat(14_000)}1${'}'.repeat(14_000)}`),
  'a wide object': Buffer.from(`{${wide}}`),
  'keys that come twice': Buffer.from('{"email":"a@example.edu","email":{"polluted":1},"email":null}'),
  'keys of the prototype': Buffer.from(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":null,"valueOf":1}',
  ),
  'overlong UTF-8': inText(0xc0, 0xaf),
  'overlong NUL': inText(0xc0, 0x80),
  'a surrogate in UTF-8': inText(0xed, 0xa0, 0x80),
  'five-byte UTF-8': inText(0xf8, 0x88, 0x80, 0x80, 0x80),
  'a byte that is no UTF-8': inText(0xff),
  'UTF-16': Buffer.from('{"email":"a"}', 'utf16le'),
  'NUL bytes': Buffer.alloc(1000),
  'two byte order marks': Buffer.from('\ufeff\ufeff{}'),
};

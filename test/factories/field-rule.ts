/** The values that one field accepts and refuses, by kind of field (contract, sections 1 and 2.1). */

export const x = (length: number): string => 'x'.repeat(length);
const items = (count: number): string[] => Array.from({ length: count }, (_, index) => `item ${index}`);
/** An e-mail address of this length. */
export function address(length: number, local = x(64)): string {
  const domain = `${'d'.repeat(50)}.`.repeat(5);
  return `${local}@${domain.slice(-(length - local.length - '@edu'.length))}edu`;
}
export const TEXT_FAULTS: [unknown, string][] = [
  [5, 'must be a string'],
  [true, 'must be a string'],
  [['x'], 'must be a string'],
  [{ a: 1 }, 'must be a string'],
  ['a\u0000b', 'must not contain control characters other than tab and newline'],
  ['a\fb', 'must not contain control characters other than tab and newline'],
  ['a\ud800b', 'must be valid Unicode; it contains half a surrogate pair'],
];
/** For texts that identify something new: each invisible character is refused by name. */
export const UNMISTAKABLE_FAULTS: [unknown, string][] = [
  ...TEXT_FAULTS.slice(0, 4),
  ...(
    [
      ['\u0000', 'U+0000 (NUL)'],
      ['\f', 'U+000C (form feed)'],
      ['\t', 'U+0009 (tab)'],
      ['\u0085', 'U+0085 (next line)'],
      ['\u200b', 'U+200B (zero width space)'],
      ['\u202e', 'U+202E (right-to-left override)'],
    ] as const
  ).map(([character, name]): [unknown, string] => [
    `a${character}b`,
    `must not contain ${name}, which cannot be seen`,
  ]),
  ['a\ud800b', 'must be valid Unicode; it contains half a surrogate pair'],
];
export const tooLong = (max: number): [unknown, string] => [
  x(max + 1),
  `must be at most ${max} characters long`,
];
export const IS_REQUIRED: [unknown, string][] = [
  [null, 'is required'],
  [undefined, 'is required'],
];
export const IS_BLANK: [unknown, string][] = [
  ['', 'must not be blank'],
  [' \t ', 'must not be blank'],
];
const numberFaults = (min: number, max: number): [unknown, string][] =>
  [min - 1, max + 1, min + 0.5, '9', '', true, [min], {}].map((value) => [
    value,
    `must be a whole number from ${min} to ${max}`,
  ]);
const FLAG_FAULTS: [unknown, string][] = ['true', '', 1, 0, [], {}].map((value) => [
  value,
  'must be true or false',
]);
const LIST_FAULTS: [unknown, string][] = [
  ['a,b', 'must be a list'],
  [{ 0: 'a' }, 'must be a list'],
  [['a', ' '], 'has a bad item: item 2 must not be blank'],
  [['a', null], 'has a bad item: item 2 must be a string'],
  [['a', 5], 'has a bad item: item 2 must be a string'],
  [[['a']], 'has a bad item: item 1 must be a string'],
  [['a', 'b\u0000'], 'has a bad item: item 2 must not contain control characters other than tab and newline'],
  [[x(256)], 'has a bad item: item 1 must be at most 255 characters long'],
  [items(101), 'must have at most 100 items'],
];

export interface FieldRule {
  readonly field: string;
  /** Values that are sent, each with the stored value. */
  readonly accepts: readonly (readonly [unknown, unknown])[];
  readonly refuses: readonly (readonly [unknown, string])[];
  /** The value after null (for texts, also after a blank); absent for required fields. */
  readonly cleared?: unknown;
  readonly blankClears?: boolean;
}

export const requiredText = (field: string, max: number): FieldRule => ({
  field,
  accepts: [
    [' a b\t', 'a b'],
    ['e\u0301 \u{1F600}\n\tx', 'e\u0301 \u{1F600}\n\tx'],
    ['\u{1F600}'.repeat(max), '\u{1F600}'.repeat(max)],
    [x(max), x(max)],
  ],
  refuses: [...TEXT_FAULTS, tooLong(max), ...IS_REQUIRED, ...IS_BLANK],
});
export const text = (field: string, max: number): FieldRule => ({
  ...requiredText(field, max),
  refuses: [...TEXT_FAULTS, tooLong(max)],
  cleared: null,
  blankClears: true,
});
export const whole = (field: string, min: number, max: number, cleared: unknown = null): FieldRule => ({
  field,
  accepts: [
    [max, max],
    [min, min],
  ],
  refuses: numberFaults(min, max),
  cleared,
});
export const flag = (field: string, cleared: boolean | null): FieldRule => ({
  field,
  accepts: [
    [true, true],
    [false, false],
    [true, true],
  ],
  refuses: FLAG_FAULTS,
  cleared,
});
export const list = (field: string): FieldRule => ({
  field,
  accepts: [
    [
      ['b', ' a ', 'b', 'a', 'B', 'á'],
      ['b', 'a', 'B', 'á'],
    ],
    [[x(255)], [x(255)]],
    [[...items(100), 'item 0'], items(100)],
    [[], []],
    [['z'], ['z']],
  ],
  refuses: LIST_FAULTS,
  cleared: [],
});
export const oneOf = (field: string, values: readonly string[], cleared?: unknown): FieldRule => {
  const problem = `must be one of ${values.join(', ')}`;
  const wrong = ['', ' ', 'other', values[0]?.toUpperCase(), 5, true, [values[0]], {}];
  return {
    field,
    accepts: [...values.map((value) => [value, value] as const), [` ${values[0] ?? ''} `, values[0]]],
    refuses: wrong.map((value) => [value, problem] as const),
    ...(cleared === undefined ? {} : { cleared }),
  };
};

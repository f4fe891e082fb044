import { blankUser } from '../../users/model/fields/merge.js';
import type { User } from '../../users/model/user.entity.js';
import {
  DEFAULT_MAPPING,
  readRecord,
  RECORD_FIELDS,
  recordValue,
  sameValue,
  submittedText,
  submittedValue,
} from './record-fields.js';

const user = (overrides: Partial<User> = {}): User => ({
  ...blankUser('t', '950000001', null, new Date(0)),
  email: 'ann@test.example.edu',
  firstName: 'Ann',
  lastName: 'Lee',
  ...overrides,
});

describe('the default mapping', () => {
  it('is the contract’s, of each field to itself', () => {
    const names = ['email', 'firstName', 'lastName', 'degree', 'schoolProgram', 'programId', 'legacyNumber'];
    expect(DEFAULT_MAPPING).toEqual(names.map((name) => ({ formField: name, target: name })));
    for (const name of names) expect(RECORD_FIELDS).toContain(name);
  });
});

describe('a record field', () => {
  it('is read as text, with the defaults that a caller sees', () => {
    const ann = user({ monthOfEntry: 9, middleInitial: 'M' });
    const read = ['monthOfEntry', 'name', 'role', 'degree', 'password'].map((field) =>
      readRecord(ann, field),
    );
    expect(read).toEqual(['9', 'Ann M. Lee', 'student', null, null]);
  });
});

describe('a submitted value', () => {
  it.each([
    ['text', 'text'],
    [' text ', 'text'],
    ['', null],
    ['  ', null],
    [null, null],
    [undefined, null],
    [0, '0'],
    [false, 'false'],
    [[], '[]'],
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  ])('%j is compared as %j', (value, text) => {
    expect(submittedText(value)).toBe(text);
  });

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'is none in %s, which forms inherit',
    (name) => {
      expect(submittedValue({}, name)).toBeUndefined();
    },
  );

  it.each([
    ['email', 'ANN@x.edu', 'ann@x.edu', true],
    ['firstName', 'ANN', 'Ann', false],
    ['lastName', 'Zoe\u0308', 'Zo\u00eb', true],
    ['monthOfEntry', '09', '9', true],
    ['yearOfEntry', '0', '0', true],
    ['middleInitial', 'M.', 'M', true],
    ['degree', '09', '9', false],
    ['degree', 'EdD', null, false],
  ] as const)('for %s: %j against %j is the same: %j', (field, submitted, recorded, same) => {
    expect(sameValue(field, submitted, recorded)).toBe(same);
  });

  it('is a number where the record has one, and left for validation to refuse where it is none', () => {
    expect(recordValue('yearOfEntry', '2026')).toBe(2026);
    expect(recordValue('yearOfEntry', 'soon')).toBe('soon');
    expect(recordValue('degree', '2026')).toBe('2026');
  });
});

import { type CellKind, convert, findField, type JsonValue } from './fields.js';

describe('A field is found', () => {
  it.each([
    ['email', 'email'],
    ['EXTERNALID', 'externalId'],
    [' firstname ', 'firstName'],
    ['facultyProfile.highestDegree', 'facultyProfile.highestDegree'],
    ['highestDegree', 'facultyProfile.highestDegree'],
    ['FacultyProfile.Tools', 'facultyProfile.tools'],
    ['customFields.Home Campus', 'customFields.Home Campus'],
  ])('%s as %s', (name, path) => {
    expect(findField(name)).toBe(path);
  });

  it.each([
    'password',
    'customFields.',
    'facultyProfile',
    'facultyProfile.email',
    '',
    '__proto__',
    'constructor',
  ])('but not %s', (name) => {
    expect(findField(name)).toBeUndefined();
  });
});

describe('A cell is converted', () => {
  it.each<[CellKind, string, JsonValue]>([
    ['integer', '9', 9],
    ['integer', '09', 9],
    ['boolean', 'TRUE', true],
    ['boolean', 'yes', true],
    ['boolean', 'N', false],
    ['boolean', '0', false],
    ['list', 'chair, member', ['chair', 'member']],
    ['list', 'chair;member;', ['chair', 'member']],
    ['list', ' R ', ['R']],
    ['object', '{"campus":"North"}', { campus: 'North' }],
    ['text', '0042', '0042'],
  ])('%s %s', (kind, text, value) => {
    expect(convert(kind, text)).toEqual(value);
  });

  it.each<[CellKind, string]>([
    ['integer', 'September'],
    ['integer', '9.5'],
    ['integer', '99999999999999999999'],
    ['boolean', 'perhaps'],
    ['object', 'North'],
    ['object', '3'],
  ])('%s %s is kept for the service to name', (kind, text) => {
    expect(convert(kind, text)).toBe(text);
  });

  it('a list by a separator of its own', () => {
    expect(convert('list', 'Congo, Republic of|Chad', { separator: '|' })).toEqual([
      'Congo, Republic of',
      'Chad',
    ]);
  });
});

import { DropRules, isEncrypted, matches, plainName } from './drop-rules.js';

describe('a pattern', () => {
  it.each([
    ['students*.csv', 'students.csv'],
    ['students*.csv', 'students-20261127.csv'],
    ['students*.csv', 'Students 1.CSV'],
    ['student?.csv', 'students.csv'],
    ['*', 'anything'],
    ['K\u00f6ln*.csv', 'ko\u0308ln 1.csv'],
    ['(a)+[b].csv', '(a)+[b].csv'],
    ['a-b.csv', 'a-b.csv'],
  ])('%s is that of %s', (pattern, name) => {
    expect(matches(pattern, name)).toBe(true);
  });

  it.each([
    ['students*.csv', 'students.csv.old'],
    ['students*.csv', 'old-students.csv'],
    ['student?.csv', 'student.csv'],
    ['a.csv', 'abcsv'],
    ['', 'a'],
  ])('%s is not that of %s', (pattern, name) => {
    expect(matches(pattern, name)).toBe(false);
  });
});

describe('rules', () => {
  const rules = DropRules.parse(
    {
      'students*.csv': { mapping: 'students-map.json', complete: ['Student'], absentRuns: 3 },
      '*.csv': { mapping: '/etc/maps/all.json' },
      'staff.xlsx': { sheet: 'Staff 2026' },
    },
    '/srv/drops',
  );

  it('are those of the first pattern that the name has', () => {
    const students = { mapping: '/srv/drops/students-map.json', complete: ['Student'], absentRuns: 3 };
    expect(rules.of('Students-1.csv')).toEqual(students);
    expect(rules.of('students.csv.gpg')).toEqual(students);
    expect(rules.of('faculty.csv')).toEqual({ mapping: '/etc/maps/all.json' });
    expect(rules.of('staff.xlsx')).toEqual({ sheet: 'Staff 2026' });
    expect(rules.of('other.json')).toEqual({});
  });

  it('name the mappings that lie in the folder, which are no files of people', () => {
    expect(rules.ownFiles('/srv/drops')).toEqual(new Set(['students-map.json']));
  });

  it.each<[unknown, string]>([
    [[], 'drops.json: it must be an object'],
    [{ 'a*': null }, 'drops.json: "a*" must be an object'],
    [{ 'a/b': {} }, 'drops.json: "a/b" must be a pattern of names in the folder'],
    [
      { 'a*': { compleet: ['Student'] } },
      'drops.json: unknown key "a*".compleet; known are mapping, complete,',
    ],
    [
      { 'a*': { complete: 'Student' } },
      'drops.json: "a*".complete must be a list of account types: Student, F',
    ],
    [{ 'a*': { complete: [] } }, 'drops.json: "a*".complete must be a list of account types'],
    [{ 'a*': { complete: ['Guest'] } }, 'drops.json: "a*".complete must be a list of account types'],
    [
      { 'a*': { complete: ['Student'], absentRuns: 0 } },
      'drops.json: "a*".absentRuns must be a whole number from 1 to 10',
    ],
    [
      { 'a*': { complete: ['Student'], absentRuns: '2' } },
      'drops.json: "a*".absentRuns must be a whole number',
    ],
    [{ 'a*': { absentRuns: 2 } }, 'drops.json: "a*".absentRuns belongs to complete'],
    [{ 'a*': { mapping: 7 } }, 'drops.json: "a*".mapping must be a text'],
    [{ 'a*': { sheet: ' ' } }, 'drops.json: "a*".sheet must be a text'],
  ])('%j are refused', (content, problem) => {
    expect(() => DropRules.parse(content, '/srv/drops')).toThrow(problem);
  });
});

it('an encrypted file has the name of the one in it, and .gpg or .pgp', () => {
  expect(['a.csv.gpg', 'a.csv.PGP', 'a.csv'].map(isEncrypted)).toEqual([true, true, false]);
  expect(['a.csv.gpg', 'a.csv.gz.pgp', 'a.csv'].map(plainName)).toEqual(['a.csv', 'a.csv.gz', 'a.csv']);
});

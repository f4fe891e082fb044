import { isRunName, seriesOf } from '../../tenancy/sync-run.js';
import { type Entry, inOrder, readinessOf, runOfDrop, safeName } from './ready-files.js';

const NOW = 1_000_000;
const SETTLE = 10_000;

function entry(name: string | Buffer, more: Partial<Entry> = {}): Entry {
  const raw = Buffer.from(name);
  return { raw, name: raw.toString(), kind: 'file', changedAt: NOW - SETTLE, ...more };
}

function readiness(one: Entry, beside: readonly Entry[] = [], own: readonly string[] = []): unknown {
  const entries = new Map([one, ...beside].map((each) => [each.name, each]));
  return readinessOf(one, entries, new Set(own), { now: NOW, settle: SETTLE });
}

const FRESH = { changedAt: NOW - 1 };
const SETTLING = { is: 'settling', readyAt: NOW - 1 + SETTLE };

describe('a file is ready', () => {
  it.each([
    'students.csv',
    'M\u00fcller, K\u00f6ln 1.csv',
    'a..b.csv',
    'people',
    '\u5b78\u751f.xlsx',
    'x.csv.gpg',
  ])('when it has not changed for so long: %s', (name) => {
    expect(readiness(entry(name))).toEqual({ is: 'ready' });
    expect(readiness(entry(name, FRESH))).toEqual(SETTLING);
  });

  it('at once when its .ok is there', () => {
    for (const ok of ['students.csv.ok', 'students.csv.OK'])
      expect(readiness(entry('students.csv', FRESH), [entry(ok, FRESH)])).toEqual({ is: 'ready' });
  });

  it('not by the .ok of another file, or by a folder of that name', () => {
    const others = [entry('student.csv.ok'), entry('students.csv.ok', { kind: 'folder' })];
    expect(readiness(entry('students.csv', FRESH), others)).toEqual(SETTLING);
  });
});

describe('a file is left', () => {
  it.each([
    '.students.csv',
    '..students.csv',
    'students.csv.part',
    'students.csv.PART',
    'students.tmp',
    'students.csv.filepart',
    'students.csv.ok',
    'students.csv.result.json',
    'students.csv.result.csv',
    'drops.json',
    'mapping.json',
  ])('by its name: %s', (name) => {
    expect(readiness(entry(name), [], ['mapping.json'])).toEqual({ is: 'left' });
  });

  it('while it is being written, also when its .ok is there', () => {
    expect(readiness(entry('students.csv.part'), [entry('students.csv.part.ok')])).toEqual({ is: 'left' });
  });

  it('when it is a folder', () => {
    expect(readiness(entry('students', { kind: 'folder' }))).toEqual({ is: 'left' });
  });
});

describe('what is no file of people is refused', () => {
  it.each<[string, Entry, RegExp]>([
    ['a link', entry('students.csv', { kind: 'other' }), /no plain file, but a link/],
    ['a link in place of an .ok', entry('students.csv.ok', { kind: 'other' }), /no plain file/],
    ['a name of another encoding', entry(Buffer.from([0x4d, 0xfc, 0x2e, 0x63, 0x73, 0x76])), /not UTF-8/],
    ['a line break in the name', entry('a\nb.csv'), /control characters/],
    ['an escape in the name', entry('a\u001b[2Jb.csv'), /control characters/],
    ['a very long name', entry('\u00fc'.repeat(101)), /202 bytes; it may have 200/],
  ])('%s', (_, one, reason) => {
    expect(readiness(one)).toEqual({ is: 'refused', reason: expect.stringMatching(reason) as string });
    expect(readiness({ ...one, ...FRESH })).toEqual(SETTLING);
  });
});

it('files come in the order of the bytes of their names', () => {
  const names = ['b.csv', 'B.csv', 'a 2.csv', 'a10.csv', '\u00e4.csv', 'z.csv'];
  expect(inOrder(names.map((name) => entry(name))).map(({ name }) => name)).toEqual([
    'B.csv',
    'a 2.csv',
    'a10.csv',
    'b.csv',
    'z.csv',
    '\u00e4.csv',
  ]);
});

describe('the run of a file', () => {
  const HASH = '0123456789abcdef'.repeat(4);

  it.each([
    ['students.csv', 'drop:students.csv:0123456789abcdef'],
    ['M\u00fcller, K\u00f6ln 1.csv', 'drop:M-ller--K-ln-1.csv:0123456789abcdef'],
    ['\u{1f393}.csv', 'drop:-.csv:0123456789abcdef'],
  ])('of %s is %s', (name, run) => {
    expect(runOfDrop(name, HASH)).toBe(run);
    expect(runOfDrop(name.normalize('NFD'), HASH)).toBe(run);
  });

  it.each(['x'.repeat(200), '..', '\u00fc'.repeat(100), 'undo:a'])('of %s is a name of a run', (name) => {
    expect(isRunName(runOfDrop(name, HASH))).toBe(true);
  });

  it('is of one series every night', () => {
    const nights = [runOfDrop('students-1126.csv', HASH), runOfDrop('students-1127.csv', 'f'.repeat(64))];
    expect(new Set(nights.map(seriesOf))).toEqual(new Set(['drop:students-#.csv:#']));
  });
});

it('a name in the archive shows what it is, and is short enough', () => {
  expect(safeName('a\r\n\u0007b.csv')).toBe('a---b.csv');
  expect(Buffer.byteLength(safeName('\u5b78'.repeat(80)))).toBe(198);
});

import { misfitOf, parseOk } from './ok-file.js';

const HEX = 'ab12'.repeat(16);

describe('an .ok file', () => {
  it.each([
    ['', {}],
    ['\n', {}],
    ['rows: 40000', { rows: 40_000 }],
    ['\uFEFFRows: 3\r\nSHA256: ' + HEX.toUpperCase() + '\r\n', { rows: 3, sha256: HEX }],
    [`sha256:${HEX}`, { sha256: HEX }],
    ['rows: 0', { rows: 0 }],
  ])('%j says %j', (content, said) => {
    expect(parseOk(content)).toEqual(said);
  });

  it.each(['rows: many', 'rows: -1', 'rows', `sha256: ${HEX.slice(1)}`, `${HEX}  students.csv`, 'md5: 0'])(
    'with the line %j is refused, which is named',
    (line) => {
      expect(parseOk(`rows: 1\n${line}\n`)).toContain(`the line "${line}"`);
    },
  );
});

describe('a file', () => {
  it('fits when nothing else is said', () => {
    expect(misfitOf({}, { rows: 1 })).toBeUndefined();
    expect(misfitOf({ rows: 1 }, { rows: 1 })).toBeUndefined();
    expect(misfitOf({ sha256: HEX }, { sha256: HEX })).toBeUndefined();
  });

  it('does not fit with other rows, or another hash', () => {
    expect(misfitOf({ rows: 2 }, { rows: 1 })).toContain('it has 1 rows, and its .ok says 2');
    expect(misfitOf({ sha256: HEX }, { sha256: 'c0' })).toContain(
      `its SHA-256 is c0, and its .ok says ${HEX}`,
    );
  });
});

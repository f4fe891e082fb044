import { columnsHashOf } from './columns-hash.js';

const HASH = columnsHashOf(['Number', 'Family', 'Mail']);

describe('the hash of the columns of a file', () => {
  it.each([
    ['another order', ['Mail', 'Number', 'Family']],
    ['another case and outer blanks', [' number', 'FAMILY', 'mail ']],
    ['a column twice', ['Number', 'Family', 'Mail', 'Mail']],
  ])('is the same for %s', (_, header) => {
    expect(columnsHashOf(header)).toBe(HASH);
  });

  it.each([
    ['one column less', ['Number', 'Family']],
    ['one column more', ['Number', 'Family', 'Mail', 'Kind']],
    ['names that are glued otherwise', ['Number', 'Family,Mail']],
    ['no column', []],
  ])('is another for %s', (_, header) => {
    expect(columnsHashOf(header)).not.toBe(HASH);
  });
});

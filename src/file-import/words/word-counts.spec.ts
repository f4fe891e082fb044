import { defaultMapping } from '../mapping/default-mapping.js';
import { mergeMappings } from '../mapping/mapping.js';
import { parseMapping } from '../mapping/parse-mapping.js';
import { createRowMapper } from '../mapping/row-mapper.js';
import { likelyMeaning } from './likely-words.js';
import { countWords, type FileWords, LONGEST_WORD, MOST_WORDS } from './word-counts.js';

const COLUMNS = {
  Kind: 'accountType',
  State: 'accountStatus',
  Second: 'accountStatus',
  Flag: 'hideProfilePage',
};

/** The words of records with cells for `Kind`, `State`, `Second` and `Flag`. */
function count(records: readonly (readonly unknown[])[], file: object = {}): Promise<FileWords> {
  const header = [...Object.keys(COLUMNS), 'Note'];
  const mapping = mergeMappings(parseMapping({ columns: COLUMNS, ...file }), defaultMapping(header));
  const table = { header, records: records.map((cells, index) => ({ line: index + 2, cells })) };
  return countWords(table, createRowMapper(header, mapping, false));
}

async function wordsOf(
  field: string,
  records: readonly (readonly unknown[])[],
  file?: object,
): Promise<unknown[]> {
  const { fields } = await count(records, file);
  const found = fields.find((one) => one.field === field);
  return (found?.words ?? []).map(({ word, rows, meaning }) => [word, rows, meaning]);
}

describe('The words of a field of fixed values', () => {
  it('are counted by their rows, those without a meaning first', async () => {
    const kinds = ['Student', 'STU', 'stu', 'Guest', 'teacher', 'STU', 'student'];
    expect(
      await wordsOf(
        'accountType',
        kinds.map((kind) => [kind]),
      ),
    ).toEqual([
      ['STU', 3, undefined],
      ['Guest', 1, undefined],
      ['Student', 2, 'Student'],
      ['teacher', 1, 'Faculty'],
    ]);
  });

  it('mean what the mapping says, which may be that nothing is sent', async () => {
    const values = { accountType: { stu: 'Student', guest: null, alum: 'Alumnus' } };
    expect(await wordsOf('accountType', [['STU'], ['Guest'], ['Alum']], { values })).toEqual([
      ['Alum', 1, undefined],
      ['STU', 1, 'Student'],
      ['Guest', 1, null],
    ]);
  });

  it('are read of the first column with a value, and of account statuses up to a stricter one', async () => {
    const rows = [
      ['', 'active', 'AW'],
      ['', 'inactive', 'ZZ'],
      ['', '', 'active'],
      ['', '', ''],
    ];
    expect(await wordsOf('accountStatus', rows)).toEqual([
      ['AW', 1, undefined],
      ['active', 2, 'active'],
      ['inactive', 1, 'inactive'],
    ]);
    expect((await count(rows)).fields.map(({ field, blank }) => [field, blank])).toEqual([
      ['accountType', 4],
      ['accountStatus', 1],
      ['hideProfilePage', 4],
    ]);
  });

  it('are those of booleans too, whatever type the cell has', async () => {
    const rows = ['Y', true, 0, 'perhaps'].map((flag) => ['', '', '', flag]);
    expect(await wordsOf('hideProfilePage', rows)).toEqual([
      ['perhaps', 1, undefined],
      ['Y', 1, true],
      ['true', 1, true],
      ['0', 1, false],
    ]);
  });

  it('are not counted in records that the mapping leaves out', async () => {
    expect(await count([['parent'], ['STU']], { only: { Kind: ['STU'] } })).toMatchObject({
      rows: 1,
      fields: [{ words: [{ word: 'STU', rows: 1 }] }, {}, {}],
    });
  });

  it('are listed up to a number and a length; the rows of others are counted together', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => [`W${n}`]);
    const long = [['x'.repeat(LONGEST_WORD + 1)], ['y'.repeat(LONGEST_WORD)]];
    const { fields } = await count([...long, ...many, ['W1'], ['Student']]);
    expect(fields[0]?.words).toHaveLength(MOST_WORDS + 1);
    expect(fields[0]?.words[0]).toMatchObject({ word: 'W1', rows: 2 });
    expect(fields[0]?.words.at(-1)).toMatchObject({ word: 'Student', rows: 1 });
    expect(fields[0]?.unlisted).toBe(10_000 - MOST_WORDS + 2);
  });

  it('are none where no column fills such a field', async () => {
    const columns = { columns: { Kind: 'degree' } };
    expect(await count([['STU']], columns)).toEqual({ rows: 0, fields: [] });
  });
});

describe('A word likely means', () => {
  it.each<[string, string, unknown]>([
    ['accountType', 'STU', 'Student'],
    ['accountType', 'Undergraduate', 'Student'],
    ['accountType', 'fac', 'Faculty'],
    ['accountType', 'EMP', 'Staff'],
    ['accountType', 'S', undefined],
    ['accountStatus', 'A', 'active'],
    ['accountStatus', 'ENR', 'active'],
    ['accountStatus', 'I', 'inactive'],
    ['accountStatus', 'AW', undefined],
    ['facultyProfile.availabilityStatus', 'Limited', 'limited'],
    ['hideProfilePage', 'T', true],
    ['degree', 'A', undefined],
  ])('in %s: %s', (field, word, value) => {
    expect(likelyMeaning(field, word)).toBe(value);
  });
});

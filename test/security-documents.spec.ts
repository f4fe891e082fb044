import { markdownFiles } from './support/markdown.js';
import { missingTests, namesTest, numbersIn, rowsWithProof } from './support/proofs.js';

const FOLDER = 'docs/security/';
const documents = markdownFiles().filter((path) => path.startsWith(FOLDER));

/** The requirements of levels 1 and 2 of ASVS 5.0, by section. */
const ASVS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:3,5 3.7:2 4.1:3 4.2:1
  4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2
  7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2
  10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;

/** `1.1:2` is V1.1.1 and V1.1.2; `3.5:3,5` has V3.5.5 beside the first three. */
function requirements(): string[] {
  return ASVS.split(/\s+/).flatMap((part) => {
    const [section = '', numbers = ''] = part.split(':');
    const [last = '0', ...more] = numbers.split(',');
    const all = [...Array.from({ length: Number(last) }, (_, index) => index + 1), ...more];
    return all.map((number) => `V${section}.${number}`);
  });
}

describe('the documents about security', () => {
  it('are there', () => {
    expect(documents.map((path) => path.slice(FOLDER.length)).sort()).toEqual([
      'asvs.md',
      'owasp-api-top-10.md',
      'threat-model.md',
    ]);
  });

  it.each(documents)('%s has a test, or why there is none, for each line', (document) => {
    const rows = rowsWithProof(document, 'Test');
    expect(rows.length).toBeGreaterThanOrEqual(10);
    const without = rows.filter((cells) => {
      const last = cells.at(-1) ?? '';
      return !namesTest(last) && !/^(not applicable|operator|document|gap): ./.test(last);
    });
    expect(without).toEqual([]);
  });

  it('have every requirement of ASVS once', () => {
    const named = rowsWithProof(`${FOLDER}asvs.md`, 'Test').flatMap(([cell = '']) => numbersIn(cell));
    expect(named.sort()).toEqual(requirements().sort());
  });

  it.each(documents)('%s names tests that exist', (document) => {
    expect(missingTests(document)).toEqual([]);
  });
});

import { FileAddresses } from './file-addresses.js';

const ann = { email: 'ann@example.edu', externalId: 'S-1' };

describe('an address of a file', () => {
  it.each([
    ['stands in one row', [ann, { email: 'bo@example.edu', externalId: 'S-2' }], []],
    ['stands with the same number again', [ann, ann], []],
    ['stands without a number again', [ann, { email: ann.email }], []],
    ['stands with another number', [ann, { ...ann, externalId: 'S-2' }], [2]],
    ['differs by its letter case alone', [ann, { email: 'Ann@Example.edu', externalId: 'S-2' }], [2]],
    [
      'stands with two more numbers',
      [ann, { ...ann, externalId: 'S-2' }, ann, { ...ann, externalId: 'S-3' }],
      [2, 4],
    ],
  ])('that %s: of %j the lines %j are refused', (_, rows, lines) => {
    const addresses = new FileAddresses();
    const refused = rows.flatMap((row, index) => {
      const problem = addresses.problemOf(index + 1, row);
      return problem === undefined ? [] : [[index + 1, problem.includes('line 1, with the externalId S-1')]];
    });
    expect(refused).toEqual(lines.map((line) => [line, true]));
  });
});

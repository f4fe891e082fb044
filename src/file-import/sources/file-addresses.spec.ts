import { Readable } from 'node:stream';

import { noNotes } from './formats.js';
import { rowsOf } from './rows.js';
import { isUnreadable } from './table.js';

const PEOPLE = [
  { externalId: 'S-1', email: 'none@x.example.edu' },
  { externalId: 'S-2', email: 'NONE@x.example.edu' },
  { externalId: ' S-1 ', email: ' none@x.example.edu' },
  { email: 'none@x.example.edu' },
  { externalId: 'S-3', email: 'other@x.example.edu' },
  { externalId: 'S-4', email: ' ' },
  { externalId: 'S-5', email: ' ' },
  { externalId: ' ', email: 'none@x.example.edu' },
].map((one) => ({ ...one, firstName: 'Ann', lastName: 'Lee', accountType: 'Student' }));
const HEADER = ['externalId', 'email', 'firstName', 'lastName', 'accountType'] as const;

/** The lines that are refused, with the reason. */
async function refusedIn(text: string): Promise<string[]> {
  const table = {
    mapping: undefined,
    blankClears: false,
    encoding: 'utf-8',
    directory: undefined,
    notes: noNotes(),
  };
  const refused: string[] = [];
  for await (const row of rowsOf(Readable.from([Buffer.from(text)]), undefined, table))
    if (isUnreadable(row)) refused.push(`${row.line}: ${row.refusal.message}`);
  return refused;
}

describe('an address with two externalIds in one file', () => {
  it.each<[string, string, number]>([
    [
      'CSV',
      [HEADER.join(), ...PEOPLE.map((one) => HEADER.map((name) => Reflect.get(one, name)).join())].join('\n'),
      2,
    ],
    ['NDJSON', PEOPLE.map((one) => JSON.stringify(one)).join('\n'), 1],
  ])('is that of the first row of %s; the others are refused with its line', async (_, text, first) => {
    expect(await refusedIn(text)).toEqual([
      expect.stringContaining(
        `${first + 1}: email: NONE@x.example.edu also stands in line ${first}, with the externalId S-1`,
      ),
    ]);
  });
});

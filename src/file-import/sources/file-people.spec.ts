import { Readable } from 'node:stream';

import type { Mapping } from '../mapping/mapping.js';
import { parseMapping } from '../mapping/parse-mapping.js';
import { noNotes } from './formats.js';
import { rowsOf } from './rows.js';
import { isUnreadable } from './table.js';

const ANN = {
  externalId: 'S-1',
  email: 'none@x.example.edu',
  firstName: 'Ann',
  lastName: 'Lee',
  accountType: 'Student',
};
const PEOPLE = [
  {},
  { externalId: 'S-2', email: 'NONE@x.example.edu' },
  { externalId: ' S-1 ', email: ' none@x.example.edu' },
  { externalId: undefined },
  { externalId: 'S-3', email: 'other@x.example.edu' },
  { externalId: 'S-4', email: ' ' },
  { externalId: 'S-5', email: ' ' },
  { externalId: ' ', email: 'none@x.example.edu' },
].map((one) => ({ ...ANN, ...one }));
const HEADER = ['externalId', 'email', 'firstName', 'lastName', 'accountType'] as const;

/** The lines that are refused, with the reason. */
async function refusedIn(text: string, mapping?: Mapping): Promise<string[]> {
  const table = {
    mapping,
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

const asCsv = (people: readonly object[]): string =>
  [
    HEADER.join(),
    ...people.map((one) => HEADER.map((name) => String(Reflect.get(one, name) ?? '')).join()),
  ].join('\n');
const asNdjson = (people: readonly object[]): string => people.map((one) => JSON.stringify(one)).join('\n');

it('the mapping\'s "unique" does not skip another person without a word', async () => {
  const people = asCsv([
    ANN,
    { ...ANN, email: 'new@x.example.edu' },
    { ...ANN, firstName: 'Bo', email: 'bo@x.example.edu' },
  ]);
  expect(await refusedIn(people, parseMapping({ unique: 'externalId' }))).toEqual([
    expect.stringMatching(/^4: externalId: S-1 also stands in line 2, /),
  ]);
});

it('the address as the mapping\'s "unique" does not skip another person without a word', async () => {
  const people = asCsv([ANN, ANN, { ...ANN, externalId: '', firstName: 'Walter' }]);
  expect(await refusedIn(people, parseMapping({ unique: 'email' }))).toEqual([
    expect.stringMatching(/^4: email: none@x.example.edu also stands in line 2, with another first name; /),
  ]);
});

it('an address that stands in a row which "unique" leaves out belongs to no person yet', async () => {
  const shared = 'shared@x.example.edu';
  const people = asCsv([ANN, { ...ANN, email: shared }, { ...ANN, externalId: 'S-2', email: shared }]);
  expect(await refusedIn(people, parseMapping({ unique: 'externalId' }))).toEqual([]);
});

describe.each<[string, (people: readonly object[]) => string, number]>([
  ['CSV', asCsv, 2],
  ['NDJSON', asNdjson, 1],
])('in a file of %s', (_, written, first) => {
  it('an address is that of its first externalId; rows with another one are refused with its line', async () => {
    expect(await refusedIn(written(PEOPLE))).toEqual([
      `${first + 1}: email: NONE@x.example.edu also stands in line ${first}, with the externalId S-1; ` +
        'two people cannot have one address.',
    ]);
  });

  it.each<[string, Partial<typeof ANN>, boolean]>([
    ['another name and address', { firstName: 'Bo', email: 'bo@x.example.edu' }, true],
    ['another family name and address', { lastName: 'Kim', email: 'bo@x.example.edu' }, true],
    ['another address', { email: 'bo@x.example.edu' }, false],
    ['another name', { firstName: 'Bo' }, false],
    ['the same in other letters', { firstName: ' ANN', email: 'None@X.example.edu ' }, false],
    ['another address and other hyphens', { lastName: 'L-ee', email: 'bo@x.example.edu' }, false],
    ['another address and other accents', { lastName: 'L\u00e9e', email: 'bo@x.example.edu' }, false],
    ['another address and no first name', { firstName: '', email: 'bo@x.example.edu' }, false],
  ])('an externalId that stands there again with %s', async (__, differing, isRefused) => {
    expect(await refusedIn(written([ANN, { ...ANN, ...differing }]))).toEqual(
      isRefused
        ? [
            `${first + 1}: externalId: S-1 also stands in line ${first}, with another name and address; ` +
              'two people cannot have one externalId.',
          ]
        : [],
    );
  });

  it.each<[string, Partial<typeof ANN>, boolean]>([
    ['another first name', { firstName: 'Walter' }, true],
    ['other names', { firstName: 'Walter', lastName: 'Ray' }, true],
    ['a similar first name', { firstName: 'Anna' }, false],
    ['another family name', { lastName: 'Ray' }, false],
    ['no first name', { firstName: '' }, false],
  ])(
    'an address that stands there again without an externalId, with %s',
    async (__, differing, isRefused) => {
      const other = { ...ANN, externalId: '', ...differing };
      const refused = isRefused
        ? [
            `${first + 1}: email: none@x.example.edu also stands in line ${first}, with another first name; ` +
              'two people cannot have one address.',
          ]
        : [];
      expect(await refusedIn(written([ANN, other]))).toEqual(refused);
      expect(await refusedIn(written([{ ...ANN, externalId: '' }, other]))).toEqual(refused);
      expect(await refusedIn(written([other, ANN]))).toHaveLength(refused.length);
    },
  );

  it('an address that stood there without an externalId is that of its first one', async () => {
    const people = [{ ...ANN, externalId: '' }, ANN, { ...ANN, externalId: 'S-2' }];
    expect(await refusedIn(written(people))).toEqual([
      expect.stringMatching(new RegExp(`^${first + 2}: email: .*, with the externalId S-1; `)),
    ]);
  });

  it('a name that changes in one row and an address in the next are news of the same person', async () => {
    const renamed = { ...ANN, firstName: 'Bo' };
    expect(await refusedIn(written([ANN, renamed, { ...renamed, email: 'bo@x.example.edu' }]))).toEqual([]);
  });

  it('a refused row does not take the address from the person who has it', async () => {
    const bo = { ...ANN, firstName: 'Bo', email: 'bo@x.example.edu' };
    expect(await refusedIn(written([ANN, bo, { ...bo, externalId: 'S-2' }]))).toHaveLength(1);
  });
});

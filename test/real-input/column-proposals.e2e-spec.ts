import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { readBeginning } from '../../src/cli/feed/source.js';
import { columnKey, type Target } from '../../src/file-import/mapping/mapping.js';
import { parseMapping } from '../../src/file-import/mapping/parse-mapping.js';
import { type Beginning, proposalsFor } from '../../src/file-import/proposals/proposals.js';
import { mappingFile, placesOf } from './support/places.js';

const examples = join(import.meta.dirname, '../../examples/mappings');

interface Judged {
  readonly columns: number;
  /** Of the columns that a person has mapped by hand: by their exact names, and by a proposal. */
  readonly exact: number;
  readonly right: number;
  /** Proposals for what the person left out, or mapped otherwise. */
  readonly wrong: number;
  readonly missed: number;
}

function of(columns: number, counts: Omit<Judged, 'columns'>): Judged {
  return { columns, ...counts };
}

function fieldsOf(targets: readonly Target[] | undefined): string {
  return (targets ?? [])
    .flatMap(({ fields }) => fields)
    .sort()
    .join();
}

/** Compares what is proposed with the mapping that was made by hand. */
function judge(beginning: Beginning, byHand: ReadonlyMap<string, readonly Target[]>): Judged {
  const proposals = new Map(proposalsFor(beginning).map((one) => [columnKey(one.column), one.targets]));
  const result = { columns: beginning.header.length, exact: 0, right: 0, wrong: 0, missed: 0 };
  for (const key of beginning.header.map(columnKey)) {
    const wanted = fieldsOf(byHand.get(key));
    const exact = fieldsOf(beginning.mapping.columns.get(key));
    const proposed = fieldsOf(proposals.get(key));
    if (proposed !== '' && proposed !== wanted) result.wrong += 1;
    else if (proposed !== '') result.right += 1;
    else if (wanted !== '' && exact === wanted) result.exact += 1;
    else if (wanted !== '') result.missed += 1;
  }
  return result;
}

async function judged(file: string, map: string): Promise<Judged> {
  const beginning = await readBeginning({ file, encoding: 'utf-8' }, new PassThrough());
  const mapping: unknown = JSON.parse(await readFile(map, 'utf8'));
  // The months of terms are no matter of the columns.
  const columns = parseMapping({ ...(mapping as object), terms: {} }).columns;
  return judge(beginning, columns);
}

describe('What is proposed for the columns of files as universities send them', () => {
  it.each<[folder: string, file: string, map: string, expected: Judged]>([
    ['mit-registrar', 'registrar.csv', 'mit-registrar', of(17, { exact: 0, right: 6, wrong: 0, missed: 3 })],
    [
      'emory-registrar',
      'registrar_sample.json',
      'emory-registrar',
      of(27, { exact: 0, right: 9, wrong: 0, missed: 2 }),
    ],
    ['canvas-sis', 'users.csv', 'canvas', of(9, { exact: 1, right: 4, wrong: 0, missed: 1 })],
    ['theses-fr', 'registrations.csv', 'theses-fr', of(17, { exact: 0, right: 1, wrong: 0, missed: 5 })],
    ['oulad', 'studentInfo.csv', 'oulad', of(7, { exact: 0, right: 1, wrong: 0, missed: 4 })],
  ])('%s: %s', async (folder, file, map, expected) => {
    for (const { directory } of placesOf(folder))
      expect(await judged(join(directory, file), mappingFile(`${map}.json`))).toEqual(expected);
  });

  it.each<[name: string, expected: Judged]>([
    ['banner', of(14, { exact: 0, right: 10, wrong: 0, missed: 1 })],
    ['peoplesoft', of(11, { exact: 0, right: 8, wrong: 0, missed: 1 })],
    ['workday', of(10, { exact: 0, right: 8, wrong: 0, missed: 1 })],
    ['slate', of(10, { exact: 2, right: 5, wrong: 0, missed: 1 })],
  ])('the sample of %s', async (name, expected) => {
    const [file, map] = [join(examples, `${name}.csv`), join(examples, `${name}.json`)];
    expect(await judged(file, map)).toEqual(expected);
  });

  it.each([
    ['sds-csv', 'sds-v1-100-users/Student.csv'],
    ['sds-csv', 'sds-v1-100-users/Teacher.csv'],
    ['sds-csv', 'sds-v2.1/users.csv'],
    ['oneroster', 'v1p1-bundle/users.csv'],
    ['oneroster', 'v1p2-bundle/users.csv'],
  ])('is nothing where the names are those of a standard: %s %s', async (folder, file) => {
    for (const { directory } of placesOf(folder)) {
      const path = join(directory, file);
      const beginning = await readBeginning({ file: path, encoding: 'utf-8' }, new PassThrough());
      expect(proposalsFor(beginning).map(({ column }) => column)).toEqual([]);
    }
  });
});

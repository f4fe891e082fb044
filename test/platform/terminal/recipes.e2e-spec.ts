import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { folderForEachTest } from '../../support/folders.js';
import { credentialOptions, runFeed } from '../../support/run-feed.js';
import { TestService, type TestTenant } from '../../support/service.js';

const examples = join(import.meta.dirname, '../../../examples/mappings');
const service = await TestService.ofWorker();
const folder = folderForEachTest('recipes');
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** Feeds the sample of a recipe, with these months in its table of terms. */
async function feedRecipe(name: string, terms?: object): ReturnType<typeof runFeed> {
  const recipe = JSON.parse(await readFile(join(examples, `${name}.json`), 'utf8')) as object;
  const map = join(folder.path, `${name}.json`);
  await writeFile(map, JSON.stringify(terms === undefined ? recipe : { ...recipe, terms }));
  const credential = credentialOptions(service.baseUrl, tenant.apiKey, tenant.apiSecret);
  return runFeed([join(examples, `${name}.csv`), '--map', map, '--json', ...credential]);
}

async function personOf(externalId: string): Promise<unknown> {
  return (await tenant.sis.get(`/users/${encodeURIComponent(externalId)}`)).body.data;
}

/** The codes differ between universities, so that the recipes leave the months to the university that takes them. */
const BANNER = { YYYY10: { month: 9, yearOffset: -1 }, YYYY20: 1, YYYY30: 6 };
const PEOPLESOFT = { '2YY1': 1, '2YY4': 5, '2YY7': 8 };

describe('The recipe of', () => {
  it.each<[string, object | undefined, number, string, object]>([
    [
      'banner',
      BANNER,
      3,
      '@00120451',
      {
        firstName: 'Adaeze',
        middleInitial: 'N',
        accountType: 'Student',
        accountStatus: 'active',
        monthOfEntry: 9,
        yearOfEntry: 2025,
        monthOfGraduation: 5,
        yearOfGraduation: 2029,
        hideProfilePage: false,
        programId: 'EDLD',
        degree: 'EDD',
      },
    ],
    [
      'peoplesoft',
      PEOPLESOFT,
      3,
      '0003908',
      {
        lastName: 'Njoroge',
        accountStatus: 'inactive',
        monthOfEntry: 8,
        yearOfEntry: 2019,
        monthOfGraduation: 5,
        yearOfGraduation: 2025,
      },
    ],
    [
      'workday',
      undefined,
      3,
      'S1004587',
      {
        firstName: 'Clara',
        accountStatus: 'active',
        schoolProgram: 'Doctor of Philosophy in Nursing',
        monthOfEntry: 1,
        yearOfEntry: 2026,
        monthOfGraduation: 12,
        yearOfGraduation: 2030,
      },
    ],
    [
      'slate',
      undefined,
      2,
      'slate-381204577',
      { name: 'Maggie Sorensen', monthOfEntry: 9, yearOfEntry: 2026, degree: 'EdD' },
    ],
  ])('%s reads its sample, and again as unchanged', async (name, terms, people, externalId, person) => {
    const first = await feedRecipe(name, terms);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ inserted: people, failed: 0 });
    expect(await personOf(externalId)).toMatchObject(person);
    expect(JSON.parse((await feedRecipe(name, terms)).stdout)).toMatchObject({
      unchanged: people,
      updated: 0,
    });
  });

  it.each([
    ['banner', 'terms.YYYY10: say the month in which this term begins, 1 to 12'],
    ['peoplesoft', 'terms.2YY1: say the month in which this term begins, 1 to 12'],
  ])('%s is refused until the months of its codes are filled in', async (name, message) => {
    const { code, stderr } = await feedRecipe(name);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('a system with other codes refuses the rows with a term that its table lacks, and names it', async () => {
    const { code, stdout } = await feedRecipe('banner', { YYYY10: 9, YYYY20: 1 });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      inserted: 2,
      failed: 1,
      failures: [
        {
          line: 4,
          error: {
            message:
              'The column "SGBSTDN_TERM_CODE_ADMIT" has "202230", which is no term of the table: add it to the terms ' +
              'of the settings, or to "terms" of the mapping file.',
          },
        },
      ],
    });
  });
});

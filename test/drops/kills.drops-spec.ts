import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { STEPS, type Step } from '../../src/cli/drops/steps.js';
import { completeRun } from '../factories/complete-runs.js';
import { person } from '../factories/person.js';
import { allUsers } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { DropSite } from '../support/drop-site.js';
import { folderForEachTest } from '../support/folders.js';
import { randomFrom, seedOf } from '../support/random.js';
import { reportRow } from '../support/report.js';
import { TestService, type TestTenant } from '../support/service.js';
import { BUILD_LIMIT_MS, ensureBuilt } from '../support/service-process.js';
import { DropsProcess } from './support/drops-process.js';

const service = await TestService.ofWorker();
const folder = folderForEachTest('drops');
const RULES = { 'students*': { complete: ['Student'], absentRuns: 1 } };

let tenant: TestTenant;
let site: DropSite;

beforeAll(ensureBuilt, BUILD_LIMIT_MS);

beforeEach(async () => {
  tenant = await service.tenant();
  site = new DropSite(folder.path, service.baseUrl, tenant);
  await site.rules(RULES);
});

const people = (count: number): Row[] => Array.from({ length: count }, () => person());

/** Ends at a step, or by itself. */
async function killed(at: Step | 'none'): Promise<NodeJS.Signals | null> {
  const process = new DropsProcess([...site.options, '--once', '--settle', '0'], at);
  return (await process.ended).signal;
}

/** How often each person was changed, by number. */
async function changes(): Promise<Record<string, number>> {
  const users = await allUsers(service, tenant);
  const sql =
    'SELECT `userId`, COUNT(*) AS `changes` FROM `user_changes` WHERE `tenantId` = ? GROUP BY `userId`';
  const counted = await service.query<Row[]>(sql, [tenant.tenantId]);
  const of = (id: unknown): number => Number(counted.find(({ userId }) => userId === id)?.['changes'] ?? 0);
  return Object.fromEntries(users.map(({ id, legacyNumber }) => [String(legacyNumber), of(id)]));
}

/** Each of these people inserted. */
const once = (rows: readonly Row[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ externalId }) => [String(externalId), 1]));

/** A row of the table of kills. @param expected changes by number */
function report(what: string, expected: Record<string, number>, found: Record<string, number>): void {
  const sum = (counts: Record<string, number>): number =>
    Object.values(counts).reduce((all, one) => all + one, 0);
  const missing = Object.keys(expected).filter((number) => (found[number] ?? 0) < (expected[number] ?? 0));
  const doubled = Object.keys(found).filter((number) => (found[number] ?? 0) > (expected[number] ?? 0));
  reportRow([what, sum(expected), sum(found), missing.length, doubled.length]);
}

const leftInHand = (): string[] =>
  ['work.json', 'rows.csv', 'plain'].filter((name) => existsSync(join(site.path, '.drops', name)));

describe('a complete file with a refused row, killed', () => {
  it.each(STEPS)('after the step "%s" is applied once by the next start, and is put away', async (step) => {
    const known = people(4);
    await completeRun(service, tenant, 'before', known);
    const fresh = people(2);
    const bad = person({ accountType: 'Guest' });
    await site.put('students.csv', [bad, ...known.slice(1), ...fresh]);
    await site.put('students.csv.ok', 'rows: 6\n');
    expect(await killed(step)).toBe('SIGKILL');
    const { code, stderr } = await site.run();
    expect({ code: step === 'done' ? 1 : code, stderr }).toEqual({ code: 1, stderr: '' });
    const all = [...known, ...fresh].map(({ externalId }) => String(externalId));
    const expected = Object.fromEntries(all.map((number, index) => [number, index === 0 ? 2 : 1]));
    const found = await changes();
    expect(found).toEqual(expected);
    expect(await site.result('students.csv')).toMatchObject({
      counts: { received: 6, failed: 1 },
      finish: {
        rows: expect.any(Number) as number,
        named: 5,
        absent: { first: 0, again: 1, deprovisioned: 1, held: 0 },
      },
    });
    expect((await site.read('students.csv.result.csv')).split('\r\n')).toHaveLength(3);
    expect(await site.names('archive')).toEqual(
      ['', '.ok', '.result.csv', '.result.json'].map((end) => `students.csv${end}`),
    );
    expect(leftInHand()).toEqual([]);
    expect((await site.names()).filter((name) => /^students\.csv(?:\.ok)?$/.test(name))).toEqual([]);
    report(`complete file: ${step}`, expected, found);
  });
});

describe('a file with a wrong hash, killed', () => {
  it.each(['taken', 'decided', 'shown', 'ok-moved', 'moved', 'done'] as const)(
    'after the step "%s" is refused by the next start, and nothing of it is applied',
    async (step) => {
      await site.put('students.csv', people(2));
      await site.put('students.csv.ok', `sha256: ${'0'.repeat(64)}`);
      expect(await killed(step)).toBe('SIGKILL');
      expect((await site.run()).code).toBe(step === 'done' ? 0 : 1);
      const found = await changes();
      expect(found).toEqual({});
      expect(await site.names('refused')).toEqual(
        ['', '.ok', '.reason.txt'].map((end) => `students.csv${end}`),
      );
      expect(leftInHand()).toEqual([]);
      expect(await site.names()).not.toContain('students.csv');
      report(`wrong hash: ${step}`, {}, found);
    },
  );
});

describe('the same content again, killed', () => {
  it.each(['taken', 'decided', 'rows-kept', 'shown', 'moved'] as const)(
    'after the step "%s" is not sent by the next start',
    async (step) => {
      const rows = people(2);
      await site.put('a.csv', rows);
      await site.run();
      await site.put('b.csv', rows);
      expect(await killed(step)).toBe('SIGKILL');
      expect((await site.run()).code).toBe(0);
      expect(await site.result('b.csv')).toMatchObject({ counts: null, appliedBefore: { file: 'a.csv' } });
      const found = await changes();
      expect(Object.values(found)).toEqual([1, 1]);
      expect(leftInHand()).toEqual([]);
      report(`same content: ${step}`, once(rows), found);
    },
  );
});

it('a new file that comes under the name before the old one is put away is a file of its own', async () => {
  const [old, fresh] = [people(2), people(3)];
  await site.put('a.csv', old);
  expect(await killed('decided')).toBe('SIGKILL');
  await site.put('a.csv', fresh);
  expect((await site.run()).code).toBe(0);
  expect(Object.keys(await changes())).toHaveLength(5);
  expect(await site.result('a.csv')).toMatchObject({ counts: { inserted: 3 } });
  expect(leftInHand()).toEqual([]);
});

it('files that are killed after a random number of answers are applied once', async () => {
  const next = randomFrom(seedOf('DROPS'));
  const files = Array.from({ length: 4 }, () => people(500));
  for (const [index, rows] of files.entries()) await site.put(`people-${index}.csv`, rows);
  let kills = 0;
  for (;;) {
    // A start has 500 answers for each file that is left, so that some kills come in a later file.
    const times = 1 + Math.floor(900 * next());
    const process = new DropsProcess([...site.options, '--once', '--settle', '0'], 'answered', times);
    const { signal, code } = await process.ended;
    if (signal === null) {
      expect({ code, stderr: process.stderr }).toEqual({ code: 0, stderr: '' });
      break;
    }
    kills += 1;
  }
  expect(kills).toBeGreaterThan(2);
  const found = await changes();
  expect(found).toEqual(once(files.flat()));
  expect(await site.names('archive')).toHaveLength(12);
  report(`4 files, ${kills} kills at random`, once(files.flat()), found);
});

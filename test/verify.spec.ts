import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { judge, Outcomes, tableOf } from '../scripts/verify/outcomes.mjs';
import { choose, isAffected, readWords } from '../scripts/verify/selection.mjs';
import { SUITES } from '../scripts/verify/suites.mjs';

const PROJECT_ROOT = join(import.meta.dirname, '..');
const [A, B, C] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
const NOTHING = { affected: new Set<string>(), passed: new Set<string>() };

describe('the suites', () => {
  it('have different names, and paths that are there', () => {
    const names = SUITES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const paths = SUITES.flatMap((suite) => suite.paths);
    expect(paths.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([]);
  });
});

/** A file, and all that it imports from this project. */
function reachedFrom(start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const text = readFileSync(join(PROJECT_ROOT, path), 'utf8');
    for (const [, named = ''] of text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)) {
      const found = join(dirname(path), named);
      const sources = [found.replace(/\.js$/, '.ts'), found.replace(/\.js$/, '.tsx'), found];
      waiting.push(...sources.filter((one) => existsSync(join(PROJECT_ROOT, one))).slice(0, 1));
    }
  }
  return reached;
}

it.each(SUITES.filter(({ isJest }) => isJest))(
  'the suite $name depends on all that its tests import',
  (suite) => {
    const folders = suite.paths.filter((path) => /^test\/.*\/$/.test(path));
    const specs = folders
      .flatMap((folder) => readdirSync(join(PROJECT_ROOT, folder)).map((name) => join(folder, name)))
      .filter((path) => path.endsWith('-spec.ts'));
    const missing = specs.flatMap((spec) =>
      [...reachedFrom(spec)].filter((path) => !isAffected(suite, [path])),
    );
    expect([...new Set(missing)]).toEqual([]);
    expect(specs.length > 0 || suite.paths.includes('test/')).toBe(true);
  },
);

it('the suite of random tests runs each file that draws at random', () => {
  const words: readonly string[] = SUITES.find(({ name }) => name === 'random')?.run ?? [];
  expect(words).toEqual(
    expect.arrayContaining(['src/scim/patch/oracle.spec.ts', 'test/scim/hostile.e2e-spec.ts']),
  );
  expect(words.filter((word) => word.includes('fault-spec'))).toEqual([]);
});

describe('the outcomes of suites', () => {
  const state = 'abc';
  const outcome = (name: string, more: object = {}) => {
    return { name, isPassed: true, passed: 1, failed: 0, seconds: 1, state, ...more };
  };

  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'verify-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are those with the present files, the last of each suite, in the order of the suites', () => {
    const outcomes = new Outcomes(folder, [A, B, C]);
    outcomes.keep(outcome('c', { isPassed: false }));
    outcomes.keep(outcome('b', { state: 'older' }));
    outcomes.keep(outcome('a'));
    outcomes.keep(outcome('c'));
    expect(outcomes.with(state)).toEqual([outcome('a'), outcome('c')]);
  });
});

describe('the choice of suites', () => {
  const chosen = (words: string[], known = NOTHING): string[] =>
    choose([A, B, C], readWords(words), known).map(({ name }) => name);

  it.each([
    { words: [], names: ['a', 'b', 'c'] },
    { words: ['c', 'a'], names: ['a', 'c'] },
    { words: ['--from', 'b'], names: ['b', 'c'] },
  ])('of $words is $names, in the order of the list', ({ words, names }) => {
    expect(chosen(words)).toEqual(names);
  });

  it('leaves out what is not affected, and what has passed', () => {
    expect(chosen(['--affected'], { ...NOTHING, affected: new Set(['b']) })).toEqual(['b']);
    expect(chosen(['--resume'], { ...NOTHING, passed: new Set(['b']) })).toEqual(['a', 'c']);
  });

  it('refuses a suite and an option that there is not', () => {
    expect(() => chosen(['d'])).toThrow('There is no suite d; there are: a, b, c.');
    expect(() => chosen(['--from', 'd'])).toThrow('There is no suite d');
    expect(() => readWords(['--all'])).toThrow('--all');
  });
});

describe('whether a suite is affected', () => {
  const suite = { paths: ['src/scim/', 'package.json'] };

  it.each([
    { changed: ['src/scim/patch.ts'], is: true },
    { changed: ['package.json'], is: true },
    { changed: ['pages/package.json', 'src/scimmy.ts'], is: false },
    { changed: [], is: false },
    { changed: undefined, is: true },
  ])('by $changed is $is', ({ changed, is }) => {
    expect(isAffected(suite, changed)).toBe(is);
  });
});

describe('the outcome of a suite', () => {
  const report = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };

  it.each([
    { what: 'all tests passed', code: 0, given: report, is: { isPassed: true, passed: 3, failed: 0 } },
    {
      what: 'a file could not be loaded',
      code: 1,
      given: { ...report, numRuntimeErrorTestSuites: 1 },
      is: { isPassed: false, passed: 3, failed: 1 },
    },
    {
      what: 'all passed, but it failed',
      code: 1,
      given: report,
      is: { isPassed: false, passed: 3, failed: 1 },
    },
    { what: 'it ended early', code: 0, given: undefined, is: { isPassed: false, passed: 0, failed: 1 } },
  ])('of Jest is as it should when $what', ({ code, given, is }) => {
    expect(judge({ isJest: true }, code, given)).toEqual(is);
  });

  it('is a notice when the machine could not check everything', () => {
    const suite = { notices: { 3: 'nothing was checked' } };
    expect(judge(suite, 3)).toEqual({ isPassed: true, notice: 'nothing was checked', passed: 0, failed: 0 });
    expect(judge(suite, 1)).toEqual({ isPassed: false, passed: 0, failed: 1 });
  });

  it('is a row of the table, with its notice below', () => {
    const rows = [
      { name: 'scim', isPassed: true, passed: 12, failed: 0, seconds: 30 },
      { name: 'audit', isPassed: true, notice: 'nothing was checked', passed: 0, failed: 0, seconds: 1 },
      { name: 'node', isPassed: false, passed: 0, failed: 1, seconds: 100 },
    ];
    expect(tableOf(rows)).toEqual([
      'suite  outcome  passed  failed  seconds',
      'scim   passed       12       0       30',
      'audit  notice        0       0        1',
      'node   FAILED        0       1      100',
      'NOTICE: audit: nothing was checked.',
    ]);
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { PROJECT_ROOT } from '../../support/service-process.js';

const JEST = join(PROJECT_ROOT, 'node_modules/jest/bin/jest.js');
const CONFIG = join(import.meta.dirname, 'left-behind/jest.config.js');
/** A run of Jest with a database server of its own. */
const LIMIT_MS = 120_000;

interface Result {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
  }[];
}

let results: Map<string, { readonly status: string; readonly message: string }>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'left-behind-'));
  const report = join(folder, 'report.json');
  const words = ['--no-warnings', JEST, '--config', CONFIG, '--forceExit', '--json', '--outputFile', report];
  // Not this run's worker, server and evidence.
  const { JEST_WORKER_ID, TEST_DATABASE_URL, TEST_DATABASE_URL_BASE, TEST_EVIDENCE, ...env } = process.env;
  await promisify(execFile)(process.execPath, words, {
    cwd: PROJECT_ROOT,
    env: { ...env, TMPDIR: folder },
  }).catch(() => undefined);
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Result;
  await rm(folder, { recursive: true });
  results = new Map(testResults.map((result) => [basename(result.name, '.fixture.ts'), result]));
}, LIMIT_MS);

it('a file that puts back what it began passes', () => {
  expect(results.get('nothing')).toMatchObject({ status: 'passed', message: '' });
});

it.each(['one-mutes', 'another-mutes'])("a file has the log of the worker's application: %s", (file) => {
  expect(results.get(file)).toMatchObject({ status: 'passed', message: '' });
});

it.each([
  ['process', 'a process that runs: sleep 61'],
  ['child', 'a process that runs: sleep 62'],
  ['connection', 'connections to the database, 1 of these: itest_1, Sleep'],
  ['database', 'a database: itest_1_forgotten'],
  ['files', 'a temporary file or folder: forgotten-'],
  ['rows', 'rows in programs of the tenant in-no-list, which does not exist'],
])('a file fails with its name and what it left behind: %s', (file, left) => {
  const { status, message } = results.get(file) ?? {};
  expect(status).toBe('failed');
  expect(message).toContain(`This file left behind ${left}`);
});

it('a file does not pay for what another one left, even one that could not be loaded', () => {
  expect(results.get('unloadable')).toMatchObject({ status: 'failed' });
  const sentences = [...results.values()].flatMap(({ message }) => [
    ...new Set(message.match(/This file left behind [a-z].*/g)),
  ]);
  expect(sentences).toHaveLength(6);
});

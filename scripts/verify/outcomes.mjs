// What became of each suite, in .data/verify, so that a run that was interrupted can continue.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COLUMNS = ['suite', 'outcome', 'passed', 'failed', 'seconds'];

export class Outcomes {
  #folder;
  #suites;

  constructor(root, suites) {
    this.#suites = suites;
    this.#folder = join(root, '.data/verify');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** The file for a suite: its outcome (`json`), its output (`log`), or the report of Jest (`jest.json`). */
  pathOf(name, ending) {
    return join(this.#folder, `${name}.${ending}`);
  }

  /** @returns the last outcomes of suites that ran here with these files, in the order of the suites */
  with(state) {
    return this.#suites
      .map(({ name }) => this.pathOf(name, 'json'))
      .filter((path) => existsSync(path))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')))
      .filter((outcome) => outcome.state === state);
  }

  keep(outcome) {
    writeFileSync(this.pathOf(outcome.name, 'json'), `${JSON.stringify(outcome, null, 2)}\n`);
  }
}

/** @returns the outcome of a suite that has ended with `code`; `report` is Jest's, if it has written one */
export function judge(suite, code, report) {
  const notice = suite.notices?.[code];
  if (notice !== undefined) return { isPassed: true, notice, passed: 0, failed: 0 };
  const passed = report?.numPassedTests ?? 0;
  // A file of tests that could not be loaded counts as one failure.
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  if (code === 0 && failed === 0 && (passed > 0 || !suite.isJest))
    return { isPassed: true, passed: suite.isJest ? passed : 1, failed };
  return { isPassed: false, passed, failed: Math.max(failed, 1) };
}

/** @returns lines: a row for each suite, and for each notice a sentence */
export function tableOf(outcomes) {
  const rows = outcomes.map(({ name, isPassed, notice, passed, failed, seconds }) => [
    name,
    isPassed ? (notice === undefined ? 'passed' : 'notice') : 'FAILED',
    ...[passed, failed, seconds].map(String),
  ]);
  const widths = COLUMNS.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at].length)));
  const line = (cells) =>
    cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ');
  const notices = outcomes.filter(({ notice }) => notice !== undefined);
  return [
    line(COLUMNS),
    ...rows.map(line),
    ...notices.map(({ name, notice }) => `NOTICE: ${name}: ${notice}.`),
  ];
}

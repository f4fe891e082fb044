import { files, rule } from './rules.mjs';

/** Percent of the mutants of a rule that its unit tests must find. */
const LEAST = 90;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { projectType: 'custom', configFile: 'test/mutation/jest.config.mjs', enableFindRelatedTests: false },
  testRunnerNodeArgs: ['--no-warnings'],
  coverageAnalysis: 'perTest',
  mutate: [...files],
  thresholds: { high: LEAST, low: LEAST, break: LEAST },
  // A second one would only help where cores are idle.
  concurrency: 1,
  // Node keeps the modules of each mutant for as long as the process lives.
  maxTestRunnerReuse: 100,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: `.data/mutation/${rule}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, allowEmojis: false },
  allowConsoleColors: false,
  warnings: { slow: false },
  tempDirName: `.data/stryker/${rule}`,
  // What is copied for the mutants.
  ignorePatterns: [
    '/*',
    '!/src',
    '!/test',
    '/test/fixtures',
    '!/package.json',
    '!/.swcrc',
    '!/tsconfig.json',
  ],
};

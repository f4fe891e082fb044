import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureModules, fail, ROOT } from '../setup/setup.mjs';
import { KEPT_DATABASE, runJest, WORKERS } from './jest.mjs';

const FOLDERS = ['src', 'test', 'client/src'];
/** They run when they are named, and in `npm run verify`. */
const LONG = '\\.long\\.e2e-spec\\.ts$';
const TEST_FILE = /\.(e2e-)?spec\.ts$/;
const END_TO_END = /\.e2e-spec\.ts$/;

/** The words before the first option that may take the next word as its value. */
function namesIn(words) {
  const end = words.findIndex((word) => word.startsWith('-') && !word.includes('='));
  return (end < 0 ? words : words.slice(0, end)).filter((word) => !word.startsWith('-'));
}

/** Jest takes a name for a regular expression, and a run is of the files that match any of them. */
function filesOf(names) {
  const patterns = names.map((name) => new RegExp(name.replace(/^\.\//, '/'), 'i'));
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => TEST_FILE.test(file))
      .map((file) => join(ROOT, folder, file)),
  ).filter((file) => patterns.some((pattern) => pattern.test(file)));
}

await ensureModules();
const options = process.argv.slice(2);
const names = namesIn(options);
const files = filesOf(names);
if (names.length > 0 && files.length === 0) fail(`No test file of npm test matches ${names.join(' or ')}.`);
const isSet = options.some(
  (option) => option.startsWith('--maxWorkers') || option === '-w' || option === '-i',
);
// A whole run has a server of its own.
const env = names.length > 0 ? { KEPT_DATABASE } : {};
const left = names.length > 0 ? [] : [`--testPathIgnorePatterns=${LONG}`];
// Each project lists the files of the tree by itself.
const isUnit = files.length > 0 && files.every((file) => !END_TO_END.test(file));
const project = isUnit && !options.includes('--selectProjects') ? ['--selectProjects', 'unit'] : [];
process.exitCode = await runJest([...(isSet ? [] : [WORKERS]), ...options, ...left, ...project], env);

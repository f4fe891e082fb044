import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureModules, fail, ROOT } from '../setup/setup.mjs';
import { KEPT_DATABASE, runJest, WORKERS } from './jest.mjs';

const FOLDERS = ['src', 'test', 'client/src'];
/** They run when they are named, and in `npm run verify`. */
const LONG = '\\.long\\.e2e-spec\\.ts$';
const TEST_FILE = /\.(e2e-)?spec\.ts$/;

/** The words before the first option that may take the next word as its value. */
function namesIn(words) {
  const end = words.findIndex((word) => word.startsWith('-') && !word.includes('='));
  return (end < 0 ? words : words.slice(0, end)).filter((word) => !word.startsWith('-'));
}

/** Jest takes a name for a regular expression, and a run is of the files that match any of them. */
function matchesSome(names) {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => TEST_FILE.test(file))
      .map((file) => join(ROOT, folder, file)),
  );
  return names.some((name) => {
    const pattern = new RegExp(name.replace(/^\.\//, '/'), 'i');
    return files.some((file) => pattern.test(file));
  });
}

await ensureModules();
const options = process.argv.slice(2);
const names = namesIn(options);
if (names.length > 0 && !matchesSome(names)) fail(`No test file of npm test matches ${names.join(' or ')}.`);
const isSet = options.some(
  (option) => option.startsWith('--maxWorkers') || option === '-w' || option === '-i',
);
// A whole run has a server of its own.
const env = names.length > 0 ? { KEPT_DATABASE } : {};
const left = names.length > 0 ? [] : [`--testPathIgnorePatterns=${LONG}`];
process.exitCode = await runJest([...(isSet ? [] : [WORKERS]), ...options, ...left], env);

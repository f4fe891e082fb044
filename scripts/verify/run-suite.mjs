import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { codeOf } from '../setup/child.mjs';
import { endWithUs } from '../setup/interruption.mjs';
import { judge } from './outcomes.mjs';

/**
 * Runs a suite to its end; what it prints is shown on stderr, and kept in its log.
 * @returns its counts and its seconds
 */
export async function runSuite(suite, { root, outcomes, seed }) {
  const started = Date.now();
  const secondsSoFar = () => Math.round((Date.now() - started) / 1000);
  const path = outcomes.pathOf(suite.name, 'jest.json');
  rmSync(path, { force: true });
  const [script, ...words] = suite.run;
  const given = suite.isJest
    ? [...words, ...(words.length > 0 ? [] : ['--']), '--json', `--outputFile=${path}`]
    : words;
  const env = { ...process.env, TEST_SEED: String(seed), ...suite.env };
  const code = await logged(
    spawn('npm', ['run', '-s', script, ...given], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }),
    outcomes.pathOf(suite.name, 'log'),
  );
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  return { ...judge(suite, code, report), seconds: secondsSoFar() };
}

async function logged(child, path) {
  endWithUs(child);
  const log = createWriteStream(path);
  // Jest prints its report as JSON on stdout, which is kept in a file as well.
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  const code = await codeOf(child);
  log.end();
  return code;
}

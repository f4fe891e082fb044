// npm run test:upgrade [-- <commit>]: runs an earlier version on the schema of this one.
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runJest } from './child.mjs';
import { ensureBuild, ensureModules, ensureNode, fail, installModules, run, say } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The last release: a tag, otherwise the last merge before this version. Undefined when the clone has neither.
 */
async function previousVersion() {
  for (const words of [
    ['describe', '--tags', '--abbrev=0', 'HEAD^'],
    ['rev-parse', '--verify', '--quiet', 'HEAD^'],
  ]) {
    const { ok, output } = await run('git', words);
    if (ok) return output;
  }
  return undefined;
}

/** Checks out that version and builds it, with its own packages if they differ from those of this version. */
async function build(version, folder) {
  const archive = join(folder, 'source.tar');
  await must(run('git', ['archive', '--output', archive, version]));
  await must(run('tar', ['-xf', archive, '-C', folder]));
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else await must(installModules(folder));
  const nest = join(folder, 'node_modules/@nestjs/cli/bin/nest.js');
  await must(run(process.execPath, [nest, 'build'], folder));
}

async function must(running) {
  const { ok, output } = await running;
  if (!ok) throw new Error(output);
}

function lockOf(folder) {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8');
}

ensureNode();
await ensureModules();
await ensureBuild();
const [given, ...words] = process.argv.slice(2);
const isCommit = given !== undefined && !given.startsWith('-');
const version = isCommit ? given : await previousVersion();
if (version === undefined)
  fail('There is no earlier version in this clone; fetch more of its history, or name a commit.');
const folder = mkdtempSync(join(tmpdir(), 'previous-version-'));
try {
  say(`Building ${version}.`);
  await build(version, folder);
  const ours = isCommit || given === undefined ? words : [given, ...words];
  process.exitCode = await runJest(['--config', 'test/upgrade/jest.config.js', ...ours], {
    PREVIOUS_VERSION: folder,
  });
} catch (error) {
  say(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compile, git, giveModules, must } from './checkout.mjs';
import { buildProgram } from '../build/client-program.mjs';
import { packPython, versionsOf } from '../build/python-package.mjs';
import { ensurePython } from '../programs/python.mjs';
import { ALL, fail, packageFolder, ROOT, run, say } from '../setup/setup.mjs';
import { archiveService, archiveSource, packClient } from './archives.mjs';
import { moveUnreleased } from './changelog.mjs';
import { addRelease } from './history.mjs';
import { licencesOf, noticesOf } from './licences.mjs';
import { PARTS } from './packages.mjs';
import { writeChecksums, writeProvenance } from './provenance.mjs';
import { reasonAgainst } from './refusals.mjs';
import { sbomOf, sbomOfPython } from './sbom.mjs';
import { setVersion } from './version.mjs';

const SETTINGS = '^((user|author|committer|gpg)[.]|(commit|tag)[.]gpgsign$|tag[.]forcesignannotated$)';

function readWords() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, rebuild: { type: 'boolean' } },
    });
    const [version, ...others] = positionals;
    if (version !== undefined && others.length === 0 && !(values['dry-run'] && values.rebuild))
      return {
        version,
        dryRun: values['dry-run'] ?? false,
        rebuild: values.rebuild ?? false,
      };
  } catch (error) {
    say(error.message);
  }
  return fail('npm run release -- <version> [--dry-run | --rebuild]');
}

/** A clone at the commit that is released, or at the tag that is made again. */
async function clone(folder, commit) {
  await git(['clone', '--quiet', '--no-checkout', ROOT, folder]);
  await git(['checkout', '--quiet', '--detach', commit], folder);
}

/** Git's settings of users and of signing may be those of this repository alone, which a clone does not have. */
async function copySettings(folder) {
  const { stdout } = await run('git', ['config', '--null', '--get-regexp', SETTINGS]);
  for (const setting of stdout.split('\0').filter(Boolean)) {
    const [name, ...value] = setting.split('\n');
    // A name without a value stands for true.
    await git(['config', name, value.length === 0 ? 'true' : value.join('\n')], folder);
  }
}

/** The release commit, and its tag. */
async function commitVersion(folder, version, source) {
  await copySettings(folder);
  // The time that the commit will have, also when GIT_COMMITTER_DATE sets it.
  const [, seconds] = /> (\d+) /.exec(await git(['var', 'GIT_COMMITTER_IDENT'], folder)) ?? [];
  const day = new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  const changelog = join(folder, 'CHANGELOG.md');
  setVersion(folder, version);
  writeFileSync(changelog, moveUnreleased(readFileSync(changelog, 'utf8'), version, day));
  addRelease(folder, version, source);
  await git(['commit', '--quiet', '--all', '--message', `chore(release): ${version}`], folder);
  await git(['tag', '--annotate', '--message', `Version ${version}`, `v${version}`], folder);
}

/** Builds each part of a checkout as the image does. */
async function build(folder) {
  await giveModules(folder, ALL);
  await must(run('npm', ['run', '-s', 'api-types'], folder));
  const client = join(folder, 'client');
  const pages = join(folder, 'pages');
  const vite = [join(packageFolder('vite', pages), 'bin/vite.js'), 'build', '--logLevel', 'warn'];
  const tsc = [join(packageFolder('typescript', client), 'bin/tsc'), '-p', 'tsconfig.build.json'];
  await Promise.all([
    compile(folder),
    must(run(process.execPath, vite, pages)),
    must(run(process.execPath, tsc, client)),
  ]);
  await buildProgram(folder, join(client, 'dist'));
}

/** Writes every file of the release into a folder. */
async function writeFiles(checkout, into, version, python) {
  const commit = await git(['rev-parse', 'HEAD'], checkout);
  const time = Number(await git(['log', '-1', '--format=%ct'], checkout));
  const name = `integration-api-${version}`;
  const licences = licencesOf(checkout);
  const notices = noticesOf(licences);
  await archiveSource(checkout, commit, join(into, `${name}-source.tar.gz`), name);
  await archiveService(checkout, join(into, `${name}.tar.gz`), name, time, notices);
  await packClient(checkout, into);
  const packages = join(checkout, '.python');
  mkdirSync(packages);
  await must(packPython(python, checkout, packages, time));
  cpSync(packages, into, { recursive: true });
  for (const part of PARTS) writeJson(join(into, `sbom-${part.part}.cdx.json`), sbomOf(checkout, part, time));
  writeJson(join(into, 'sbom-python.cdx.json'), sbomOfPython(checkout, time));
  writeJson(join(into, 'licences.json'), licences);
  writeFileSync(join(into, 'THIRD-PARTY-NOTICES.txt'), notices);
  const npm = await must(run('npm', ['--version']));
  writeProvenance(into, checkout, { version, commit, tools: { npm, ...(await versionsOf(python)) } });
  writeChecksums(into);
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** Fails when the branch has moved meanwhile. */
async function takeOver(folder, version) {
  await git(['fetch', '--quiet', '--no-tags', folder, `refs/tags/v${version}:refs/tags/v${version}`]);
  const { ok, output } = await run('git', ['merge', '--quiet', '--ff-only', `v${version}`]);
  if (ok) return;
  await git(['tag', '--delete', `v${version}`]);
  throw new Error(output);
}

const { version, dryRun, rebuild } = readWords();
if (!rebuild) {
  const reason = await reasonAgainst(ROOT, version);
  if (reason !== undefined) fail(reason);
}
const python = await ensurePython(['flit_core']);
if (python === undefined) fail('Python with flit is needed, and cannot be installed; name one in PYTHON.');
const temporary = mkdtempSync(join(tmpdir(), 'integration-api-release-'));
const [checkout, files] = [join(temporary, 'checkout'), join(temporary, 'files')];
try {
  const source = await git(['rev-parse', '--verify', rebuild ? `v${version}^{commit}` : 'HEAD']);
  await clone(checkout, source);
  if (!rebuild) await commitVersion(checkout, version, source);
  say(`Building ${version}.`);
  await build(checkout);
  mkdirSync(files);
  await writeFiles(checkout, files, version, python);
  if (!rebuild && !dryRun) await takeOver(checkout, version);
  const into = join('release', dryRun ? `${version}-dry-run` : version);
  rmSync(join(ROOT, into), { recursive: true, force: true });
  cpSync(files, join(ROOT, into), { recursive: true });
  say(`The files of ${version} are in ${into}.`);
  if (!dryRun && !rebuild) say(`Publish them after: git push --follow-tags`);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

// The client (client/) has its own packages, build and lock: integrators install it without the service.
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import {
  exclusively,
  fail,
  fingerprintOf,
  installModules,
  modulesAreCurrent,
  readStamp,
  run,
  say,
} from './setup.mjs';

const client = join(dirname(dirname(fileURLToPath(import.meta.url))), 'client');
const dist = join(client, 'dist');
const stamp = join(dist, '.stamp');
const sources = { top: /^(tsconfig.*|package(-lock)?)\.json$/, folders: ['src'] };

/** Installs what the client is built and checked with, when it is missing or not that of its package-lock.json. */
export async function ensureClientModules() {
  if (modulesAreCurrent(client)) return;
  await exclusively('client.lock', install);
}

/** Builds client/dist when it is missing or its sources have changed. */
export async function ensureClient() {
  if (isCurrent()) return;
  await exclusively('client.lock', async () => {
    if (isCurrent()) return;
    // Read before the build, so that a source that changes meanwhile causes another build.
    const fingerprint = fingerprintOf(client, sources);
    await install();
    say('Building the client.');
    await build();
    writeFileSync(stamp, fingerprint);
  });
}

/** Built beside the files that are in use, which it then replaces: no file of an earlier build stays. */
async function build() {
  const next = join(client, 'node_modules/.next-dist');
  rmSync(next, { recursive: true, force: true });
  const compiler = join(client, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', next];
  const { ok, output } = await run(process.execPath, args, client);
  if (!ok) fail(`${output}\nThe client could not be built; the reasons are above.`);
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
}

function isCurrent() {
  return readStamp(stamp) === fingerprintOf(client, sources);
}

async function install() {
  if (modulesAreCurrent(client)) return;
  say('Installing the packages of the client.');
  const { ok, output } = await installModules(client);
  if (!ok) fail(`${output}\nThe packages of the client could not be installed; npm's reasons are above.`);
}

// The client (client/) has a build of its own: integrators install it without the service. Its program is made of the
// sources of the service.
import { join } from 'node:path';
import { renameSync, rmSync } from 'node:fs';
import { ensureApiTypes } from './types.mjs';
import { fail, fingerprintOf, makeWhenChanged, packageFolder, ROOT, run, say } from '../setup/setup.mjs';

const client = join(ROOT, 'client');
const dist = join(client, 'dist');
const packages = {
  top: /^package-lock\.json$/,
  files: ['scripts/build/client-program.mjs'],
  folders: ['src'],
};
const sources = { top: /^(tsconfig.*|package)\.json$/, folders: ['src'] };

/** Builds client/dist when it is missing or its sources have changed. */
export async function ensureClient() {
  await ensureApiTypes();
  await makeWhenChanged('client.lock', join(dist, '.stamp'), fingerprint, async () => {
    say('Building the client.');
    await build();
  });
}

function fingerprint() {
  return `${fingerprintOf(ROOT, packages)} ${fingerprintOf(client, sources)}`;
}

/** Built beside the files that are in use, which it then replaces: no file of an earlier build stays. */
async function build() {
  const next = join(client, 'node_modules/.next-dist');
  rmSync(next, { recursive: true, force: true });
  const compiler = join(packageFolder('typescript', client), 'bin/tsc');
  const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', next];
  const { ok, output } = await run(process.execPath, args, client);
  if (!ok) fail(`${output}\nThe client could not be built; the reasons are above.`);
  const { buildProgram } = await import('./client-program.mjs');
  await buildProgram(ROOT, next);
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
}
